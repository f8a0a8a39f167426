package squall.results.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is either the old one or the new one, never half of it: written aside, then renamed. */
public final class AtomicFile {
    private AtomicFile() {}

    public static void write(Path file, String content) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            Files.writeString(aside, content);
            Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(aside); // half of a file where the disk is full
        }
    }
}
