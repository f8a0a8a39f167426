package squall.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import squall.cli.ExitCodes;
import squall.cli.Secrets;
import squall.cli.Version;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.measure.WindowSummary;
import squall.run.RunResult;

/**
 * The run directory of a run that another program made. It has the files of other runs as far as there is something to put into them, and
 * the files it was made from in {@code source/}, but for those that are large. One thread.
 */
public final class ImportedDirectory {
    /** The member of the manifest that marks it. */
    public static final String FACT = "imported";

    /** Larger files are named with their hash and not copied. */
    private static final long MOST_COPIED_BYTES = 1 << 20;

    private final Path path;
    private final ImportedInfo info;
    private final List<TickFile> files = new ArrayList<>();
    private final Map<String, Object> manifest = new LinkedHashMap<>();

    private ImportedDirectory(Path path, ImportedInfo info) {
        this.path = path;
        this.info = info;
    }

    /** @throws IOException if it cannot be made or the files cannot be copied */
    public static ImportedDirectory create(Path results, ImportedInfo info, Instant now) throws IOException {
        Path path = results.resolve(RunNames.name(
                now, info.workload(), info.product().isEmpty() ? info.tool() : info.product(), info.command()));
        Files.createDirectories(results);
        Files.createDirectory(path);
        ImportedDirectory directory = new ImportedDirectory(path, info);
        directory.begun();
        return directory;
    }

    public Path path() {
        return path;
    }

    private void begun() throws IOException {
        manifest.put("schema_version", Manifest.SCHEMA_VERSION);
        manifest.put("run_id", path.getFileName().toString());
        manifest.put("state", RunState.COMPLETE.label());
        manifest.put("squall", Map.of("version", Version.current().version()));
        manifest.put("command", Secrets.mask(info.command()));
        info.startedAt().ifPresent(startedAt -> manifest.put("started_at", Manifest.time(startedAt)));
        manifest.put("workload", info.workload());
        manifest.put("db", database());
        Map<String, Object> imported = new LinkedHashMap<>();
        imported.put("from", info.tool());
        imported.put("not_recorded", info.lacking());
        imported.put("files", copied());
        manifest.put(FACT, imported);
        manifest.putAll(new TreeMap<>(info.facts()));
    }

    private Map<String, Object> database() {
        Map<String, Object> database = new LinkedHashMap<>();
        database.put("product", info.product());
        database.put("version", info.version());
        return database;
    }

    private List<Map<String, Object>> copied() throws IOException {
        Path folder = Files.createDirectories(path.resolve("source"));
        List<Map<String, Object>> copied = new ArrayList<>();
        for (Path file : info.files()) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", file.getFileName().toString());
            json.put("sha256", Artefacts.sha256(file));
            json.put("bytes", Files.size(file));
            if (Files.size(file) <= MOST_COPIED_BYTES) {
                Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
            copied.add(json);
        }
        return copied;
    }

    /** Seconds will come. */
    public void begin() throws IOException {
        long epochMs = epochMs();
        files.add(new TimeSeriesFile(path, epochMs));
        files.add(new HistogramFile(path.resolve("latency.hlog"), epochMs, OperationTick::latency));
        files.add(new HistogramFile(path.resolve("service.hlog"), epochMs, OperationTick::service));
    }

    private long epochMs() {
        return info.startedAt().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Takes the next second. @throws UncheckedIOException if it cannot be written */
    public void closed(Tick tick) {
        try {
            for (TickFile file : files) {
                file.closed(tick);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends it with what was measured. */
    public void finish(RunResult result, List<Figure> figures) throws IOException {
        for (TickFile file : files) {
            file.close();
        }
        PhasesFile.write(
                path, result.windows().stream().map(WindowSummary::window).toList());
        WindowHistograms.write(path, result, epochMs());
        Map<String, Object> summary = new Summary(runId(), result, List.of(), ExitCodes.OK, Map.of()).json();
        summary.remove("client"); // nothing is known of how the other program's client fared
        summary.remove("aborted_sessions");
        summary.remove("unfinished_wait");
        SummaryTable table = SummaryTable.of(result);
        WholeFile.write(path.resolve("summary.csv"), table.csv());
        WholeFile.write(path.resolve("summary.md"), table.markdown());
        manifest.put("elapsed_ns", result.elapsedNs());
        manifest.put(
                "phases", result.windows().stream().map(w -> w.window().name()).toList());
        ended(summary, figures);
    }

    /** Ends it with figures alone. @param seconds how long it was, empty if that is not recorded */
    public void finish(Optional<Double> seconds, List<Figure> figures) throws IOException {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("schema_version", Manifest.SCHEMA_VERSION);
        summary.put("run_id", runId());
        summary.put("state", RunState.COMPLETE.label());
        summary.put("ending", Map.of("kind", "complete"));
        summary.put("exit_code", 0);
        summary.put("exit_codes", List.of());
        seconds.map(length -> Math.round(length * 1e9)).ifPresent(ns -> {
            summary.put("elapsed_ns", ns);
            manifest.put("elapsed_ns", ns);
        });
        summary.put("windows", List.of());
        summary.put("errors", List.of());
        summary.put("checks", List.of());
        ended(summary, figures);
    }

    private void ended(Map<String, Object> summary, List<Figure> figures) throws IOException {
        if (!figures.isEmpty()) {
            FiguresFile.write(path, figures);
        }
        WholeFile.write(path.resolve("summary.json"), Json.pretty(summary));
        manifest.put("artefacts", Artefacts.of(path));
        WholeFile.write(path.resolve(Manifest.NAME), Json.pretty(manifest));
    }

    private String runId() {
        return path.getFileName().toString();
    }
}
