package squall.results.imported;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.measure.OperationSummary;
import squall.measure.OutcomeNumbers;
import squall.measure.RunWindows;
import squall.measure.SampleCode;
import squall.measure.Timeline;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.results.ImportedDirectory;
import squall.results.ImportedDirectory.ImportedInfo;
import squall.results.imported.ImportedRun.ImportedMeasurement;
import squall.results.imported.ImportedRun.ImportedSample;
import squall.results.imported.ImportedRun.LatencyDistribution;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.system.InvalidFileException;

/**
 * Import of another program's files as a run directory. Data not recorded there are absent, and the manifest's member {@code imported}
 * lists them.
 */
public final class RunImport {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final String WINDOW = Window.MEASURED;

    private final ImportedRun source;
    private final ImportedDirectory directory;

    private RunImport(ImportedRun source, ImportedDirectory directory) {
        this.source = source;
        this.directory = directory;
    }

    /**
     * @param results folder in which the directory is made
     * @return its path
     * @throws IOException if a file cannot be read as one of that program, before anything is written, or the directory cannot be made
     */
    public static Path of(BenchmarkTool tool, List<Path> files, Path results, List<String> command) throws IOException {
        requireDifferentNames(files);
        ImportedRun source = source(tool, files);
        ImportedInfo info = new ImportedInfo(
                tool.name().toLowerCase(Locale.ROOT),
                source.workload(),
                source.database().product(),
                source.database().version(),
                begun(source),
                command,
                source.facts(),
                files,
                source.lacking());
        ImportedDirectory directory = ImportedDirectory.create(results, info, Instant.now());
        new RunImport(source, directory).write();
        return directory.path();
    }

    /** Refuses files of one name: they are kept by it, and YCSB's are each the only one of the operation after which they are named. */
    private static void requireDifferentNames(List<Path> files) throws InvalidFileException {
        Map<Path, Path> byName = new HashMap<>();
        for (Path file : files) {
            Path other = byName.putIfAbsent(file.getFileName(), file);
            if (other != null) {
                throw new InvalidFileException(other + " and " + file
                        + " have the same name: name the files of one run only, each once, or rename one");
            }
        }
    }

    /** Reads the source. Tables of intervals are only copied, so alone they make no run; neither does an empty log. */
    private static ImportedRun source(BenchmarkTool tool, List<Path> files) throws IOException {
        String names = files.stream().map(Path::toString).collect(Collectors.joining(", "));
        try {
            ImportedRun source = tool.importer().read(files);
            if (source.measured() instanceof ImportedMeasurement.FiguresAlone
                    && source.figures().isEmpty()) {
                throw new InvalidFileException(names + ": there is nothing to import; " + tool.wanted());
            }
            return source;
        } catch (NumberFormatException e) {
            throw new InvalidFileException(names + ": a figure is no number (" + e.getMessage() + ")", e);
        }
    }

    /** Returns the start of the run: the first of its samples, unless it is recorded more precisely. */
    private static Optional<Instant> begun(ImportedRun source) {
        return source.measured() instanceof ImportedMeasurement.Samples samples
                ? Optional.of(Instant.ofEpochMilli(firstNs(samples) / 1_000_000))
                : source.startedAt();
    }

    private static long firstNs(ImportedMeasurement.Samples samples) {
        return samples.samples().stream().mapToLong(ImportedSample::dueNs).min().orElseThrow();
    }

    private void write() throws IOException {
        switch (source.measured()) {
            case ImportedMeasurement.Samples samples -> samples(samples);
            case ImportedMeasurement.Distributions distributions ->
                directory.finish(result(distributions), source.figures());
            case ImportedMeasurement.FiguresAlone figures -> directory.finish(figures.seconds(), source.figures());
        }
    }

    private void samples(ImportedMeasurement.Samples measured) throws IOException {
        List<Operation> operations = operations(new TreeSet<>(measured.samples().stream()
                        .map(ImportedSample::operation)
                        .toList())
                .stream().toList());
        Map<String, Integer> ordinals = new HashMap<>();
        operations.forEach(operation -> ordinals.put(operation.name(), operation.ordinal()));
        OutcomeNumbers outcomes = new OutcomeNumbers();
        Timeline timeline = new Timeline(
                operations,
                new RunWindows(List.of(new Window(WINDOW, Window.Kind.STEADY, 0, Long.MAX_VALUE))),
                outcomes);
        directory.begin();
        long zeroNs = firstNs(measured) / 1_000_000 * 1_000_000;
        long endNs = 0;
        for (ImportedSample sample : ordered(measured.samples())) {
            timeline.settle(sample.dueNs() - zeroNs, directory::closed);
            timeline.sample(
                    SampleCode.of(ordinals.getOrDefault(sample.operation(), 0), outcomes.id(Outcome.OK), 1),
                    sample.dueNs() - zeroNs,
                    sample.sentNs() - zeroNs,
                    sample.doneNs() - zeroNs);
            endNs = Math.max(endNs, sample.doneNs() - zeroNs);
        }
        timeline.finish(endNs, directory::closed);
        directory.finish(
                result(
                        timeline.total(endNs),
                        timeline.windows(endNs),
                        endNs,
                        measured.samples().size()),
                source.figures());
    }

    private static List<ImportedSample> ordered(List<ImportedSample> samples) {
        List<ImportedSample> ordered = new ArrayList<>(samples);
        ordered.sort(Comparator.comparingLong(ImportedSample::dueNs));
        return ordered;
    }

    private static List<Operation> operations(List<String> names) {
        List<Operation> operations = new ArrayList<>();
        names.forEach(name -> operations.add(new Operation(operations.size(), name, false)));
        return operations;
    }

    private static RunResult result(ImportedMeasurement.Distributions measured) {
        List<OperationSummary> summaries = new ArrayList<>();
        measured.byOperation()
                .forEach((name, latency) ->
                        summaries.add(summary(new Operation(summaries.size(), name, latency.part()), latency)));
        double seconds = measured.seconds().orElse(0.0);
        Window window = new Window(WINDOW, Window.Kind.STEADY, 0, (long) Math.ceil(seconds));
        WindowSummary all = new WindowSummary(window, seconds, summaries);
        return result(all, List.of(all), Math.round(seconds * SECOND_NS), all.finished());
    }

    /** Summarizes an operation. Other programs do not tell which failed operations may have been applied. */
    private static OperationSummary summary(Operation operation, LatencyDistribution latency) {
        Histogram none = new Histogram(3);
        Histogram failed = new Histogram(3);
        Map<Outcome, Long> outcomes = new HashMap<>();
        outcomes.put(Outcome.OK, latency.ok().getTotalCount());
        latency.failed().forEach((status, times) -> {
            failed.add(times);
            outcomes.put(new Outcome.Refused(new ErrorCode(ErrorKind.OTHER, status), ""), times.getTotalCount());
        });
        return new OperationSummary(
                operation,
                latency.ok().getTotalCount(),
                failed.getTotalCount(),
                0,
                0,
                0,
                latency.ok(),
                none,
                failed,
                none,
                outcomes);
    }

    private static RunResult result(WindowSummary total, List<WindowSummary> windows, long elapsedNs, long operations) {
        return new RunResult(
                new RunEnding.Complete(),
                elapsedNs,
                RunResult.TurnCount.allFinished(operations),
                new RunResult.RunMeasurement(total, windows, OptionalDouble.empty()),
                0,
                RunResult.ClientHealth.GOOD);
    }
}
