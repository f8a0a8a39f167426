package squall.cli.progress;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** One JSON object on one line. */
final class JsonLine {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonLine() {}

    static String of(String name, String value) {
        return of(Map.of(name, value));
    }

    static String of(Map<String, Object> members) {
        try {
            return MAPPER.writeValueAsString(members);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot be written as JSON: " + members, e);
        }
    }
}
