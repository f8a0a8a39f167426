package squall.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import squall.engine.RunResult;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.measure.WindowSummary;
import squall.results.Manifest.SourceFile;
import squall.results.RunDirectory.RunNames;
import squall.results.file.AppendOnlyFile.TickFile;
import squall.results.file.AtomicFile;
import squall.results.file.CanonicalJson;
import squall.results.file.FiguresFile;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.file.HistogramFile;
import squall.results.file.PhasesFile;
import squall.results.file.RunState;
import squall.results.file.TimeSeriesFile;
import squall.results.file.WindowHistograms;
import squall.verdict.ExitReasons;
import squall.verdict.JudgedRun;

/**
 * Run directory of a run that another program made. It has the files of other runs if there are data for them, and the files it was made
 * from in {@code source/}, except for large ones. Used by one thread.
 */
public final class ImportedDirectory {
    /** Maximum size of a copied file; larger ones are recorded with their hash and not copied. */
    private static final long MOST_COPIED_BYTES = 1 << 20;

    private final Path path;
    private final ImportedInfo info;
    private final List<TickFile> files = new ArrayList<>();
    private final Manifest manifest;

    private ImportedDirectory(Path path, ImportedInfo info) throws IOException {
        this.path = path;
        this.info = info;
        this.manifest = Manifest.of(runId(), info, new Manifest.Imported(info.tool(), info.lacking(), copied()));
    }

    /** @throws IOException if it cannot be made or the files cannot be copied */
    public static ImportedDirectory create(Path results, ImportedInfo info, Instant now) throws IOException {
        Path path = results.resolve(RunNames.name(
                now, info.workload(), info.product().isEmpty() ? info.tool() : info.product(), info.command()));
        Files.createDirectories(results);
        Files.createDirectory(path);
        return new ImportedDirectory(path, info);
    }

    public Path path() {
        return path;
    }

    private List<SourceFile> copied() throws IOException {
        Path folder = Files.createDirectories(path.resolve("source"));
        List<SourceFile> copied = new ArrayList<>();
        for (Path file : info.files()) {
            copied.add(new SourceFile(file.getFileName().toString(), RunArtifacts.sha256(file), Files.size(file)));
            if (Files.size(file) <= MOST_COPIED_BYTES) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        return copied;
    }

    /** Opens the files for seconds. */
    public void begin() throws IOException {
        long epochMs = epochMs();
        files.add(new TimeSeriesFile(path, epochMs));
        files.add(new HistogramFile(path.resolve("latency.hlog"), epochMs, OperationTick::latency));
        files.add(new HistogramFile(path.resolve("service.hlog"), epochMs, OperationTick::service));
    }

    private long epochMs() {
        return info.startedAt().map(Instant::toEpochMilli).orElse(0L);
    }

    /** Writes the next second. @throws UncheckedIOException if it cannot be written */
    public void closed(Tick tick) {
        try {
            for (TickFile file : files) {
                file.closed(tick);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Completes the directory with the measurements. */
    public void finish(RunResult result, List<WorkloadFigure> figures) throws IOException {
        for (TickFile file : files) {
            file.close();
        }
        PhasesFile.write(
                path, result.windows().stream().map(WindowSummary::window).toList());
        WindowHistograms.write(path, result, epochMs());
        RunSummary summary = RunSummary.of(
                        runId(), new JudgedRun(result, List.of(), ExitReasons.OK), RunSummary.Members.NONE)
                .withoutClient();
        SummaryTable table = SummaryTable.of(result);
        AtomicFile.write(path.resolve("summary.csv"), table.csv());
        AtomicFile.write(path.resolve("summary.md"), table.markdown());
        ended(
                summary,
                figures,
                Optional.of(
                        result.windows().stream().map(w -> w.window().name()).toList()));
    }

    /** Completes the directory with figures alone. @param seconds length of the run, empty if it is not recorded */
    public void finish(Optional<Double> seconds, List<WorkloadFigure> figures) throws IOException {
        OptionalLong elapsedNs =
                seconds.stream().mapToLong(length -> Math.round(length * 1e9)).findFirst();
        ended(RunSummary.ofFigures(runId(), elapsedNs), figures, Optional.empty());
    }

    private void ended(RunSummary summary, List<WorkloadFigure> figures, Optional<List<String>> phases)
            throws IOException {
        if (!figures.isEmpty()) {
            FiguresFile.write(path, figures);
        }
        AtomicFile.write(path.resolve(RunSummary.NAME), CanonicalJson.pretty(summary));
        Manifest.RecordedEnd end =
                new Manifest.RecordedEnd(Optional.empty(), summary.elapsedNs(), OptionalInt.empty(), phases);
        Manifest ended = manifest.ended(RunState.COMPLETE, end, RunArtifacts.of(path));
        AtomicFile.write(path.resolve(Manifest.NAME), CanonicalJson.pretty(ended));
    }

    private String runId() {
        return path.getFileName().toString();
    }

    /**
     * Facts about a run that another program made.
     *
     * @param tool that program
     * @param product of the database, and its version; empty texts if they are not recorded
     * @param startedAt empty if it is not recorded
     * @param command by which it was imported
     * @param facts further members of the manifest
     * @param files that were read
     * @param lacking data that runs of Squall record and those files do not contain
     */
    public record ImportedInfo(
            String tool,
            String workload,
            String product,
            String version,
            Optional<Instant> startedAt,
            List<String> command,
            Map<String, Object> facts,
            List<Path> files,
            List<String> lacking) {
        public ImportedInfo {
            command = List.copyOf(command);
            facts = Map.copyOf(facts);
            files = List.copyOf(files);
            lacking = List.copyOf(lacking);
        }
    }
}
