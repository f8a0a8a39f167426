package squall.testbed.host;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import squall.system.FileTrees;

/** File with one record as JSON, which only its owner can read. */
public record JsonFile(Path path) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Reads the record; empty if there is no such file. */
    public <T> Optional<T> read(Class<T> type) throws IOException {
        Optional<String> text = FileTrees.text(path);
        return text.isPresent() ? Optional.of(parsed(text.get(), type)) : Optional.empty();
    }

    /** Returns the record of a text that was read from the file. */
    public <T> T parsed(String text, Class<T> type) throws IOException {
        try {
            return JSON.readValue(text, type);
        } catch (JsonProcessingException e) {
            throw new IOException(path + " cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    /** Writes the record on one line. */
    public void write(Object value) throws IOException {
        FileTrees.write(path, JSON.writeValueAsString(value) + "\n", "rw-------");
    }

    /** Writes the record with a line for each member. */
    public void writePretty(Object value) throws IOException {
        FileTrees.write(path, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n", "rw-------");
    }
}
