package squall.results.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import squall.measure.Window;
import squall.measure.server.ServerReadings;
import squall.results.ClientMachine;
import squall.results.Manifest;
import squall.results.PostMortemRecord;
import squall.results.ProbeStatus;
import squall.results.RecordedConfig;
import squall.results.RecordedConfig.ConfigFolder;
import squall.results.RecordedEvent;
import squall.results.RunSummary;
import squall.results.file.CanonicalJson;
import squall.results.file.FiguresFile;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.file.PhasesFile;
import squall.results.file.ReadingsFile;
import squall.results.file.RunState;
import squall.results.file.TimeSeriesFile;
import squall.results.file.WindowHistograms;
import squall.results.history.IsolationRecord;
import squall.system.HumanNumbers;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/**
 * Run directory read back; also one whose writer was killed in the middle.
 *
 * @param manifest as written
 * @param summary absent if the run did not reach its end
 */
public record RecordedRun(Path path, RunState state, Manifest manifest, Optional<RunSummary> summary) {
    /** @throws IOException if this is not a run directory or a file of it is damaged; the message names the file */
    public static RecordedRun read(Path path) throws IOException {
        Manifest manifest = manifest(path);
        return new RecordedRun(
                path,
                state(manifest),
                manifest,
                summary(RunSummary.class, path, manifest, RunSummary::schemaVersion, RunSummary::runId));
    }

    /** Reads the time series, in order; a line that a crash cut off is dropped, here and in the other streams. */
    public List<RecordedSecond> seconds() throws IOException {
        return read(TimeSeriesFile.NAME, RecordedSecond::read, List.of());
    }

    /** Reads the windows in the order in which they were opened. */
    public List<Window> windows() throws IOException {
        return read(PhasesFile.NAME, PhasesFile::read, List.of());
    }

    public List<RecordedEvent> events() throws IOException {
        return read("events.jsonl", RecordedEvent::read, List.of());
    }

    public List<RecordedError> errors() throws IOException {
        return read("errors.csv", RecordedError::read, List.of());
    }

    /** Reads the first message of each error. */
    public Map<RecordedError.Cause, String> messages() throws IOException {
        return read("errors-samples.jsonl", RecordedError::messages, Map.of());
    }

    /** Reads latencies from intended start, interval by interval. */
    public void latency(RecordedInterval.IntervalReader reader) throws IOException {
        Path file = file("latency.hlog");
        if (InputFile.exists(file)) {
            RecordedInterval.read(file, reader);
        }
    }

    /** Reads the readings of the database's instruments; empty if there were none. */
    public ServerReadings readings() throws IOException {
        return read(ReadingsFile.NAME, ReadingsFile::read, new ServerReadings());
    }

    /** Reads the findings of the probes so far; empty without probes, and in a run that has ended. */
    public Optional<ProbeStatus> probes() throws IOException {
        return read(ProbeStatus.NAME, RecordedRun::probes, Optional.empty());
    }

    /** Reads the result of a check of the data after the run's process was gone; empty if there was none. */
    public Optional<PostMortemRecord> postMortem() throws IOException {
        return read(
                PostMortemRecord.NAME,
                file -> Optional.of(record(PostMortemRecord.class, file, CanonicalJson.read(file))),
                Optional.empty());
    }

    /** Reads the figures of the workload; none if it has none. */
    public List<WorkloadFigure> figures() throws IOException {
        return read(FiguresFile.NAME, FiguresFile::read, List.of());
    }

    /** Reads the results of the isolation checks, the load's first; none if there were none. */
    public List<IsolationRecord> isolation() throws IOException {
        List<IsolationRecord> records = new ArrayList<>();
        for (IsolationRecord.HistorySource source : IsolationRecord.HistorySource.values()) {
            Optional<IsolationRecord> record =
                    read(source.record(), file -> Optional.of(IsolationRecord.read(file)), Optional.empty());
            record.ifPresent(records::add);
        }
        return records;
    }

    /** Reads the complete histograms of each window; empty if the run did not reach its end. */
    public Optional<WindowHistograms> histograms() throws IOException {
        return read(WindowHistograms.NAME, file -> Optional.of(WindowHistograms.read(file)), Optional.empty());
    }

    /** Reads the settings and files that made the run. */
    public RecordedConfig config() throws IOException {
        return read(ConfigFolder.NAME, RecordedConfig::read, RecordedConfig.NONE);
    }

    /** Reads the probes' file, which a run removes when it ends. */
    private static Optional<ProbeStatus> probes(Path file) throws IOException {
        try {
            return Optional.of(record(ProbeStatus.class, file, CanonicalJson.read(file)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the path of a file of the run, which need not exist.
     *
     * @throws InvalidFileException if it has changed since the run ended: figures made of the rest were never measured
     */
    Path file(String name) throws InvalidFileException {
        Path file = path.resolve(name);
        long found = file.toFile().length();
        for (Manifest.Artefact artefact : manifest.artefacts().orElse(List.of())) {
            if (artefact.path().equals(name) && artefact.bytes() != found) {
                throw new InvalidFileException(file + " is damaged: it has " + HumanNumbers.counted(found, "byte")
                        + ", but had " + HumanNumbers.count(artefact.bytes())
                        + " when the run ended; take the file from a copy of the run");
            }
        }
        return file;
    }

    private <T> T read(String name, Reading<T> reading, T none) throws IOException {
        Path file = file(name);
        return InputFile.exists(file) ? reading.of(file) : none;
    }

    private interface Reading<T> {
        T of(Path file) throws IOException;
    }

    static Manifest manifest(Path path) throws IOException {
        Path file = path.resolve(Manifest.NAME);
        if (!Files.exists(path)) {
            throw new InvalidFileException("there is no run directory " + path);
        }
        if (!InputFile.exists(file)) {
            throw new InvalidFileException(path + " is no run directory: it has no " + Manifest.NAME);
        }
        return versioned(Manifest.class, file, Manifest::schemaVersion);
    }

    /** Reads a summary. One of another run, or of another program, would produce figures that were never measured. */
    static <T> Optional<T> summary(
            Class<T> type, Path path, Manifest manifest, ToIntFunction<T> version, Function<T, String> runId)
            throws IOException {
        Path file = path.resolve(RunSummary.NAME);
        if (!InputFile.exists(file)) {
            requireUnlisted(manifest, file);
            return Optional.empty();
        }
        T summary = versioned(type, file, version);
        if (!runId.apply(summary).equals(manifest.runId())) {
            throw new InvalidFileException(file + ": run_id must be '" + manifest.runId() + "' as in " + Manifest.NAME
                    + ", not '" + runId.apply(summary) + "'");
        }
        return Optional.of(summary);
    }

    /**
     * Checks that a run that has ended left no such file.
     *
     * @throws InvalidFileException if it was lost: the run would pass for one that was killed
     */
    private static void requireUnlisted(Manifest manifest, Path file) throws InvalidFileException {
        boolean listed = manifest.state() != RunState.RUNNING
                && manifest.artefacts().orElse(List.of()).stream().anyMatch(artefact -> file.endsWith(artefact.path()));
        if (listed) {
            throw new InvalidFileException(
                    file + " is missing, but was there when the run ended; take the file from a copy of the run");
        }
    }

    private static <T> T versioned(Class<T> type, Path file, ToIntFunction<T> version) throws IOException {
        Optional<T> record = CanonicalJson.fitting(type, InputFile.bytes(file));
        if (record.isPresent() && version.applyAsInt(record.get()) == Manifest.SCHEMA_VERSION) {
            return record.get();
        }
        JsonNode json = CanonicalJson.read(file); // which costs more, and can report what is wrong
        requireVersion(file, json);
        return record(type, file, json);
    }

    private static void requireVersion(Path file, JsonNode json) throws IOException {
        JsonNode version = json.path("schema_version");
        if (!json.isObject() || version.asInt() != Manifest.SCHEMA_VERSION) {
            throw new InvalidFileException(
                    file + ": schema_version is " + (version.isMissingNode() ? "missing" : version)
                            + "; this version of squall reads files with schema_version " + Manifest.SCHEMA_VERSION);
        }
    }

    private static <T> T record(Class<T> type, Path file, JsonNode json) throws IOException {
        try {
            return CanonicalJson.as(type, json);
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns the state of a run. One that is running according to its manifest, but whose process is gone, is aborted; a process on
     * another machine cannot be checked.
     */
    static RunState state(Manifest manifest) {
        boolean here = manifest.client()
                .filter(client -> client.host().equals(ClientMachine.name()))
                .isPresent();
        boolean gone = manifest.process().filter(Manifest.ClientProcess::alive).isEmpty();
        return manifest.state() == RunState.RUNNING && here && gone ? RunState.ABORTED : manifest.state();
    }
}
