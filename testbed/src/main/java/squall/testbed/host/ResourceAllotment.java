package squall.testbed.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import squall.spi.Cluster.Size;

/** Allotment of this machine's resources to one node, instead of the default of its kind; recorded in its folder over restarts. */
public record ResourceAllotment(Path folder) {
    /** Returns the size; empty if not set. */
    public Optional<Size> given() throws IOException {
        return file().read(Size.class);
    }

    /** Sets the size, from the next start on. */
    public void give(Size size) throws IOException {
        file().write(size);
    }

    private JsonFile file() {
        return new JsonFile(folder.resolve("size.json"));
    }
}
