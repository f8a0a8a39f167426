package squall.results;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import squall.cli.Secrets;

/** {@code events.jsonl}: what happened when, one JSON object a line. */
final class EventsFile implements Closeable {
    private final LineFile out;

    EventsFile(Path directory) throws IOException {
        this.out = new LineFile(directory.resolve("events.jsonl"));
    }

    void event(long atNs, String type, String detail) throws IOException {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("t_ns", atNs);
        event.put("type", type);
        event.put("detail", Secrets.mask(detail));
        out.line(Json.line(event));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
