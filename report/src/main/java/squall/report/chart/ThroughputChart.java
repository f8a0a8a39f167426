package squall.report.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import squall.measure.SuccessGaps;
import squall.measure.SuccessGaps.SuccessGap;
import squall.measure.Tick;
import squall.results.recorded.RecordedSecond;

/**
 * Totals of each second of a run.
 *
 * @param seconds how many there are; a last one that a crash tore is not counted
 * @param lines one for each operation
 * @param total all whole operations together
 * @param inFlight sent and not answered when the second ended
 * @param lagMs how far sending was behind the schedule when the second ended
 * @param longestGap the longest stretch in which operations were due and none was acknowledged, as far as there are seconds
 */
public record ThroughputChart(
        int seconds,
        List<OperationLine> lines,
        OperationLine total,
        ChartTrack inFlight,
        ChartTrack lagMs,
        Optional<SuccessGap> longestGap) {
    private static final double NS_PER_MS = 1e6;
    private static final long SECOND_NS = 1_000_000_000L;

    /** Minimum part of a second from which a rate is computed. */
    private static final double SHORTEST = 0.5;

    /**
     * Line of one operation.
     *
     * @param part whether it is a part of another operation, and in no total
     * @param completed acknowledged, by second of completion
     * @param ok acknowledged, by second in which it was due
     * @param failed refused or unknown, by second in which it was due
     * @param retries attempts beyond the first, by second in which it was due
     */
    public record OperationLine(
            String operation,
            boolean part,
            ChartTrack completed,
            ChartTrack ok,
            ChartTrack failed,
            ChartTrack retries) {
        private OperationLine plus(OperationLine other) {
            return new OperationLine(
                    operation,
                    part,
                    completed.plus(other.completed),
                    ok.plus(other.ok),
                    failed.plus(other.failed),
                    retries.plus(other.retries));
        }
    }

    public ThroughputChart {
        lines = List.copyOf(lines);
    }

    /** @param parts names of operations that are parts of others */
    public static ThroughputChart of(List<RecordedSecond> rows, Set<String> parts) {
        Map<String, List<RecordedSecond>> byOperation = new LinkedHashMap<>();
        for (RecordedSecond row : rows) {
            byOperation
                    .computeIfAbsent(row.operation(), operation -> new ArrayList<>())
                    .add(row);
        }
        int seconds = byOperation.values().stream().mapToInt(List::size).min().orElse(0);
        List<OperationLine> lines = byOperation.entrySet().stream()
                .map(e -> line(
                        e.getKey(), parts.contains(e.getKey()), e.getValue().subList(0, seconds)))
                .toList();
        List<RecordedSecond> any = seconds == 0
                ? List.of()
                : byOperation.values().iterator().next().subList(0, seconds);
        return new ThroughputChart(
                seconds,
                lines,
                total(lines),
                track(any, RecordedSecond::inFlight),
                track(any, row -> Math.round(row.lagMs())),
                longestGap(any, total(lines).failed()));
    }

    private static Optional<SuccessGap> longestGap(List<RecordedSecond> rows, ChartTrack failed) {
        SuccessGaps gaps = new SuccessGaps();
        for (int second = 0; second < rows.size(); second++) {
            RecordedSecond row = rows.get(second);
            long beginNs = second * SECOND_NS;
            Optional<Tick.Acknowledged> acknowledged = row.firstOkMs().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Tick.Acknowledged(
                            beginNs + ns(row.firstOkMs().getAsDouble()),
                            beginNs + ns(row.lastOkMs().orElseThrow())));
            gaps.second(second, acknowledged, ns(Math.max(row.oldestMs(), row.lagMs())), failed.at(second) > 0);
        }
        return gaps.longest(rows.size() * SECOND_NS);
    }

    private static long ns(double milliseconds) {
        return Math.round(milliseconds * NS_PER_MS);
    }

    /**
     * Returns the end of the last second, which the end of a run cuts short. @param elapsedSeconds of the run; 0 if that was not recorded
     */
    public double endSeconds(double elapsedSeconds) {
        return elapsedSeconds > seconds - 1 ? Math.min(seconds, elapsedSeconds) : seconds;
    }

    /**
     * Returns the acknowledged operations per second. A last second that the end of the run cut short is scaled to a whole one; a rest of
     * less than half a second is left out, unless there is nothing else.
     *
     * @param elapsedSeconds as in {@link #endSeconds}
     */
    public ChartTrack okPerSecond(OperationLine line, double elapsedSeconds) {
        double rest = endSeconds(elapsedSeconds) - (seconds - 1);
        boolean told = rest >= SHORTEST || seconds == 1;
        ChartTrack completed = line.completed();
        return ChartTrack.of(IntStream.range(0, seconds)
                .map(second -> second < seconds - 1
                        ? completed.at(second)
                        : told ? (int) Math.round(completed.at(second) / rest) : ChartTrack.NONE));
    }

    /** Returns the lines of whole operations, in the order of the files. */
    public List<OperationLine> whole() {
        return lines.stream().filter(line -> !line.part()).toList();
    }

    private static OperationLine total(List<OperationLine> lines) {
        return lines.stream()
                .filter(line -> !line.part())
                .reduce(OperationLine::plus)
                .orElseGet(() -> line(LatencyChart.ALL, false, List.of()));
    }

    private static OperationLine line(String operation, boolean part, List<RecordedSecond> rows) {
        return new OperationLine(
                operation,
                part,
                track(rows, RecordedSecond::completedOk),
                track(rows, RecordedSecond::ok),
                track(rows, row -> row.refused() + row.unknown()),
                track(rows, RecordedSecond::retries));
    }

    private static ChartTrack track(List<RecordedSecond> rows, ToLongFunction<RecordedSecond> value) {
        return ChartTrack.of(rows.stream().mapToLong(value).mapToInt(Math::toIntExact));
    }
}
