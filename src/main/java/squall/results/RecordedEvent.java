package squall.results;

import squall.host.InputFile;
import squall.host.InvalidFileException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A line of {@code events.jsonl}.
 *
 * @param json all its members; those beside time, type and detail depend on the type
 */
public record RecordedEvent(long atNs, String type, String detail, JsonNode json) {
    static List<RecordedEvent> read(Path file) throws IOException {
        List<RecordedEvent> events = new ArrayList<>();
        try (WholeLines lines = new WholeLines(file)) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                events.add(event(lines.where(), Json.read(lines.where(), line.get())));
            }
        }
        return events;
    }

    private static RecordedEvent event(String where, JsonNode json) throws IOException {
        if (!json.path("t_ns").isNumber() || !json.path("type").isTextual()) {
            throw new InvalidFileException(where + ": an event must have a number t_ns and a text type, not "
                    + InputFile.excerpt(json.toString()));
        }
        return new RecordedEvent(
                json.path("t_ns").asLong(),
                json.path("type").asText(),
                json.path("detail").asText(),
                json);
    }
}
