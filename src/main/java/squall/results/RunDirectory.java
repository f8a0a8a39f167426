package squall.results;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.cli.ExitCode;
import squall.cli.ExitCodes;
import squall.cli.Version;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.run.Event;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.run.watch.Look;
import squall.run.watch.Watch;
import squall.spi.CheckResult;

/**
 * One run's directory while it is being written: flushed with every closed second, readable after a kill.
 *
 * <p>A file that cannot be written, for example because the disk is full, does not stop the run: the first failure is logged once, the
 * files stay as they are from then on (a gap in the middle would be worse than a short file), and {@link #judged} makes it the command's
 * exit code. Calls come from the run's listener thread, then, when the run has ended, from the thread that ran it.
 */
public final class RunDirectory implements RunListener, Watch.Sink, Closeable {
    /** Writes further files into a run directory. */
    public interface Addition {
        void write(Path directory) throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(RunDirectory.class);

    private final Path path;
    private final RunInfo info;
    private final Manifest manifest;
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
        this.manifest = new Manifest(path, info, now);
        manifest.write();
        ConfigFolder.write(path, info);
        this.events = new EventsFile(path);
    }

    /**
     * Makes the directory under {@code results}, writes a manifest whose state is {@code running}, and points {@code results/latest} to it.
     *
     * @param now part of the directory's name; second 0 of the run is told later by {@link #started}
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
                    "cannot make the run directory " + path + ": " + e + "; --results names another place", e);
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
                    "cannot write to the run directory " + path + ": " + e + "; --results names another place", e);
        }
    }

    public Path path() {
        return path;
    }

    /** The first failure to write, if there was one. */
    public Optional<IOException> failure() {
        return failure;
    }

    /** The verdict on a run, with a failure to write as one more reason. */
    public ExitCodes judged(ExitCodes codes) {
        if (failure.isEmpty()) {
            return codes;
        }
        ExitCodes judged =
                codes.and(ExitCode.UNREACHABLE, "results are not complete in " + path + ": " + failure.get());
        return codes.reasons().contains(judged.reasons().getLast()) ? codes : judged;
    }

    @Override
    public void started(long startedAtEpochMs) {
        startedAt = Instant.ofEpochMilli(startedAtEpochMs);
        guarded(() -> {
            manifest.started(startedAtEpochMs);
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
    public void event(Event event) {
        guarded(() -> events.event(event));
    }

    @Override
    public void looked(Look look) {
        if (look instanceof Look.Seen seen) {
            guarded(() -> {
                if (readings.isEmpty()) {
                    readings = Optional.of(new ReadingsFile(path));
                }
                readings.get().write(seen);
            });
        }
    }

    /**
     * Has files of a front end written beside those of every run. Before {@link #finish}, which hashes them and tells of a failure; what
     * is made of the finished directory comes after it, and {@link #judged} tells of that failure.
     */
    public void keep(Addition addition) {
        tried(() -> addition.write(path));
    }

    /**
     * Writes the summary, the final manifest and a line in {@code results/index.csv}, after closing what is still open. Each is tried
     * even if another cannot be written.
     *
     * @return the verdict, with a failure to write as one more reason
     */
    public ExitCodes finish(RunResult result, List<CheckResult> checks, ExitCodes codes) {
        return finish(result, checks, codes, Map.of());
    }

    /** As above. @param further members of the summary that this kind of run has, by name */
    public ExitCodes finish(RunResult result, List<CheckResult> checks, ExitCodes codes, Map<String, Object> further) {
        ended = true;
        closeFiles();
        Summary summary = new Summary(path.getFileName().toString(), result, checks, judged(codes), further);
        SummaryTable table = SummaryTable.of(result);
        tried(() -> PhasesFile.write(
                path, result.windows().stream().map(WindowSummary::window).toList()));
        tried(() -> WindowHistograms.write(path, result, startedAt.toEpochMilli()));
        tried(() -> WholeFile.write(path.resolve("summary.json"), Json.pretty(summary.json())));
        tried(() -> WholeFile.write(path.resolve("summary.csv"), table.csv()));
        tried(() -> WholeFile.write(path.resolve("summary.md"), table.markdown()));
        tried(() -> manifest.ended(summary.state(), outcome(result, summary.codes())));
        tried(() -> IndexFile.append(path.resolveSibling("index.csv"), indexed(summary)));
        return judged(codes);
    }

    /** Closes the files. A run that was not finished is left as aborted. */
    @Override
    public void close() {
        if (ended) {
            return;
        }
        ended = true;
        closeFiles();
        tried(() -> manifest.ended(RunState.ABORTED, Map.of()));
    }

    private void closeFiles() {
        for (TickFile file : files) {
            tried(file::close);
        }
        tried(events::close);
        readings.ifPresent(file -> tried(file::close));
    }

    private Map<String, Object> outcome(RunResult result, ExitCodes codes) {
        Map<String, Object> outcome = new LinkedHashMap<>();
        outcome.put("ended_at", Manifest.time(startedAt.plusNanos(result.elapsedNs())));
        outcome.put("elapsed_ns", result.elapsedNs());
        outcome.put("exit_code", codes.worst().code());
        outcome.put(
                "phases", result.windows().stream().map(w -> w.window().name()).toList());
        return outcome;
    }

    private Map<String, String> indexed(Summary summary) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("time", Manifest.time(startedAt));
        row.put("run_id", summary.runId());
        row.put("version", Version.current().version());
        row.put("workload", info.workload());
        row.put("database", info.database());
        row.put("database_version", info.server().version());
        row.putAll(summary.headline());
        return row;
    }

    /** For what belongs to a stream: after one failure it is left alone. */
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
                LOG.error("cannot write to {}, the run goes on without: {}", path, e.toString());
                failure = Optional.of(e);
            }
        }
    }

    private interface Writing {
        void run() throws IOException;
    }

    /** A link is a convenience: where the file system has none, or a real folder is in the way, there is none. */
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
}
