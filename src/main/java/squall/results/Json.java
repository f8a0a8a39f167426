package squall.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** JSON in one form: members in the order given, line feeds on every system. */
public final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();
    private static final ObjectWriter PRETTY = MAPPER.writer(new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withArrayIndenter(new DefaultIndenter("  ", "\n")));

    private Json() {}

    public static String pretty(Object value) {
        return written(PRETTY, value) + "\n";
    }

    public static String line(Object value) {
        return written(MAPPER.writer(), value);
    }

    /** What a reader of the value's JSON sees. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** @throws IOException if there is no such file or it is no JSON; the message names it */
    public static JsonNode read(Path file) throws IOException {
        return read(file.toString(), Files.readString(file));
    }

    /** @throws IOException if the text is no JSON; the message tells where it is from */
    static JsonNode read(String where, String text) throws IOException {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IOException(where + " is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static String written(ObjectWriter writer, Object value) {
        try {
            return writer.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot be written as JSON: " + e.getOriginalMessage(), e);
        }
    }
}
