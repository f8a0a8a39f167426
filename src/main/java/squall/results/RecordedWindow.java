package squall.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import squall.measure.Window;

/**
 * A window as {@code phases.json} tells it.
 *
 * @param window ends at {@link Long#MAX_VALUE} while it is open
 * @param phase of a scenario that it belongs to; empty in a run without one
 */
public record RecordedWindow(Window window, String phase) {
    static List<RecordedWindow> read(Path file) throws IOException {
        List<RecordedWindow> windows = new ArrayList<>();
        for (JsonNode json : Json.read(file)) {
            windows.add(new RecordedWindow(window(file, json), json.path("phase").asText("")));
        }
        return windows;
    }

    private static Window window(Path file, JsonNode json) throws IOException {
        try {
            return new Window(
                    json.path("name").asText(),
                    Window.Kind.valueOf(json.path("kind").asText().toUpperCase(Locale.ROOT)),
                    json.path("from_s").asLong(),
                    json.path("to_s").asLong(Long.MAX_VALUE));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + json + " is no window: " + e.getMessage(), e);
        }
    }
}
