package squall.testbed.host;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.function.Function;

/**
 * How a testbed's notes are written and read: JSON that names the program that wrote it.
 *
 * @param madeBy reads the member {@code madeBy} of a note
 * @param ours the expected content
 */
public record TestbedNote<T>(Class<T> type, Function<T, String> madeBy, String ours) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** @param where the text was found, for messages */
    public T read(String where, String text) throws IOException {
        try {
            T note = JSON.readValue(text, type);
            if (ours.equals(madeBy.apply(note))) {
                return note;
            }
        } catch (JsonProcessingException e) {
            throw new IOException(where + " cannot be read: " + e.getOriginalMessage(), e);
        }
        throw new IOException(where + " was not written by Squall; it must say \"madeBy\" : \"" + ours + "\"");
    }

    public String text(T note) throws IOException {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(note) + "\n";
    }
}
