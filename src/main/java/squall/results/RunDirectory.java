package squall.results;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.engine.RunEvent;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.monitor.DatabaseMonitor;
import squall.engine.schedule.RunStart;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.results.Manifest.RecordedEnd;
import squall.results.RecordedConfig.ConfigFolder;
import squall.results.file.AppendOnlyFile;
import squall.results.file.AppendOnlyFile.TickFile;
import squall.results.file.AtomicFile;
import squall.results.file.CanonicalJson;
import squall.results.file.ErrorsFile;
import squall.results.file.HistogramFile;
import squall.results.file.PhasesFile;
import squall.results.file.ReadingsFile;
import squall.results.file.RunState;
import squall.results.file.TimeSeriesFile;
import squall.results.file.WindowHistograms;
import squall.spi.CheckResult;
import squall.system.ExitCode;
import squall.system.FileErrors;
import squall.verdict.ExitReasons;
import squall.verdict.JudgedRun;

/**
 * Run directory while it is being written: flushed with every closed second, readable after a kill.
 *
 * <p>A file that cannot be written, for example because the disk is full, does not stop the run: the first failure is logged once, the
 * files stay as they are from then on (a gap in the middle would be worse than a short file), and {@link #judged} makes it the command's
 * exit code. Calls come from the run's listener thread, then, when the run has ended, from the thread that ran it.
 */
public final class RunDirectory implements RunListener, DatabaseMonitor.ReadingSink, Closeable {
    /** Writer of further files in a run directory. */
    public interface Addition {
        void write(Path directory) throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(RunDirectory.class);

    private final Path path;
    private final RunInfo info;
    private Manifest manifest;
    private final EventsFile events;
    private final List<TickFile> files = new ArrayList<>();
    private final SortedMap<Long, Window> windows = new TreeMap<>();
    private Instant startedAt;
    private Optional<ReadingsFile> readings = Optional.empty();
    private Optional<IOException> failure = Optional.empty();
    private boolean ended;

    private RunDirectory(Path path, RunInfo info, Instant now) throws IOException {
        this.path = path;
        this.info = info;
        this.startedAt = now;
        this.manifest = Manifest.of(path.getFileName().toString(), info, now);
        writeManifest();
        ConfigFolder.write(path, info);
        this.events = new EventsFile(path);
    }

    /**
     * Creates the directory under {@code results}, writes a manifest whose state is {@code running}, and sets the link
     * {@code results/latest} to it.
     *
     * @param now part of the directory's name; {@link #started} sets second 0 of the run later
     * @throws IOException if it cannot be made; the message names the directory and the reason
     */
    public static RunDirectory create(Path results, RunInfo info, Instant now) throws IOException {
        Path path = results.resolve(RunNames.name(now, info.workload(), info.database(), info.command()));
        try {
            Files.createDirectories(results);
            Files.createDirectory(path);
        } catch (FileAlreadyExistsException e) {
            throw new IOException("cannot make the run directory " + path + ": " + e.getFile() + " is in the way", e);
        } catch (IOException e) {
            throw new IOException(
                    "cannot make the run directory " + path + ": " + FileErrors.reason(e)
                            + "; --results names another place",
                    e);
        }
        return begun(path, info, now);
    }

    private static RunDirectory begun(Path path, RunInfo info, Instant now) throws IOException {
        try {
            RunDirectory directory = new RunDirectory(path, info, now);
            directory.pointLatest();
            return directory;
        } catch (IOException e) {
            throw new IOException(
                    "cannot write to the run directory " + path + ": " + FileErrors.reason(e)
                            + "; --results names another place",
                    e);
        }
    }

    public Path path() {
        return path;
    }

    /** Returns the first failure to write; empty if there was none. */
    public Optional<IOException> failure() {
        return failure;
    }

    /** Returns the verdict on a run, with a failure to write as one more reason. */
    public ExitReasons judged(ExitReasons codes) {
        if (failure.isEmpty()) {
            return codes;
        }
        ExitReasons judged = codes.and(
                ExitCode.UNREACHABLE, "results are not complete in " + path + ": " + FileErrors.message(failure.get()));
        return codes.reasons().contains(judged.reasons().getLast()) ? codes : judged;
    }

    @Override
    public void started(RunStart start) {
        started(start.epochMs());
    }

    /** Sets second 0 of a run that was measured elsewhere. @param startedAtEpochMs wall-clock time of second 0 */
    public void started(long startedAtEpochMs) {
        startedAt = Instant.ofEpochMilli(startedAtEpochMs);
        guarded(() -> {
            manifest = manifest.startedAt(startedAt);
            writeManifest();
            files.add(new TimeSeriesFile(path, startedAtEpochMs));
            files.add(new ErrorsFile(path));
            files.add(new HistogramFile(path.resolve("latency.hlog"), startedAtEpochMs, OperationTick::latency));
            files.add(new HistogramFile(path.resolve("service.hlog"), startedAtEpochMs, OperationTick::service));
        });
    }

    @Override
    public void closed(Tick tick) {
        guarded(() -> {
            if (!tick.window().equals(windows.put(tick.window().fromSecond(), tick.window()))) {
                PhasesFile.write(path, windows.values());
            }
            for (TickFile file : files) {
                file.closed(tick);
            }
        });
    }

    @Override
    public void event(RunEvent event) {
        guarded(() -> events.event(event));
    }

    @Override
    public void looked(DatabaseMonitor.MetricSample look) {
        if (look instanceof DatabaseMonitor.MetricSample.Seen seen) {
            guarded(() -> {
                if (readings.isEmpty()) {
                    readings = Optional.of(new ReadingsFile(path));
                }
                readings.get().write(seen);
            });
        }
    }

    /**
     * Writes files of a front end in addition to those of every run. To be called before {@link #finish}, which hashes them and includes a
     * failure in its verdict; files made from the finished directory come after it, and {@link #judged} includes a failure to write them.
     */
    public void keep(Addition addition) {
        tried(() -> addition.write(path));
    }

    /**
     * Writes the summary, the final manifest and a line in {@code results/index.csv}, after closing all open files. Each is attempted even
     * if another cannot be written.
     *
     * @return the verdict, with a failure to write as one more reason
     */
    public ExitReasons finish(RunResult result, List<CheckResult> checks, ExitReasons codes) {
        return finish(new JudgedRun(result, checks, codes), RunSummary.Members.NONE);
    }

    /** Writes the final files as the method above. @param members of the summary that this kind of run has */
    public ExitReasons finish(JudgedRun run, RunSummary.Members members) {
        RunResult result = run.result();
        ended = true;
        closeFiles();
        JudgedRun judged = run.with(judged(run.codes()));
        RunSummary summary = RunSummary.of(path.getFileName().toString(), judged, members);
        SummaryTable table = SummaryTable.of(result);
        tried(() -> PhasesFile.write(
                path, result.windows().stream().map(WindowSummary::window).toList()));
        tried(() -> WindowHistograms.write(path, result, startedAt.toEpochMilli()));
        tried(() -> AtomicFile.write(path.resolve(RunSummary.NAME), CanonicalJson.pretty(summary)));
        tried(() -> AtomicFile.write(path.resolve("summary.csv"), table.csv()));
        tried(() -> AtomicFile.write(path.resolve("summary.md"), table.markdown()));
        tried(() -> endManifest(summary.state(), end(result, judged.codes())));
        tried(() -> RunIndex.append(path.resolveSibling(RunIndex.NAME), startedAt, info, summary));
        return judged(run.codes());
    }

    /** Closes the files. A run that was not finished is left as aborted. */
    @Override
    public void close() {
        if (ended) {
            return;
        }
        ended = true;
        closeFiles();
        tried(() -> endManifest(RunState.ABORTED, RecordedEnd.UNKNOWN));
    }

    private void closeFiles() {
        for (TickFile file : files) {
            tried(file::close);
        }
        tried(events::close);
        readings.ifPresent(file -> tried(file::close));
    }

    private RecordedEnd end(RunResult result, ExitReasons codes) {
        return new RecordedEnd(
                Optional.of(startedAt.plusNanos(result.elapsedNs())),
                OptionalLong.of(result.elapsedNs()),
                OptionalInt.of(codes.worst().code()),
                Optional.of(
                        result.windows().stream().map(w -> w.window().name()).toList()));
    }

    private void writeManifest() throws IOException {
        AtomicFile.write(path.resolve(Manifest.NAME), CanonicalJson.pretty(manifest));
    }

    /** Writes the last version of the manifest, with the hashes of all other files, which must be complete by now. */
    private void endManifest(RunState state, RecordedEnd end) throws IOException {
        manifest = manifest.ended(state, end, RunArtifacts.of(path));
        writeManifest();
    }

    /** Writes to a stream, unless a write has failed before. */
    private void guarded(Writing writing) {
        if (failure.isEmpty()) {
            tried(writing);
        }
    }

    private void tried(Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            if (failure.isEmpty()) {
                LOG.error("cannot write to {}, the run goes on without: {}", path, FileErrors.message(e));
                failure = Optional.of(e);
            }
        }
    }

    private interface Writing {
        void run() throws IOException;
    }

    /**
     * Sets the link to the latest run. It is a convenience: if the file system has no links, or a real folder is in the way, there is none.
     */
    private void pointLatest() {
        Path aside = path.resolveSibling("." + path.getFileName() + ".link");
        try {
            Files.createSymbolicLink(aside, path.getFileName());
            Files.move(aside, path.resolveSibling("latest"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | UnsupportedOperationException e) {
            LOG.debug("no link results/latest", e);
            guarded(() -> Files.deleteIfExists(aside));
        }
    }

    /**
     * {@code events.jsonl}: the events of a run, one JSON object a line: {@code t_ns} is the begin, {@code end_ns} the end. A line is
     * written when its event is over, so the lines are in the order of their ends.
     */
    private static final class EventsFile implements Closeable {
        private final AppendOnlyFile out;

        EventsFile(Path directory) throws IOException {
            this.out = new AppendOnlyFile(directory.resolve("events.jsonl"));
        }

        void event(RunEvent event) throws IOException {
            out.line(CanonicalJson.line(RecordedEvent.of(event)));
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    /** Naming scheme of run directories: time, workload, database, and six digits. */
    static final class RunNames {
        /** Maximum length of each part: a file's name has at most 255 bytes. */
        private static final int LONGEST = 80;

        private static final DateTimeFormatter STAMP =
                DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

        private RunNames() {}

        /**
         * Returns the name of a run directory. The last six digits distinguish two runs of the same second: they are a hash of process,
         * time and command.
         */
        static String name(Instant now, String workload, String database, List<String> command) {
            String what = ProcessHandle.current().pid() + " " + now + " " + command;
            byte[] hash = RunArtifacts.sha256().digest(what.getBytes(StandardCharsets.UTF_8));
            return STAMP.format(now) + "-" + plain(workload) + "-" + plain(database) + "-"
                    + HexFormat.of().formatHex(hash, 0, 3);
        }

        private static String plain(String name) {
            String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
            return plain.isEmpty() ? "run" : plain.substring(0, Math.min(LONGEST, plain.length()));
        }
    }
}
