package squall.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import squall.host.InputFile;
import squall.host.InvalidFileException;

/**
 * A line of {@code events.jsonl}.
 *
 * @param atNs when it began, since the run began
 * @param endNs when it was over; the same where the run was recorded before events had two stamps
 * @param json all its members; those beside time, type and detail depend on the type
 */
public record RecordedEvent(long atNs, long endNs, String type, String detail, JsonNode json) {
    /** In the order in which they began. */
    static List<RecordedEvent> read(Path file) throws IOException {
        List<RecordedEvent> events = new ArrayList<>();
        try (WholeLines lines = new WholeLines(file)) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                events.add(event(lines.where(), Json.read(lines.where(), line.get())));
            }
        }
        events.sort(Comparator.comparingLong(RecordedEvent::atNs));
        return events;
    }

    private static RecordedEvent event(String where, JsonNode json) throws IOException {
        if (!json.path("t_ns").isNumber() || !json.path("type").isTextual()) {
            throw new InvalidFileException(where + ": an event must have a number t_ns and a text type, not "
                    + InputFile.excerpt(json.toString()));
        }
        long atNs = json.path("t_ns").asLong();
        return new RecordedEvent(
                atNs,
                json.path("end_ns").asLong(atNs),
                json.path("type").asText(),
                json.path("detail").asText(),
                json);
    }
}
