package squall.cli.progress;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.engine.RunEvent;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunEnding;
import squall.engine.schedule.RunStart;
import squall.measure.LiveSecond;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.results.file.CanonicalJson;
import squall.spi.ErrorCode;
import squall.spi.Outcome;
import squall.system.HumanNumbers;
import squall.system.OutputScreen;

/** Display of a run's progress in the form of the {@link ProgressConsole}; the complete heading stays on the screen. */
public final class ProgressDisplay implements RunListener {
    private static final int PLAIN_SECONDS = 10;

    private final ProgressConsole console;
    private final String heading;
    private final ProgressModel course;
    private final FirstErrors firstErrors = new FirstErrors();
    private final LoadOutage outage = new LoadOutage();
    private final Optional<PhaseLines> phases;

    /** @param phases the lines for the phases of a scenario; empty: every event and every kind of error is shown */
    ProgressDisplay(ProgressConsole console, String heading, LoadPlan plan, Optional<PhaseLines> phases) {
        this.phases = console.mode() == ProgressMode.JSON ? Optional.empty() : phases; // programs get every event
        this.console = console;
        this.heading = heading;
        this.course = new ProgressModel(plan);
    }

    @Override
    public void started(RunStart start) {
        course.started(start.epochMs());
        console.say(heading);
    }

    @Override
    public void liveSecond(LiveSecond liveSecond) {
        course.add(liveSecond);
        switch (console.mode()) {
            case TTY -> {
                console.draw(LiveProgress.lines(course, console.screen()));
                course.shown();
            }
            case PLAIN -> {
                if (course.now().seconds() >= PLAIN_SECONDS && console.showsFigures(phases.isPresent())) {
                    console.print(PlainProgress.line(course));
                    course.shown();
                }
            }
            case JSON -> {
                console.print(CanonicalJson.line(members(course)));
                course.shown();
            }
            case AUTO, NONE -> {}
        }
    }

    @Override
    public void closed(Tick tick) {
        course.add(tick);
        outage.line(tick).ifPresent(line -> say(List.of(line)));
        if (phases.isEmpty()) {
            firstErrors.lines(tick).forEach(console::say);
        }
    }

    @Override
    public void event(RunEvent event) {
        if (phases.isPresent()) {
            say(phases.get().hear(event));
        } else {
            Duration took = Duration.ofNanos(event.endNs() - event.atNs());
            console.say(HumanNumbers.clock(event.atNs() / 1_000_000_000) + " " + event.type() + ": " + event.detail()
                    + (took.toSeconds() == 0 ? "" : " (took " + HumanNumbers.length(took) + ")"));
        }
    }

    @Override
    public void finished(RunResult result) {
        console.draw(List.of());
        boolean cutShort = !(result.ending() instanceof RunEnding.Complete);
        phases.ifPresent(lines -> say(lines.over(result.elapsedNs(), cutShort)));
    }

    /** Prints lines whole: wrapped on a terminal, and as one line each elsewhere. */
    private void say(List<String> lines) {
        OutputScreen screen = console.screen();
        lines.stream()
                .flatMap(line -> screen.live() ? screen.wrap(line).stream() : Stream.of(line))
                .forEach(console::say);
    }

    /** Returns the members of a progress line in JSON; unknown values are absent. */
    private static Map<String, Object> members(ProgressModel course) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("t_s", course.second());
        members.put("phase", course.phase());
        known(members, "ops_s", course.now().completedPerSecond());
        known(members, "ok_s", course.now().acknowledgedPerSecond());
        known(members, "p50_ms", course.now().latencyAt(50) / 1000);
        known(members, "p99_ms", course.now().latencyAt(99) / 1000);
        known(members, "errors_s", course.now().errorsPerSecond());
        members.put("errors", Map.copyOf(course.now().errors()));
        members.put("in_flight", course.inFlight());
        members.put("lag_s", course.lagSeconds());
        course.done().ifPresent(share -> members.put("done", share));
        course.remainingSeconds().ifPresent(left -> members.put("eta_s", left));
        return members;
    }

    private static void known(Map<String, Object> members, String name, double figure) {
        if (!Double.isNaN(figure)) {
            members.put(name, figure);
        }
    }

    /** Line of {@code name=value} pairs for logs; unknown values are absent. Pure. */
    private static final class PlainProgress {
        private PlainProgress() {}

        static String line(ProgressModel course) {
            StringBuilder line = new StringBuilder(course.time().toString().replaceFirst("\\.\\d+Z", "Z"));
            if (!course.phasesOfNow().isEmpty()) {
                pair(line, "phase", course.phasesOfNow());
            }
            pair(line, "ops_s", plain(course.now().completedPerSecond()));
            pair(line, "ok_s", plain(course.now().acknowledgedPerSecond()));
            pair(line, "p50_ms", plain(course.now().latencyAt(50) / 1000));
            pair(line, "p99_ms", plain(course.now().latencyAt(99) / 1000));
            pair(line, "err_s", plain(course.now().errorsPerSecond()));
            pair(line, "in_flight", Integer.toString(course.inFlight()));
            pair(line, "lag_s", plain(course.lagSeconds()));
            course.remainingSeconds()
                    .ifPresent(left -> pair(line, "eta", HumanNumbers.length(Duration.ofSeconds(left))));
            return line.toString();
        }

        private static void pair(StringBuilder line, String name, String value) {
            if (!value.equals("-")) {
                line.append(' ').append(name).append('=').append(value.replace(" ", ""));
            }
        }

        private static String plain(double amount) {
            return HumanNumbers.amount(amount).replace(",", "");
        }
    }

    /** Outage of the whole load that lasts: seconds in which operations were due and failed, and none succeeded. */
    private static final class LoadOutage {
        private static final int SILENT_SECONDS = 10;

        private long since;
        private Optional<String> firstError = Optional.empty();
        private boolean told;

        /** Returns the line to print for a closed second: one for each outage. */
        Optional<String> line(Tick tick) {
            if (tick.operations().stream().anyMatch(operation -> operation.ok() > 0)) {
                firstError = Optional.empty();
                told = false;
                return Optional.empty();
            }
            if (firstError.isEmpty()) {
                firstError = error(tick);
                since = tick.second();
            }
            boolean due = firstError.isPresent() && tick.second() - since >= SILENT_SECONDS && !told;
            told |= due;
            return due
                    ? Optional.of(HumanNumbers.clock(tick.second()) + " no operation has succeeded since "
                            + HumanNumbers.clock(since) + "; the first error: " + firstError.get())
                    : Optional.empty();
        }

        private static Optional<String> error(Tick tick) {
            return tick.operations().stream()
                    .flatMap(operation -> operation.outcomes().keySet().stream()
                            .sorted(Comparator.comparing(Outcome::code))
                            .flatMap(outcome -> ErrorText.of(outcome).stream())
                            .map(error -> operation.operation().name() + " " + error.line()))
                    .findFirst();
        }
    }

    /** First messages of each kind of error; later ones are dropped, so that thousands of errors stay readable. */
    private static final class FirstErrors {
        /** Maximum number of kinds to print; the run directory has them all. */
        private static final int MOST = 40;

        private final Set<Kind> seen = new HashSet<>();

        private record Kind(String operation, ErrorCode code) {}

        /** Returns the lines to print for a closed second; usually none. */
        List<String> lines(Tick tick) {
            List<String> lines = new ArrayList<>();
            for (OperationTick operation : tick.operations()) {
                operation.outcomes().keySet().stream()
                        .sorted(Comparator.comparing(Outcome::code))
                        .flatMap(outcome -> ErrorText.of(outcome).stream())
                        .forEach(error ->
                                first(tick.second(), operation.operation().name(), error, lines));
            }
            return lines;
        }

        private void first(long second, String operation, ErrorText error, List<String> lines) {
            if (seen.size() > MOST || !seen.add(new Kind(operation, error.code()))) {
                return;
            }
            lines.add(
                    seen.size() > MOST
                            ? HumanNumbers.clock(second)
                                    + " further kinds of errors are recorded only in errors-samples.jsonl"
                            : HumanNumbers.clock(second) + " " + operation + " " + error.line()
                                    + " (reported once, then counted)");
        }
    }

    /** Error of an operation, for a line of progress. */
    private record ErrorText(ErrorCode code, String message) {
        /** Returns the error of an outcome; empty for a success. */
        static Optional<ErrorText> of(Outcome outcome) {
            return switch (outcome) {
                case Outcome.Ok ok -> Optional.empty();
                case Outcome.Refused(ErrorCode code, String message) -> Optional.of(new ErrorText(code, message));
                case Outcome.Unknown(ErrorCode code, String message) ->
                    Optional.of(new ErrorText(code, "outcome unknown: " + message));
            };
        }

        String line() {
            return code.code() + ": " + message.strip().replaceAll("\\s*\\R\\s*", " / ");
        }
    }

    /** Live lines: five, so that they fit above any prompt. Pure. */
    static final class LiveProgress {
        private static final int BAR = 20;

        private LiveProgress() {}

        static List<String> lines(ProgressModel course, OutputScreen screen) {
            List<ProgressInterval> columns = List.of(course.now(), course.minute(), course.total());
            List<String> lines = new ArrayList<>();
            lines.add(position(course));
            lines.add(row("", List.of("now", "1 min", "total")));
            lines.add(row("ok/s", cells(columns, ProgressInterval::acknowledgedPerSecond)) + "    "
                    + errors(course.now()));
            lines.add(row("p50 ms", cells(columns, s -> s.latencyAt(50) / 1000)) + "    in flight "
                    + course.inFlight());
            lines.add(row("p99 ms", cells(columns, s -> s.latencyAt(99) / 1000)) + "    lag "
                    + HumanNumbers.amount(course.lagSeconds()) + " s");
            return lines.stream().map(screen::fit).toList();
        }

        private static String position(ProgressModel course) {
            StringBuilder line = new StringBuilder(course.phase().isEmpty() ? "starting" : course.phase());
            course.done().ifPresent(share -> line.append("  ").append(bar(share)));
            line.append("  ").append(HumanNumbers.clock(course.second()));
            course.lastSecond().ifPresent(end -> line.append(" / ").append(HumanNumbers.clock(end)));
            course.remainingSeconds().ifPresent(left -> line.append("  ETA ").append(HumanNumbers.clock(left)));
            return line.toString();
        }

        private static String bar(double share) {
            int full = (int) (share * BAR);
            return "[" + "#".repeat(full) + "-".repeat(BAR - full) + "]";
        }

        private static String errors(ProgressInterval now) {
            if (now.errors().isEmpty()) {
                return "errors/s 0";
            }
            String codes = now.errors().entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .limit(3)
                    .map(e -> e.getKey() + " " + HumanNumbers.count(e.getValue()))
                    .collect(Collectors.joining(", "));
            return "errors/s " + HumanNumbers.amount(now.errorsPerSecond()) + " (" + codes + ")";
        }

        private static List<String> cells(List<ProgressInterval> columns, ToDoubleFunction<ProgressInterval> figure) {
            return columns.stream()
                    .map(column -> HumanNumbers.amount(figure.applyAsDouble(column)))
                    .toList();
        }

        private static String row(String name, List<String> cells) {
            return String.format(Locale.ROOT, "%-6s%10s%10s%10s", name, cells.get(0), cells.get(1), cells.get(2));
        }
    }
}
