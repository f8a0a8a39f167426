package squall.results.merge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import squall.results.RunDirectory;
import squall.run.Event;

/** What happened to each client, in the order of their clocks. */
final class Events {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Events() {}

    static void copy(List<Part> parts, RunDirectory merged) throws IOException {
        List<Event> events = new ArrayList<>();
        for (Part part : parts) {
            Path file = part.run().path().resolve("events.jsonl");
            if (Files.exists(file)) {
                for (String line : Files.readAllLines(file)) {
                    events.add(event(part.id(), JSON.readTree(line)));
                }
            }
        }
        events.sort(Comparator.comparingLong(Event::atNs));
        events.forEach(merged::event);
    }

    private static Event event(String client, JsonNode json) {
        long atNs = json.path("t_ns").asLong();
        return new Event(
                atNs,
                Math.max(atNs, json.path("end_ns").asLong(atNs)),
                json.path("type").asText(),
                client + ": " + json.path("detail").asText(),
                Map.of());
    }
}
