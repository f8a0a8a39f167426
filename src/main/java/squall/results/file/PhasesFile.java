package squall.results.file;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import squall.measure.Window;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/** {@code phases.json}: name, kind, first second and the second after the last of each window so far. */
public final class PhasesFile {
    public static final String NAME = "phases.json";

    /**
     * Entry of one window.
     *
     * @param phase of the scenario; empty in a run without one
     * @param injection empty if nothing is injected
     * @param toS empty while it is open, as its end is not known
     */
    public record Entry(
            String name,
            Window.Kind kind,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String phase,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String injection,
            long fromS,
            OptionalLong toS) {
        static Entry of(Window window) {
            return new Entry(
                    window.name(),
                    window.kind(),
                    window.origin().phase(),
                    window.origin().injection(),
                    window.fromSecond(),
                    window.toSecond() == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(window.toSecond()));
        }

        public Window window() {
            return new Window(name, kind, fromS, toS.orElse(Long.MAX_VALUE), new Window.WindowOrigin(phase, injection));
        }
    }

    private PhasesFile() {}

    public static void write(Path directory, Collection<Window> windows) throws IOException {
        AtomicFile.write(
                directory.resolve(NAME),
                CanonicalJson.pretty(windows.stream().map(Entry::of).toList()));
    }

    /** Reads the windows; one that was still open ends at {@link Long#MAX_VALUE}. */
    public static List<Window> read(Path file) throws IOException {
        List<Window> windows = new ArrayList<>();
        for (JsonNode json : CanonicalJson.read(file)) {
            windows.add(window(file, json));
        }
        return windows;
    }

    private static Window window(Path file, JsonNode json) throws IOException {
        try {
            return CanonicalJson.as(Entry.class, json).window();
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(
                    file + ": " + InputFile.excerpt(json.toString()) + " is no window: " + e.getMessage(), e);
        }
    }
}
