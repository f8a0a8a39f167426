package squall.cli.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import squall.system.HumanNumbers;
import squall.system.OutputScreen;

/** The live lines: five, so that they fit above any prompt. Pure. */
final class LiveProgress {
    private static final int BAR = 20;

    private LiveProgress() {}

    static List<String> lines(ProgressModel course, OutputScreen screen) {
        List<ProgressInterval> columns = List.of(course.now(), course.minute(), course.total());
        List<String> lines = new ArrayList<>();
        lines.add(position(course));
        lines.add(row("", List.of("now", "1 min", "total")));
        lines.add(row("ops/s", cells(columns, ProgressInterval::completedPerSecond)) + "    " + errors(course.now()));
        lines.add(row("p50 ms", cells(columns, s -> s.latencyAt(50) / 1000)) + "    in flight " + course.inFlight());
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
