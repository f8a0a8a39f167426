package squall.results.imported;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.imported.BenchmarkTool.Importer;
import squall.results.imported.BenchmarkTool.PrintedLines;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/**
 * Importer of YCSB's files: its printed text, and the files of {@code hdrhistogram.fileoutput=true}, one for each operation, named after
 * it, in microseconds and without tags.
 */
final class YcsbFiles implements Importer {
    private static final String HDR = ".hdr";

    /** Pattern of a number as Java prints it. */
    private static final String NUMBER = "(\\d[\\d.]*(?:E-?\\d+)?)";

    private final Map<String, Histogram> byOperation = new TreeMap<>();
    private final List<WorkloadFigure> figures = new ArrayList<>();
    private final Map<String, Object> facts = new LinkedHashMap<>();
    private Optional<Double> seconds = Optional.empty();
    private Optional<Instant> startedAt = Optional.empty();
    private double logged;

    @Override
    public ImportedRun read(List<Path> files) throws IOException {
        for (Path file : files) {
            if (file.toString().endsWith(HDR)) {
                histogram(file);
            } else {
                text(PrintedLines.of(file));
            }
        }
        List<String> lacking = new ArrayList<>(List.of(
                "the database and its settings",
                "what happened in each second",
                "errors by SQLSTATE",
                "the client's own delays"));
        if (byOperation.isEmpty()) {
            lacking.add("the distribution of latencies (hdrhistogram.fileoutput)");
        }
        return new ImportedRun(
                "ycsb",
                ImportedRun.ImportedDatabase.UNKNOWN,
                startedAt,
                facts,
                byOperation.isEmpty()
                        ? new ImportedRun.ImportedMeasurement.FiguresAlone(seconds)
                        : new ImportedRun.ImportedMeasurement.Distributions(
                                byOperation,
                                seconds.or(() -> Optional.of(logged).filter(s -> s > 0))),
                figures,
                lacking);
    }

    /** Reads lines of {@code [GROUP], figure, value}. */
    private void text(PrintedLines text) throws IOException {
        String overall = "^\\[OVERALL\\], ";
        double runTime = PrintedLines.wanted(
                text.number(overall + "RunTime\\(ms\\), ([\\d.]+)"),
                text.file(),
                "what YCSB prints at the end of a run");
        seconds = Optional.of(runTime / 1000);
        text.number(overall + "Throughput\\(ops/sec\\), " + NUMBER)
                .ifPresent(value -> figures.add(WorkloadFigure.sum("throughput", "ops/s", value)));
        text.all("^\\[((?!OVERALL|TOTAL_|CLEANUP)[^\\]]+)\\], ([^,]+), " + NUMBER + "$")
                .forEach(this::figure);
    }

    private void figure(Matcher line) {
        String name = line.group(2).strip();
        double value = Double.parseDouble(line.group(3));
        if (name.endsWith("(us)")) {
            figures.add(WorkloadFigure.sum(line.group(1) + " " + name.replace("(us)", ""), "ms", value / 1000));
        } else if (!name.matches("[<>]?\\d+")) { // buckets of a histogram are not figures
            figures.add(WorkloadFigure.sum(line.group(1) + " " + name, "", value));
        }
    }

    private void histogram(Path file) throws IOException {
        Histogram sum = new Histogram(3);
        sum.setAutoResize(true);
        double first = Double.NaN;
        double last = 0;
        String text = InputFile.text(file);
        try (HistogramLogReader reader =
                new HistogramLogReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
            for (EncodableHistogram next = reader.nextIntervalHistogram();
                    next != null;
                    next = reader.nextIntervalHistogram()) {
                sum.add((Histogram) next);
                first = Double.isNaN(first) ? next.getStartTimeStamp() / 1000.0 : first;
                last = next.getEndTimeStamp() / 1000.0;
            }
        } catch (RuntimeException e) { // HdrHistogram throws various exceptions for bad lines
            throw new InvalidFileException(file + " holds a damaged histogram: " + e.getMessage(), e);
        }
        if (sum.getTotalCount() == 0) {
            throw new InvalidFileException(file + " holds no histogram of the log format 1.x of HdrHistogram");
        }
        begun(first, last);
        String name = file.getFileName().toString();
        byOperation.put(name.substring(0, name.length() - HDR.length()), sum);
    }

    private void begun(double first, double last) {
        logged = Math.max(logged, last - first);
        Instant begun = Instant.ofEpochMilli(Math.round(first * 1000));
        startedAt = Optional.of(startedAt.filter(other -> other.isBefore(begun)).orElse(begun));
    }
}
