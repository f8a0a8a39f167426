package squall.results;

import squall.host.InputFile;
import squall.host.InvalidFileException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import squall.measure.Window;

/** {@code phases.json}: name, kind, first second and the second after the last of each window so far. */
final class PhasesFile {
    static final String NAME = "phases.json";

    private PhasesFile() {}

    static void write(Path directory, Collection<Window> windows) throws IOException {
        WholeFile.write(
                directory.resolve(NAME),
                Json.pretty(windows.stream().map(PhasesFile::phase).toList()));
    }

    /** Members that tell what of a scenario a window belongs to; none in a run without one. */
    static Map<String, Object> origin(Window.Origin origin) {
        Map<String, Object> members = new LinkedHashMap<>();
        if (!origin.phase().isEmpty()) {
            members.put("phase", origin.phase());
        }
        if (!origin.injection().isEmpty()) {
            members.put("injection", origin.injection());
        }
        return members;
    }

    private static Map<String, Object> phase(Window window) {
        Map<String, Object> phase = new LinkedHashMap<>();
        phase.put("name", window.name());
        phase.put("kind", window.kind().name().toLowerCase(Locale.ROOT));
        phase.putAll(origin(window.origin()));
        phase.put("from_s", window.fromSecond());
        if (window.toSecond() != Long.MAX_VALUE) { // still open: nobody knows its end
            phase.put("to_s", window.toSecond());
        }
        return phase;
    }

    /** What {@link #write} wrote; a window that was still open ends at {@link Long#MAX_VALUE}. */
    static List<Window> read(Path file) throws IOException {
        List<Window> windows = new ArrayList<>();
        for (JsonNode json : Json.read(file)) {
            windows.add(window(file, json));
        }
        return windows;
    }

    private static Window window(Path file, JsonNode json) throws IOException {
        try {
            return new Window(
                    json.path("name").asText(),
                    Json.word(Window.Kind.class, json, "kind"),
                    json.path("from_s").asLong(),
                    json.path("to_s").asLong(Long.MAX_VALUE),
                    new Window.Origin(
                            json.path("phase").asText(), json.path("injection").asText()));
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(file + ": " + InputFile.excerpt(json.toString()) + " is no window: " + e.getMessage(), e);
        }
    }
}
