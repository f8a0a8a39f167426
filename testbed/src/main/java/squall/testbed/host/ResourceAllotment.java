package squall.testbed.host;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import squall.spi.Cluster.Size;
import squall.system.FileTrees;

/** Allotment of this machine's resources to one node, instead of the default of its kind; recorded in its folder over restarts. */
public record ResourceAllotment(Path folder) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns the size; empty if not set. */
    public Optional<Size> given() throws IOException {
        try {
            return Optional.of(JSON.readValue(Files.readString(file()), Size.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JsonProcessingException e) {
            throw new IOException(file() + " cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    /** Sets the size, from the next start on. */
    public void give(Size size) throws IOException {
        FileTrees.write(file(), JSON.writeValueAsString(size) + "\n", "rw-------");
    }

    private Path file() {
        return folder.resolve("size.json");
    }
}
