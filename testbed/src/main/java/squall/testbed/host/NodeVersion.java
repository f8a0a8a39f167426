package squall.testbed.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import squall.system.FileTrees;

/** Version of the database that one node runs, instead of Squall's default; recorded in its folder over restarts. */
public record NodeVersion(Path folder) {
    /** Returns the version; empty if not set. */
    public Optional<String> given() throws IOException {
        return FileTrees.text(file()).map(String::strip);
    }

    /** Sets the version, from the next start on. */
    public void give(String version) throws IOException {
        FileTrees.write(file(), version + "\n", "rw-r--r--");
    }

    private Path file() {
        return folder.resolve("version");
    }
}
