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
import squall.cli.CommandException;
import squall.measure.OperationSummary;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.run.RunResult;
import squall.ycsb.ClientProperties;
import squall.ycsb.YcsbProperties;

/**
 * The final report: upstream's lines with upstream's meaning, and after them what upstream does not tell.
 *
 * <p>{@code [OVERALL]} spans the whole run and counts failed operations, as upstream defines it. The groups of the operations and
 * {@code [GOODPUT]} leave a warm-up out.
 */
public final class Report {
    private Report() {}

    /** @throws CommandException if a setting of the report cannot be used */
    public static List<Line> lines(RunResult result, YcsbProperties properties, JvmFacts jvm) throws CommandException {
        OutputSettings settings = OutputSettings.of(properties);
        return lines(result, settings, jvm, new TimeSeries(settings.slotSeconds()));
    }

    static List<Line> lines(RunResult result, OutputSettings settings, JvmFacts jvm, TimeSeries slots) {
        WindowSummary measured = measured(result);
        GroupStyle style = new GroupStyle(settings);
        List<Line> lines = new ArrayList<>(overall(result, measured));
        lines.addAll(JvmLines.of(jvm, result.elapsedNs(), style));
        for (Group group : new Groups(settings, slots).of(Reported.of(measured.operations()))) {
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
    public static void write(YcsbProperties properties, List<Line> lines, PrintStream stdout)
            throws IOException, CommandException {
        Exporter exporter = Exporter.of(properties);
        String file = properties.get(ClientProperties.EXPORT_FILE);
        if (file.isEmpty()) {
            exporter.write(lines, stdout);
            stdout.flush();
        } else {
            writeFile(exporter, lines, Path.of(file));
        }
    }

    private static void writeFile(Exporter exporter, List<Line> lines, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            exporter.write(lines, out);
        } catch (IOException e) {
            throw new IOException("exportfile " + file + " could not be written: " + e, e);
        }
    }

    private static WindowSummary measured(RunResult result) {
        List<WindowSummary> measured = result.windows().stream()
                .filter(w -> w.window().kind() != Window.Kind.WARMUP)
                .toList();
        // Several windows cannot be told apart in this format: the whole run it is.
        return measured.size() == 1 ? measured.getFirst() : result.total();
    }

    /** Of the same operations as all other sections, so without a warm-up, which upstream does not know. */
    private static List<Line> overall(RunResult result, WindowSummary measured) {
        boolean warmedUp = result.windows().size() > 1;
        long finished = warmedUp ? measured.finished() : result.finished();
        double seconds = warmedUp ? measured.seconds() : result.elapsedNs() / 1e9;
        return List.of(
                new Line("OVERALL", "RunTime(ms)", Math.round(Math.floor(seconds * 1000))),
                new Line("OVERALL", "Throughput(ops/sec)", finished / seconds));
    }

    private static List<Line> goodput(WindowSummary window) {
        return List.of(new Line("GOODPUT", "Throughput(ops/sec)", window.goodputPerSecond()));
    }

    private static List<Line> errors(WindowSummary window) {
        List<Line> lines = new ArrayList<>();
        for (OperationSummary o : Reported.of(window.operations())) {
            String name = o.operation().name();
            Groups.failures(o).forEach((code, n) -> lines.add(new Line("ERRORS", name + " " + code, n)));
        }
        return lines;
    }

    private static List<Line> retries(WindowSummary window) {
        return Reported.of(window.operations()).stream()
                .filter(o -> o.retries() > 0)
                .map(o -> new Line("RETRIES", o.operation().name(), o.retries()))
                .toList();
    }

    private static List<Line> plan(RunResult result) {
        return List.of(
                new Line("PLAN", "Planned", result.planned()),
                new Line("PLAN", "Started", result.started()),
                new Line("PLAN", "Finished", result.finished()),
                new Line("PLAN", "Unfinished", result.unfinished()));
    }

    /** How long the turns that never ended had waited; upstream forgets them. */
    private static List<Line> unfinished(RunResult result, GroupStyle style) {
        Histogram wait = result.unfinishedWait();
        if (wait.getTotalCount() == 0) {
            return List.of();
        }
        return style.lines(new Group("UNFINISHED", wait, new TreeMap<>(), List.of()));
    }
}
