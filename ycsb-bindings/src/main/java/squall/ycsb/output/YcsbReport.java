package squall.ycsb.output;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import squall.engine.RunResult;
import squall.measure.OperationSummary;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.system.CommandException;
import squall.ycsb.ClientProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.output.JvmMonitor.JvmFacts;
import squall.ycsb.output.MeasurementGroups.MeasurementGroup;

/**
 * The final report: upstream's lines with upstream's meaning, and after them what upstream does not tell.
 *
 * <p>{@code [OVERALL]} counts failed operations, as upstream defines it. All sections leave a warm-up out, and rates have one divisor: the
 * length of the measured window, without what the last answers took beyond it.
 */
public final class YcsbReport {
    private YcsbReport() {}

    static List<ReportLine> lines(RunResult result, OutputSettings settings, JvmFacts jvm, MeasurementGroups groups) {
        WindowSummary measured = measured(result);
        MeasurementGroupFormat style = new MeasurementGroupFormat(settings);
        List<ReportLine> lines = new ArrayList<>(overall(result, measured));
        lines.addAll(JvmLines.of(jvm, measured.seconds(), style));
        for (MeasurementGroup group : groups.of(ReportedOperations.of(measured.operations()))) {
            lines.addAll(style.lines(group));
        }
        lines.addAll(goodput(measured));
        lines.addAll(errors(measured));
        lines.addAll(retries(measured));
        lines.addAll(plan(result));
        lines.addAll(unfinished(result, style));
        return lines;
    }

    /**
     * Writes to the file that {@code exportfile} names, else to {@code stdout}, which stays open, with the class that
     * {@code exporter} names.
     *
     * @throws IOException if it cannot be written; the message names the file or the class
     * @throws CommandException if there is no such exporter
     */
    public static void write(YcsbProperties properties, List<ReportLine> lines, PrintStream stdout)
            throws IOException, CommandException {
        ReportExporter exporter = ReportExporter.of(properties);
        String file = properties.get(ClientProperties.EXPORT_FILE);
        if (file.isEmpty()) {
            exporter.write(lines, stdout);
            stdout.flush();
        } else {
            writeFile(exporter, lines, Path.of(file));
        }
    }

    private static void writeFile(ReportExporter exporter, List<ReportLine> lines, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            exporter.write(lines, out);
        } catch (IOException e) {
            throw new IOException("exportfile " + file + " could not be written: " + e, e);
        }
    }

    /** Returns the window that the output is about. */
    static WindowSummary measured(RunResult result) {
        List<WindowSummary> measured = result.windows().stream()
                .filter(w -> w.window().kind() != Window.Kind.WARMUP)
                .toList();
        // This format cannot distinguish several windows, so the whole run is reported.
        return measured.size() == 1 ? measured.getFirst() : result.total();
    }

    /** Returns the totals of the same operations as all other sections, so without a warm-up, which upstream does not know. */
    private static List<ReportLine> overall(RunResult result, WindowSummary measured) {
        boolean warmedUp = result.windows().size() > 1;
        long finished = warmedUp ? measured.finished() : result.finished();
        double seconds = measured.seconds();
        return List.of(
                new ReportLine("OVERALL", "RunTime(ms)", Math.round(Math.floor(seconds * 1000))),
                new ReportLine("OVERALL", "Throughput(ops/sec)", seconds == 0 ? 0 : finished / seconds));
    }

    private static List<ReportLine> goodput(WindowSummary window) {
        return List.of(new ReportLine("GOODPUT", "Throughput(ops/sec)", window.goodputPerSecond()));
    }

    private static List<ReportLine> errors(WindowSummary window) {
        List<ReportLine> lines = new ArrayList<>();
        for (OperationSummary o : ReportedOperations.of(window.operations())) {
            String name = o.operation().name();
            MeasurementGroups.failures(o)
                    .forEach((code, n) -> lines.add(new ReportLine("ERRORS", name + " " + code, n)));
        }
        return lines;
    }

    private static List<ReportLine> retries(WindowSummary window) {
        return ReportedOperations.of(window.operations()).stream()
                .filter(o -> o.retries() > 0)
                .map(o -> new ReportLine("RETRIES", o.operation().name(), o.retries()))
                .toList();
    }

    private static List<ReportLine> plan(RunResult result) {
        return List.of(
                new ReportLine("PLAN", "Planned", result.planned()),
                new ReportLine("PLAN", "Started", result.started()),
                new ReportLine("PLAN", "Finished", result.finished()),
                new ReportLine("PLAN", "Unfinished", result.unfinished()));
    }

    /** Returns how long the turns that never ended had waited; upstream forgets them. */
    private static List<ReportLine> unfinished(RunResult result, MeasurementGroupFormat style) {
        Histogram wait = result.unfinishedWait();
        if (wait.getTotalCount() == 0) {
            return List.of();
        }
        return style.lines(new MeasurementGroup("UNFINISHED", wait, new TreeMap<>(), List.of()));
    }

    /** The lines about the client's JVM, in upstream's order and under upstream's names. */
    private static final class JvmLines {
        private JvmLines() {}

        static List<ReportLine> of(JvmFacts jvm, double seconds, MeasurementGroupFormat style) {
            List<ReportLine> lines = new ArrayList<>();
            for (JvmFacts.Collector collector : jvm.collectors()) {
                lines.add(new ReportLine("TOTAL_GCS_" + collector.name(), "Count", collector.count()));
                lines.add(new ReportLine("TOTAL_GC_TIME_" + collector.name(), "Time(ms)", collector.timeMs()));
                lines.add(new ReportLine(
                        "TOTAL_GC_TIME_%_" + collector.name(), "Time(%)", percent(collector.timeMs(), seconds)));
            }
            long timeMs = jvm.collectors().stream()
                    .mapToLong(JvmFacts.Collector::timeMs)
                    .sum();
            long count = jvm.collectors().stream()
                    .mapToLong(JvmFacts.Collector::count)
                    .sum();
            lines.add(new ReportLine("TOTAL_GCs", "Count", count));
            lines.add(new ReportLine("TOTAL_GC_TIME", "Time(ms)", timeMs));
            lines.add(new ReportLine("TOTAL_GC_TIME_%", "Time(%)", percent(timeMs, seconds)));
            jvm.usage().ifPresent(usage -> lines.addAll(usage(usage, style)));
            return lines;
        }

        private static double percent(long timeMs, double seconds) {
            return seconds == 0 ? 0 : timeMs / (seconds * 1000) * 100;
        }

        private static List<ReportLine> usage(JvmFacts.JvmUsage usage, MeasurementGroupFormat style) {
            List<ReportLine> lines = new ArrayList<>();
            lines.add(new ReportLine("MAX_MEM_USED", "MBs", usage.maxMemoryMb()));
            lines.add(new ReportLine("MIN_MEM_USED", "MBs", usage.minMemoryMb()));
            lines.add(new ReportLine("MAX_THREADS", "Count", usage.maxThreads()));
            lines.add(new ReportLine("MIN_THREADS", "Count", usage.minThreads()));
            lines.add(new ReportLine("MAX_SYS_LOAD_AVG", "Load", usage.maxLoad()));
            lines.add(new ReportLine("MIN_SYS_LOAD_AVG", "Load", usage.minLoad()));
            // Upstream words these as latencies in microseconds; they are threads, megabytes, load, collections and
            // milliseconds.
            usage.groups()
                    .forEach((name, samples) ->
                            lines.addAll(style.lines(new MeasurementGroup(name, samples, new TreeMap<>(), List.of()))));
            return lines;
        }
    }

    /**
     * Line of a report: {@code [metric], measurement, value}.
     *
     * @param value an {@link Integer}, {@link Long} or {@link Double}: the exporters of YCSB know no other
     */
    public record ReportLine(String metric, String measurement, Number value) {
        public ReportLine {
            if (!(value instanceof Integer || value instanceof Long || value instanceof Double)) {
                throw new IllegalArgumentException(
                        "value of " + metric + ", " + measurement + " must be an int, a long or a double: " + value);
            }
        }
    }
}
