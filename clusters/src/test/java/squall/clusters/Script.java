package squall.clusters;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Script in the place of a real program: keeps its state in its folder, and writes down how it was called. */
public final class Script {
    private Script() {}

    /** Puts the script of this name, from the test's resources, into the folder. */
    public static Path into(Path folder, String name) throws IOException {
        Path script = folder.resolve(name);
        Files.createDirectories(script.getParent());
        try (InputStream text = Script.class.getResourceAsStream("/fake/" + name)) {
            Files.write(script, text.readAllBytes());
        }
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return script;
    }
}
