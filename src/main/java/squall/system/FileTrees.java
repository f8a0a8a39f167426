package squall.system;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Utility for whole folders, and for files that readers must never see half written. */
public final class FileTrees {
    private FileTrees() {}

    /** Creates the folder and its missing parents, with exactly these permissions regardless of the umask. */
    public static void make(Path folder, String rights) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path above = folder.toAbsolutePath().getParent();
        if (above != null) {
            make(above, rights);
        }
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            if (Files.isDirectory(folder)) {
                return; // another process was faster
            }
            throw e;
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(rights));
    }

    /** Writes a temporary file and renames it into place: readers see the old text or the new one. */
    public static void write(Path file, String text, String rights) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(aside);
        Files.createFile(aside, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(aside, text);
        Files.setPosixFilePermissions(aside, PosixFilePermissions.fromString(rights));
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns what a program printed into a file; bytes that are no UTF-8, as a server prints them for damaged data, are replaced. */
    public static String printed(Path file) throws IOException {
        return printed(file, 0);
    }

    /** Returns what a program printed into a file after this number of bytes; those that are no UTF-8 are replaced. */
    public static String printed(Path file, long after) throws IOException {
        byte[] all = Files.readAllBytes(file);
        int from = Math.toIntExact(after);
        return new String(all, from, all.length - from, StandardCharsets.UTF_8);
    }

    /** Returns the text of a file; empty if there is no such file. */
    public static Optional<String> text(Path file) throws IOException {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Drops the end of a file of lines that is not a whole line, as a crash leaves it. */
    public static void dropTornLine(Path file) throws IOException {
        try (RandomAccessFile lines = new RandomAccessFile(file.toFile(), "rw")) {
            long length = lines.length();
            while (length > 0 && !endsLine(lines, length)) {
                length--;
            }
            lines.setLength(length);
        }
    }

    private static boolean endsLine(RandomAccessFile lines, long length) throws IOException {
        lines.seek(length - 1);
        return lines.read() == '\n';
    }

    /** Syncs the names of the files in a folder to disk. */
    public static void force(Path folder) throws IOException {
        try (FileChannel names = FileChannel.open(folder)) {
            names.force(true);
        }
    }

    /** Returns what is in a folder, sorted. */
    public static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Returns what is in a folder, sorted; nothing if there is no such folder. */
    public static List<Path> entriesIfAny(Path folder) throws IOException {
        return Files.isDirectory(folder) ? entries(folder) : List.of();
    }

    /** Returns the size in bytes of all files in it; a file that is deleted meanwhile is not counted. */
    public static long bytes(Path folder, FileVisitOption... options) throws IOException {
        var total = new AtomicLong();
        Files.walkFileTree(folder, Set.of(options), Integer.MAX_VALUE, new LiveFolderVisitor() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                total.addAndGet(attributes.size());
                return FileVisitResult.CONTINUE;
            }
        });
        return total.get();
    }

    /** Deletes the folder and its content, never following a link; does nothing if it does not exist. */
    public static void delete(Path folder) throws IOException {
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.walkFileTree(folder, new Deletion());
        }
    }

    /** Visitor of a folder that a server may be changing meanwhile. */
    public static class LiveFolderVisitor extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            return failure == null ? FileVisitResult.CONTINUE : visitFileFailed(folder, failure);
        }
    }

    private static final class Deletion extends LiveFolderVisitor {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            super.postVisitDirectory(folder, failure);
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
