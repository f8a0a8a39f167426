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
import java.util.regex.Pattern;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.imported.BenchmarkTool.Importer;
import squall.results.imported.BenchmarkTool.PrintedLines;
import squall.results.imported.ImportedRun.LatencyDistribution;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/**
 * Importer of YCSB's files: its printed text, and the files of {@code hdrhistogram.fileoutput=true}, in microseconds and without tags.
 *
 * <p>A file is named after the group of its measurements, after a prefix that the user chose: {@code READ.hdr}, {@code READ-FAILED.hdr} or
 * another status for those that failed, {@code Intended-READ.hdr} for times since they were due.
 */
final class YcsbFiles implements Importer {
    private static final String HDR = ".hdr";

    /** Group of what each session does at its end, which is no operation of the run. */
    private static final String CLEANUP = "CLEANUP";

    private static final String READ_MODIFY_WRITE = "READ-MODIFY-WRITE";

    /** Pattern of a number as Java prints it. */
    private static final String NUMBER = "(\\d[\\d.]*(?:E-?\\d+)?)";

    private final Map<HdrGroup, Histogram> byGroup = new LinkedHashMap<>();
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
        Map<String, LatencyDistribution> byOperation = byOperation();
        if (byOperation.isEmpty()) {
            lacking.add("the distribution of latencies (hdrhistogram.fileoutput)");
        } else { // even without failures: runs that differ in what was not recorded cannot be compared
            lacking.add("which failed operations may have been applied (all count as refused)");
        }
        if (byOperation.values().stream().anyMatch(LatencyDistribution::part)) {
            lacking.add("which reads and updates belong to a read-modify-write (each counts as an operation)");
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
        HdrGroup group = HdrGroup.of(name.substring(0, name.length() - HDR.length()));
        if (byGroup.putIfAbsent(group, sum) != null) {
            throw new InvalidFileException(
                    file + " is not the only file of " + group + ": name the files of one run only, each once");
        }
    }

    /**
     * Returns the distributions of the operations. Times since operations were due replace those since they were sent. A read-modify-write
     * is a part where its read and its update are counted themselves.
     */
    private Map<String, LatencyDistribution> byOperation() {
        Map<String, Map<String, Histogram>> byStatus = new TreeMap<>();
        byGroup.forEach((group, latency) -> {
            HdrGroup due = new HdrGroup(true, group.operation(), group.status());
            if (!group.operation().equals(CLEANUP) && (group.intended() || !byGroup.containsKey(due))) {
                byStatus.computeIfAbsent(group.operation(), operation -> new TreeMap<>())
                        .put(group.status(), latency);
            }
        });
        boolean halves = byStatus.containsKey("READ") || byStatus.containsKey("UPDATE");
        Map<String, LatencyDistribution> byOperation = new TreeMap<>();
        byStatus.forEach((operation, found) -> {
            Map<String, Histogram> failed = new TreeMap<>(found);
            Histogram ok = Optional.ofNullable(failed.remove(HdrGroup.OK)).orElseGet(() -> new Histogram(3));
            byOperation.put(
                    operation, new LatencyDistribution(ok, failed, halves && operation.equals(READ_MODIFY_WRITE)));
        });
        return byOperation;
    }

    private void begun(double first, double last) {
        logged = Math.max(logged, last - first);
        Instant begun = Instant.ofEpochMilli(Math.round(first * 1000));
        startedAt = Optional.of(startedAt.filter(other -> other.isBefore(begun)).orElse(begun));
    }

    /**
     * Group of measurements that has a file.
     *
     * @param intended whether its times are from when an operation was due
     * @param status with which its operations failed; empty if they did not
     */
    private record HdrGroup(boolean intended, String operation, String status) {
        static final String OK = "";

        /** Pattern of the groups of YCSB's own operations, after a prefix, which does not end in capitals as {@code INDEX-READ}. */
        private static final Pattern KNOWN = Pattern.compile("(?:.*?[^A-Z-]-*)??(Intended-)?"
                + "(READ-MODIFY-WRITE|READ|SCAN|UPDATE|INSERT|DELETE|" + CLEANUP + ")(?:-([A-Z_]+))?");

        /** Pattern of any other group: only this status cannot be a part of the operation's name. */
        private static final Pattern OTHER = Pattern.compile("(?s)(Intended-)?(.*?)(?:-(FAILED))?");

        static HdrGroup of(String name) {
            Matcher known = KNOWN.matcher(name);
            Matcher found = known.matches() ? known : OTHER.matcher(name);
            if (!found.matches()) {
                throw new IllegalArgumentException(name + " is no group of measurements");
            }
            return new HdrGroup(
                    found.group(1) != null,
                    found.group(2),
                    Optional.ofNullable(found.group(3)).orElse(OK));
        }

        @Override
        public String toString() {
            return (intended ? "Intended-" : "") + operation + (status.isEmpty() ? "" : "-" + status);
        }
    }
}
