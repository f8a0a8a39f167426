package squall.adversity.work;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads the segments of changes that Cassandra's nodes leave in folders, and deletes those that are complete, as whoever follows them
 * must. Beside each {@code NAME.log} lies {@code NAME_cdc.idx}: how many bytes of it are safe to read, and the word COMPLETED when no more
 * will come (Cassandra, "Change Data Capture").
 */
final class ChangeReader {
    private static final String INDEX = "_cdc.idx";
    private static final String COMPLETED = "COMPLETED";

    private final Collection<Path> folders;
    private final AtomicLong bytes = new AtomicLong();

    ChangeReader(Collection<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /** Of segments that are read whole. */
    long bytes() {
        return bytes.get();
    }

    /** Reads what is complete now. Called by one thread. */
    void read() throws IOException {
        for (Path index : files(INDEX)) {
            if (complete(index)) {
                bytes.addAndGet(read(log(index)));
                Files.deleteIfExists(log(index));
                Files.deleteIfExists(index);
            }
        }
    }

    /** How many segments wait to be complete or to be read. */
    int waiting() throws IOException {
        return files(".log").size();
    }

    /** Throws away whatever there is. The index of a segment that is being written comes once more when it is complete. */
    void discard() throws IOException {
        for (Path file : files("")) {
            Files.deleteIfExists(file);
        }
    }

    private static boolean complete(Path index) throws IOException {
        try {
            return Files.readAllLines(index).contains(COMPLETED);
        } catch (NoSuchFileException e) {
            return false; // the node has taken it back
        }
    }

    private static long read(Path log) throws IOException {
        try (InputStream in = Files.newInputStream(log)) {
            return in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static Path log(Path index) {
        return index.resolveSibling(index.getFileName().toString().replace(INDEX, ".log"));
    }

    private List<Path> files(String ending) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path folder : folders) {
            if (Files.isDirectory(folder)) {
                try (var files = Files.newDirectoryStream(folder, "*" + ending)) {
                    files.forEach(found::add);
                }
            }
        }
        return found;
    }
}
