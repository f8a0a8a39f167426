package squall.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import squall.measure.Window;

/** {@code phases.json}: name, kind, first second and the second after the last of each window so far. */
final class PhasesFile {
    private PhasesFile() {}

    static void write(Path directory, Collection<Window> windows) throws IOException {
        WholeFile.write(
                directory.resolve("phases.json"),
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
}
