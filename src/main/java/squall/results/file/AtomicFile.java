package squall.results.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** File with either the old or the new content, never half of it: written under another name, then renamed. */
public final class AtomicFile {
    private AtomicFile() {}

    public static void write(Path file, String content) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            Files.write(
                    aside,
                    content.getBytes(StandardCharsets.UTF_8)); // writeString fails at half of a pair of surrogates
            Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(aside); // half of a file if the disk is full
        }
    }
}
