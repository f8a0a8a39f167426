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
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import squall.adversity.safety.InjectionRun.Stage;
import squall.system.ProcessState;

/**
 * The undo journal of one run: only grows, and each line is on the disk itself when {@link #append} returns.
 *
 * <p>Any thread may append, and so may another process at the same time: a line is written in one piece.
 */
public final class UndoJournal implements JournalWriter, Closeable {
    private final Path file;
    private final FileChannel out;

    private UndoJournal(Path file, FileChannel out) {
        this.file = file;
        this.out = out;
    }

    /** A new one, readable only by its owner, because options may contain secrets. It is never visible without its first line. */
    static UndoJournal begin(Path file, JournalOwner owner) throws IOException {
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        var rights = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Path aside = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(aside);
        Files.createFile(aside, rights);
        UndoJournal journal = new UndoJournal(file, appending(aside).out);
        journal.write(JournalFormat.first(owner));
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
        force(file.resolveSibling("")); // else a power cut could take the file's name with it
        return journal;
    }

    /** An existing one, to continue after a crash. */
    static UndoJournal reopen(Path file) throws IOException {
        dropTornLine(file);
        return appending(file);
    }

    /** @throws IOException if there is no such file, or this version of Squall cannot read it */
    static Contents read(Path file) throws IOException {
        try {
            return JournalFormat.contents(Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ", " + e.getMessage() + "; heal with the version of Squall that wrote it", e);
        }
    }

    private static UndoJournal appending(Path file) throws IOException {
        return new UndoJournal(
                file, FileChannel.open(file, Set.of(StandardOpenOption.WRITE, StandardOpenOption.APPEND)));
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
    public void append(JournalEntry line) throws IOException {
        write(JournalFormat.line(line));
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

    /** What a journal tells, in the order in which it happened. */
    public record Contents(JournalOwner owner, List<JournalEntry> lines) {
        public Contents {
            lines = List.copyOf(lines);
        }

        /** The last that is known of each injection. */
        public List<JournalEntry> last() {
            Map<String, JournalEntry> last = new LinkedHashMap<>();
            lines.forEach(line -> last.put(line.undo().id(), line));
            return List.copyOf(last.values());
        }

        /** Those injections of which something may be left. */
        public List<JournalEntry> open() {
            return last().stream().filter(line -> line.stage().open()).toList();
        }
    }

    /**
     * One line of a journal: how far an injection has come.
     *
     * @param began when the step began that led there: injecting, looking, healing; the same as {@code at} where there was nothing to do
     * @param at when it was over
     * @param note why, or what was seen; may be empty
     */
    public record JournalEntry(UndoRecord undo, Stage stage, Instant began, Instant at, String note) {
        /** One whose step took no time. */
        public JournalEntry(UndoRecord undo, Stage stage, Instant at, String note) {
            this(undo, stage, at, at, note);
        }
    }

    /**
     * The process whose run it is.
     *
     * @param born tells it from a later one with the same number
     */
    public record JournalOwner(long pid, Instant born) {
        /** JVMs derive it from the system's own start, which they round each for itself. */
        private static final Duration SAME_MOMENT = Duration.ofSeconds(2);

        /** This process. */
        public static JournalOwner here() {
            ProcessHandle self = ProcessHandle.current();
            return new JournalOwner(self.pid(), born(self));
        }

        /** Whether it can still do something. */
        public boolean lives() throws IOException, InterruptedException {
            return !ProcessState.of(pid).dead()
                    && ProcessHandle.of(pid)
                            .filter(process ->
                                    Duration.between(born(process), born).abs().compareTo(SAME_MOMENT) < 0)
                            .isPresent();
        }

        private static Instant born(ProcessHandle process) {
            return process.info().startInstant().orElse(Instant.EPOCH);
        }
    }
}
