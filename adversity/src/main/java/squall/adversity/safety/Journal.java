package squall.adversity.safety;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The undo journal of one run: only grows, and each line is on the disk itself when {@link #append} returns.
 *
 * <p>Any thread may append, and so may another process at the same time: a line is written in one piece.
 */
public final class Journal implements Chronicle, Closeable {
    private final Path file;
    private final FileChannel out;

    private Journal(Path file, FileChannel out) {
        this.file = file;
        this.out = out;
    }

    /** A new one, readable by its owner only, as options may hold secrets. Nobody ever finds it without its first line. */
    static Journal begin(Path file, Owner owner) throws IOException {
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        var rights = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Path aside = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(aside);
        Files.createFile(aside, rights);
        Journal journal = new Journal(file, appending(aside).out);
        journal.write(JournalText.first(owner));
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
        force(file.resolveSibling("")); // else a power cut could take the file's name with it
        return journal;
    }

    /** One that is there already, to go on where a crash ended it. */
    static Journal reopen(Path file) throws IOException {
        dropTornLine(file);
        return appending(file);
    }

    /** @throws IOException if there is no such file, or it says what this version of Squall does not understand */
    static Story read(Path file) throws IOException {
        try {
            return JournalText.story(Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ", " + e.getMessage() + "; heal with the version of Squall that wrote it", e);
        }
    }

    private static Journal appending(Path file) throws IOException {
        return new Journal(file, FileChannel.open(file, Set.of(StandardOpenOption.WRITE, StandardOpenOption.APPEND)));
    }

    private static void dropTornLine(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1); // a byte, a character
        if (text.endsWith("\n")) {
            return;
        }
        try (var whole = new RandomAccessFile(file.toFile(), "rw")) {
            whole.setLength(text.lastIndexOf('\n') + 1L);
        }
    }

    private static void force(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder)) {
            channel.force(true);
        }
    }

    @Override
    public void append(Line line) throws IOException {
        write(JournalText.line(line));
    }

    private void write(String line) throws IOException {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(line);
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
        out.force(true);
    }

    public Path file() {
        return file;
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
