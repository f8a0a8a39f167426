package squall.report;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import squall.check.DataCheck;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.measure.OperationSummary;
import squall.measure.SuccessGaps.SuccessGap;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.report.model.CalibrationWarning;
import squall.spi.CheckResult;
import squall.spi.Outcome;
import squall.system.ExitCode;
import squall.system.HumanNumbers;
import squall.system.OutputScreen;
import squall.system.SecretMasking;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TextTable;
import squall.verdict.JudgedRun;

/**
 * Summary in the last lines of a command that ran a load: figures, errors, checks, path of the results, command to reproduce it, reasons of
 * the exit code. The database and the workload were printed when the run began.
 *
 * @param figures lines of the front end, shown under the table of operations
 * @param directory empty if nothing was kept
 * @param reproduce the command line that repeats the run, without secrets
 */
public record EndSummary(JudgedRun run, List<String> figures, Optional<Path> directory, List<String> reproduce) {
    private static final int LABEL = 11;
    private static final int MOST_ERRORS = 10;

    public EndSummary {
        figures = List.copyOf(figures);
        reproduce = List.copyOf(reproduce);
    }

    /** Formats all lines. None is wider than the screen, except paths and the command to copy, which are whole. */
    public List<String> lines(OutputScreen screen) {
        List<String> lines = new ArrayList<>();
        lines.add(screen.fit(ending()));
        result().longestGap().ifPresent(gap -> lines.add(screen.fit(text(gap))));
        shownWindow().ifPresent(line -> lines.add(screen.fit(line)));
        measured().ifPresent(window -> lines.addAll(TextTable.lines(table(window), screen.columns())));
        figures.forEach(line -> lines.add(screen.fit(line)));
        errors().forEach(line -> lines.add(screen.fit(line)));
        existed().forEach(line -> lines.addAll(screen.wrap(line)));
        missing().forEach(line -> lines.addAll(painted(screen, line, screen::red)));
        unsustained().ifPresent(line -> lines.addAll(painted(screen, line, screen::red)));
        DataCheck.together(run.checks()).forEach(check -> lines.addAll(checked(check, screen)));
        directory.ifPresent(path -> lines.add(labelled("results", path.toString())));
        if (!reproduce.isEmpty()) {
            lines.add(labelled("reproduce", SecretMasking.commandLine(reproduce)));
        }
        run.codes().lines().forEach(line -> lines.addAll(painted(screen, line, screen::red)));
        return List.copyOf(lines);
    }

    /**
     * Formats a short form: how the run ended, the figures of the front end, warnings, the checks, every reason why the exit code is not 0,
     * and the path of the results.
     */
    public List<String> brief(OutputScreen screen) {
        List<String> lines = new ArrayList<>();
        lines.add(screen.fit(ending()));
        lines.addAll(figures);
        unsustained().ifPresent(line -> lines.addAll(painted(screen, line, screen::red)));
        DataCheck.together(run.checks()).forEach(check -> lines.addAll(checked(check, screen)));
        run.codes().lines().forEach(line -> lines.addAll(painted(screen, line, screen::red)));
        directory.ifPresent(path -> lines.add(labelled("results", path.toString())));
        return List.copyOf(lines);
    }

    /** Formats what remains where nothing else is shown: verdict, warnings, every reason why it is not 0, and the path of the results. */
    public List<String> verdict() {
        ExitCode worst = run.codes().worst();
        List<String> lines = new ArrayList<>();
        lines.add((worst == ExitCode.OK ? "pass" : worst == ExitCode.INVALID ? "invalid" : "fail") + ": " + ending());
        unsustained().ifPresent(lines::add);
        lines.addAll(run.codes().lines());
        if (worst != ExitCode.OK) {
            directory.ifPresent(path -> lines.add(labelled("results", path.toString())));
        }
        return List.copyOf(lines);
    }

    private RunResult result() {
        return run.result();
    }

    private String ending() {
        String how = switch (result().ending()) {
            case RunEnding.Complete complete -> "complete";
            case RunEnding.Aborted aborted -> "ended early";
            case RunEnding.CalledOff off -> "called off";
            case RunEnding.Interrupted interrupted -> "interrupted";
            case RunEnding.Failed failed -> "failed";
        };
        String line = how + " after " + HumanNumbers.length(Duration.ofNanos(result().elapsedNs())) + ", "
                + HumanNumbers.count(result().finished()) + " of "
                + HumanNumbers.counted(result().planned(), "operation")
                + (result().ending() instanceof RunEnding.Complete ? ", " : " due by then, ")
                + HumanNumbers.count(result().total().failed()) + " failed";
        return result().unfinished() == 0
                ? line
                : line + ", " + HumanNumbers.count(result().unfinished()) + " unfinished";
    }

    private static String text(SuccessGap gap) {
        return "no operation completed successfully for " + HumanNumbers.length(Duration.ofNanos(gap.lengthNs()))
                + " from " + HumanNumbers.clock(Duration.ofNanos(gap.fromNs()).toSeconds());
    }

    /** Returns the window that is not warm-up if there is one such, else the whole run; empty if the run never began. */
    private Optional<WindowSummary> measured() {
        List<WindowSummary> measured = result().windows().stream()
                .filter(window -> window.window().kind() != Window.Kind.WARMUP)
                .toList();
        WindowSummary shown = measured.size() == 1 ? measured.getFirst() : result().total();
        return shown.operations().isEmpty() ? Optional.empty() : Optional.of(shown);
    }

    /** Returns which window the figures are of, only where that is not the whole run, or no window was measured. */
    private Optional<String> shownWindow() {
        List<WindowSummary> windows = result().windows();
        if (!windows.isEmpty()
                && windows.stream().allMatch(window -> window.window().kind() == Window.Kind.WARMUP)) {
            return Optional.of("figures of the warm-up, in which the run ended");
        }
        return measured()
                .filter(window -> windows.size() > 1)
                .map(window -> "figures of " + window.window().name() + ", "
                        + HumanNumbers.length(Duration.ofMillis(Math.round(window.seconds() * 1000))));
    }

    private static Table table(WindowSummary window) {
        List<OperationSummary> rows = window.operations().stream()
                .filter(o -> o.ended() + o.unfinished() > 0)
                .toList();
        List<TableField<OperationSummary>> fields = new ArrayList<>(List.of(
                TableField.text(
                        "operation",
                        Table.Column.KEY,
                        o -> o.operation().name() + (o.operation().part() ? " (part)" : "")),
                TableField.number("ok", 8, o -> HumanNumbers.count(o.ok()))));
        if (rows.stream().anyMatch(o -> o.notFound() > 0)) {
            fields.add(TableField.number("not found", 8, o -> HumanNumbers.count(o.notFound())));
        }
        fields.addAll(List.of(
                TableField.number("ok/s", 7, o -> HumanNumbers.amount(o.ok() / window.seconds())),
                TableField.number("failed", 8, o -> HumanNumbers.count(o.refused() + o.unknown())),
                TableField.number("retries", 2, o -> HumanNumbers.count(o.retries())),
                TableField.number("p50 ms", 6, o -> percentile(o, 50)),
                TableField.number("p95 ms", 3, o -> percentile(o, 95)),
                TableField.number("p99 ms", 7, o -> percentile(o, 99)),
                TableField.number("p99.9 ms", 4, o -> percentile(o, 99.9)),
                TableField.number("max ms", 5, o -> percentile(o, 100))));
        return Table.of("operations", fields, rows);
    }

    /** Returns lines about reads that found no row: an answer and no failure, but unexpected after a load that inserted every row. */
    private List<String> missing() {
        return result().total().operations().stream()
                .filter(o -> o.notFound() > 0)
                .map(o -> "warning: " + HumanNumbers.count(o.notFound()) + " of " + HumanNumbers.count(o.ok())
                        + " acknowledged " + o.operation().name() + " operations found no row; they count as ok")
                .toList();
    }

    /** Returns lines about rows that a load did not write, because they were there before. */
    private List<String> existed() {
        return result().total().operations().stream()
                .filter(o -> o.existed() > 0)
                .map(o -> o.operation().name() + ": " + HumanNumbers.count(o.ok() - o.existed()) + " written; "
                        + HumanNumbers.count(o.existed()) + " were there before and count as ok too")
                .toList();
    }

    /** Returns a line about a calibrated rate that was not kept. */
    private Optional<String> unsustained() {
        return CalibrationWarning.of(result()).map(text -> "warning: " + text);
    }

    private static String percentile(OperationSummary operation, double percentile) {
        Histogram latency = operation.latency();
        return latency.getTotalCount() == 0 ? "-" : HumanNumbers.milliseconds(latency.getValueAtPercentile(percentile));
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
                .forEach(e -> lines.add(labelled(
                        lines.isEmpty() ? "errors" : "", HumanNumbers.count(e.getValue()) + "  " + e.getKey())));
        if (counts.size() > MOST_ERRORS) {
            lines.add(labelled("", HumanNumbers.counted(counts.size() - MOST_ERRORS, "more kind") + " in errors.csv"));
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

    private static List<String> checked(CheckResult check, OutputScreen screen) {
        String line = check.name() + ": " + SecretMasking.mask(check.detail());
        return switch (check.verdict()) {
            case PASSED -> painted(screen, screen.tick() + " " + line, screen::green);
            case SKIPPED ->
                painted(screen, screen.dash() + " " + line + (check.nothing() ? "" : " (skipped)"), screen::dim);
            case UNDECIDED -> painted(screen, "? " + line + " (undecided)", screen::red);
            case FAILED -> painted(screen, screen.cross() + " " + line, screen::red);
        };
    }

    private static List<String> painted(OutputScreen screen, String line, UnaryOperator<String> colour) {
        return screen.wrap(line).stream().map(colour).toList();
    }

    private static String labelled(String label, String text) {
        return label + " ".repeat(LABEL - label.length()) + text;
    }
}
