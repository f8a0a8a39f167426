package squall.results;

import squall.host.InputFile;
import squall.host.InvalidFileException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.measure.Window;
import squall.measure.server.Readings;

/**
 * A run directory read back; also one whose writer was killed in the middle.
 *
 * @param manifest as written
 * @param summary absent if the run did not come to its end
 */
public record RecordedRun(Path path, RunState state, JsonNode manifest, Optional<JsonNode> summary) {
    /** @throws IOException if this is no run directory or a file of it is damaged; the message names the file */
    public static RecordedRun read(Path path) throws IOException {
        JsonNode manifest = manifest(path);
        return new RecordedRun(path, state(path, manifest), manifest, summary(path, manifest));
    }

    /** The time series, in order; a line that a crash cut off is left out, here and in the other streams. */
    public List<RecordedSecond> seconds() throws IOException {
        return read(TimeSeriesFile.NAME, RecordedSecond::read, List.of());
    }

    /** In the order in which they were opened. */
    public List<Window> windows() throws IOException {
        return read(PhasesFile.NAME, PhasesFile::read, List.of());
    }

    public List<RecordedEvent> events() throws IOException {
        return read("events.jsonl", RecordedEvent::read, List.of());
    }

    public List<RecordedError> errors() throws IOException {
        return read("errors.csv", RecordedError::read, List.of());
    }

    /** The first message of each error. */
    public Map<RecordedError.Cause, String> messages() throws IOException {
        return read("errors-samples.jsonl", RecordedError::messages, Map.of());
    }

    /** Reads latencies from intended start, interval by interval. */
    public void latency(RecordedInterval.Reader reader) throws IOException {
        Path file = path.resolve("latency.hlog");
        if (InputFile.exists(file)) {
            RecordedInterval.read(file, reader);
        }
    }

    /** What instruments read of the database; empty if there were none. */
    public Readings readings() throws IOException {
        return read(ReadingsFile.NAME, ReadingsFile::read, new Readings());
    }

    /** What each window measured, whole; empty if the run did not come to its end. */
    public Optional<WindowHistograms> histograms() throws IOException {
        return read(WindowHistograms.NAME, file -> Optional.of(WindowHistograms.read(path)), Optional.empty());
    }

    /** The settings and files that made the run. */
    public RecordedConfig config() throws IOException {
        return read(ConfigFolder.NAME, RecordedConfig::read, RecordedConfig.NONE);
    }

    private <T> T read(String name, Reading<T> reading, T none) throws IOException {
        Path file = path.resolve(name);
        return InputFile.exists(file) ? reading.of(file) : none;
    }

    private interface Reading<T> {
        T of(Path file) throws IOException;
    }

    private static JsonNode manifest(Path path) throws IOException {
        Path file = path.resolve(Manifest.NAME);
        if (!InputFile.exists(file)) {
            throw new InvalidFileException(path + " is no run directory: it has no " + Manifest.NAME);
        }
        return versioned(file);
    }

    /** One of another run, or of another program, would make figures that nobody measured. */
    private static Optional<JsonNode> summary(Path path, JsonNode manifest) throws IOException {
        Path file = path.resolve(Summary.NAME);
        if (!InputFile.exists(file)) {
            return Optional.empty();
        }
        JsonNode summary = versioned(file);
        if (!summary.path("run_id").equals(manifest.path("run_id"))) {
            throw new InvalidFileException(file + ": run_id must be " + manifest.path("run_id") + " as in "
                    + Manifest.NAME + ", not " + summary.path("run_id"));
        }
        return Optional.of(summary);
    }

    private static JsonNode versioned(Path file) throws IOException {
        JsonNode json = Json.read(file);
        JsonNode version = json.path("schema_version");
        if (!json.isObject() || version.asInt() != Manifest.SCHEMA_VERSION) {
            throw new InvalidFileException(
                    file + ": schema_version is " + (version.isMissingNode() ? "missing" : version)
                            + "; this version of squall reads files with schema_version " + Manifest.SCHEMA_VERSION);
        }
        return json;
    }

    /** Running according to a process that is gone means aborted; whether one on another machine is gone nobody here can tell. */
    private static RunState state(Path path, JsonNode manifest) throws IOException {
        RunState written;
        try {
            written = Json.word(RunState.class, manifest, "state");
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(path.resolve(Manifest.NAME) + ": " + e.getMessage(), e);
        }
        boolean here = manifest.path("client").path("host").asText().equals(Client.host());
        return written == RunState.RUNNING && here && !alive(manifest.path("process")) ? RunState.ABORTED : written;
    }

    private static boolean alive(JsonNode process) {
        return ProcessHandle.of(process.path("pid").asLong())
                .filter(ProcessHandle::isAlive)
                .filter(found -> found.info()
                        .startInstant()
                        .map(start -> start.toEpochMilli()
                                == process.path("started_at_ms").asLong())
                        .orElse(true))
                .isPresent();
    }
}
