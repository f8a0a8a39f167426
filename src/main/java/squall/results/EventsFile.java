package squall.results;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import squall.cli.Secrets;
import squall.run.Event;

/**
 * {@code events.jsonl}: what happened when, one JSON object a line: {@code t_ns} is when it began, {@code end_ns} when it was over. A line
 * is written when its event is over, so the lines are in the order of their ends.
 */
final class EventsFile implements Closeable {
    private final LineFile out;

    EventsFile(Path directory) throws IOException {
        this.out = new LineFile(directory.resolve("events.jsonl"));
    }

    void event(Event event) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("t_ns", event.atNs());
        members.put("end_ns", event.endNs());
        members.put("type", event.type());
        members.put("detail", Secrets.mask(event.detail()));
        event.facts()
                .forEach((name, fact) -> members.put(name, fact instanceof String text ? Secrets.mask(text) : fact));
        out.line(Json.line(members));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
