package squall.report;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import squall.cli.Figures;
import squall.cli.JudgedRun;
import squall.cli.Screen;
import squall.cli.Secrets;
import squall.measure.OperationSummary;
import squall.measure.SuccessGap;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.run.Ending;
import squall.run.RunResult;
import squall.spi.CheckResult;
import squall.spi.Outcome;

/**
 * The last lines of a command that ran a load: figures, errors, checks, where the results are, how to do it again, why it ends as it does.
 * What ran where was said when it began.
 *
 * @param figures lines of the front end, shown under the table of operations
 * @param directory empty if nothing was kept
 * @param reproduce the command line that does the same again; secrets are taken out
 */
public record EndSummary(JudgedRun run, List<String> figures, Optional<Path> directory, List<String> reproduce) {
    private static final int LABEL = 11;
    private static final int MOST_ERRORS = 10;

    public EndSummary {
        figures = List.copyOf(figures);
        reproduce = List.copyOf(reproduce);
    }

    /** No line is wider than the screen, except paths and the command to copy, which are whole. */
    public List<String> lines(Screen screen) {
        List<String> lines = new ArrayList<>();
        lines.add(screen.fit(ending()));
        result().longestGap().ifPresent(gap -> lines.add(screen.fit(told(gap))));
        shownWindow().ifPresent(line -> lines.add(screen.fit(line)));
        measured().ifPresent(window -> lines.addAll(table(window).lines(screen.columns())));
        figures.forEach(line -> lines.add(screen.fit(line)));
        errors().forEach(line -> lines.add(screen.fit(line)));
        run.checks().forEach(check -> lines.addAll(checked(check, screen)));
        directory.ifPresent(path -> lines.add(labelled("results", path.toString())));
        if (!reproduce.isEmpty()) {
            lines.add(labelled(
                    "reproduce",
                    String.join(
                            " ",
                            Secrets.mask(reproduce).stream()
                                    .map(EndSummary::quoted)
                                    .toList())));
        }
        run.codes().lines().forEach(line -> lines.addAll(painted(screen, line, screen::red)));
        return List.copyOf(lines);
    }

    private RunResult result() {
        return run.result();
    }

    private String ending() {
        String how = switch (result().ending()) {
            case Ending.Complete complete -> "complete";
            case Ending.Aborted aborted -> "ended early";
            case Ending.CalledOff off -> "called off";
            case Ending.Interrupted interrupted -> "interrupted";
            case Ending.Failed failed -> "failed";
        };
        String line = how + " after " + Figures.length(Duration.ofNanos(result().elapsedNs())) + ", "
                + Figures.count(result().finished()) + " of " + Figures.count(result().planned()) + " operations";
        return result().unfinished() == 0 ? line : line + ", " + Figures.count(result().unfinished()) + " unfinished";
    }

    private static String told(SuccessGap gap) {
        return "no operation completed successfully for " + Figures.length(Duration.ofNanos(gap.lengthNs())) + " from "
                + Figures.clock(Duration.ofNanos(gap.fromNs()).toSeconds());
    }

    /** The window that is not warm-up if there is one such, else the whole run; nothing if the run never began. */
    private Optional<WindowSummary> measured() {
        List<WindowSummary> measured = result().windows().stream()
                .filter(window -> window.window().kind() != Window.Kind.WARMUP)
                .toList();
        WindowSummary shown = measured.size() == 1 ? measured.getFirst() : result().total();
        return shown.operations().isEmpty() ? Optional.empty() : Optional.of(shown);
    }

    /** Said only where the figures are not those of the whole run. */
    private Optional<String> shownWindow() {
        return measured()
                .filter(window -> result().windows().size() > 1)
                .map(window -> "figures of " + window.window().name() + ", "
                        + Figures.length(Duration.ofMillis(Math.round(window.seconds() * 1000))));
    }

    private static Table table(WindowSummary window) {
        List<OperationSummary> rows = window.operations().stream()
                .filter(o -> o.ended() + o.unfinished() > 0)
                .toList();
        return new Table(List.of(
                column(
                        "operation",
                        9,
                        rows,
                        o -> o.operation().name() + (o.operation().part() ? " (part)" : "")),
                column("ok", 8, rows, o -> Figures.count(o.ok())),
                column("ok/s", 7, rows, o -> Figures.amount(o.ok() / window.seconds())),
                column("failed", 8, rows, o -> Figures.count(o.refused() + o.unknown())),
                column("retries", 2, rows, o -> Figures.count(o.retries())),
                column("p50 ms", 6, rows, o -> percentile(o, 50)),
                column("p95 ms", 3, rows, o -> percentile(o, 95)),
                column("p99 ms", 7, rows, o -> percentile(o, 99)),
                column("p99.9 ms", 4, rows, o -> percentile(o, 99.9)),
                column("max ms", 5, rows, o -> percentile(o, 100))));
    }

    private static Table.Column column(
            String heading, int importance, List<OperationSummary> rows, Function<OperationSummary, String> cell) {
        return new Table.Column(heading, importance, rows.stream().map(cell).toList());
    }

    private static String percentile(OperationSummary operation, double percentile) {
        Histogram latency = operation.latency();
        return latency.getTotalCount() == 0 ? "-" : Figures.milliseconds(latency.getValueAtPercentile(percentile));
    }

    private List<String> errors() {
        Map<String, Long> counts = new TreeMap<>();
        for (OperationSummary operation : result().total().operations()) {
            operation
                    .outcomes()
                    .forEach((outcome, count) -> name(outcome)
                            .ifPresent(
                                    name -> counts.merge(operation.operation().name() + " " + name, count, Long::sum)));
        }
        List<String> lines = new ArrayList<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_ERRORS)
                .forEach(e -> lines.add(
                        labelled(lines.isEmpty() ? "errors" : "", Figures.count(e.getValue()) + "  " + e.getKey())));
        if (counts.size() > MOST_ERRORS) {
            lines.add(labelled("", counts.size() - MOST_ERRORS + " more kinds are in errors.csv"));
        }
        return lines;
    }

    private static Optional<String> name(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> Optional.empty();
            case Outcome.Refused refused ->
                Optional.of(refused.code() + " " + refused.error().kind().label() + ", refused");
            case Outcome.Unknown unknown ->
                Optional.of(unknown.code() + " " + unknown.error().kind().label() + ", outcome unknown");
        };
    }

    private static List<String> checked(CheckResult check, Screen screen) {
        String line = check.name() + ": " + Secrets.mask(check.detail());
        return switch (check.verdict()) {
            case PASSED -> painted(screen, screen.tick() + " " + line, screen::green);
            case SKIPPED -> painted(screen, "- " + line + " (skipped)", screen::dim);
            case UNDECIDED -> painted(screen, "? " + line + " (undecided)", screen::red);
            case FAILED -> painted(screen, screen.cross() + " " + line, screen::red);
        };
    }

    private static List<String> painted(Screen screen, String line, UnaryOperator<String> colour) {
        return screen.wrap(line).stream().map(colour).toList();
    }

    private static String labelled(String label, String text) {
        return label + " ".repeat(LABEL - label.length()) + text;
    }

    /** As a shell takes it back. */
    private static String quoted(String argument) {
        return argument.matches("[\\w@%+=:,./\\-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
