package squall.results;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.measure.OperationSummary;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Operation;
import squall.spi.Outcome;

/** Hand-made runs for tests, small enough to fit on a screen. */
public final class Runs {
    public static final Operation READ = new Operation(0, "READ", false);
    public static final Operation UPDATE = new Operation(1, "UPDATE", false);
    public static final Window STEADY = new Window("steady", Window.Kind.STEADY, 0, 4);
    public static final Outcome.Refused SERIALIZATION =
            new Outcome.Refused(new ErrorCode(ErrorKind.SERIALIZATION, "40001"), "could not serialize access");
    public static final Outcome.Unknown LOST = new Outcome.Unknown(
            new ErrorCode(ErrorKind.CONNECTION, "08006"), "I/O error at jdbc:postgresql://h/db?password=hunter2");

    private Runs() {}

    /** Values in microseconds. */
    public static Histogram microseconds(long... values) {
        Histogram histogram = new Histogram(3);
        histogram.setAutoResize(true);
        for (long value : values) {
            histogram.recordValue(value);
        }
        return histogram;
    }

    /** Returns a second in which each of these latencies, in microseconds, was acknowledged, and each of the failures happened once. */
    public static OperationTick second(Operation operation, Histogram latency, Outcome... failures) {
        long ok = latency.getTotalCount();
        Map<Outcome, Long> outcomes = new HashMap<>();
        if (ok > 0) {
            outcomes.put(Outcome.OK, ok);
        }
        for (Outcome failure : failures) {
            outcomes.merge(failure, 1L, Long::sum);
        }
        return new OperationTick(
                operation,
                ok,
                List.of(failures).stream()
                        .filter(f -> f instanceof Outcome.Refused)
                        .count(),
                List.of(failures).stream()
                        .filter(f -> f instanceof Outcome.Unknown)
                        .count(),
                0,
                ok,
                ok + failures.length,
                latency,
                latency,
                outcomes);
    }

    public static Tick tick(long second, OperationTick... operations) {
        return new Tick(second, STEADY, List.of(operations), 8, 1_500_000);
    }

    public static OperationSummary summary(Operation operation, Histogram latency, Map<Outcome, Long> failures) {
        Map<Outcome, Long> outcomes = new HashMap<>(failures);
        outcomes.put(Outcome.OK, latency.getTotalCount());
        return new OperationSummary(
                operation,
                latency.getTotalCount(),
                count(failures, Outcome.Refused.class),
                count(failures, Outcome.Unknown.class),
                0,
                0,
                latency,
                latency,
                microseconds(),
                microseconds(),
                outcomes);
    }

    public static RunResult result(RunEnding ending, OperationSummary... operations) {
        WindowSummary total = new WindowSummary(STEADY, 4.0, List.of(operations));
        long ended =
                total.operations().stream().mapToLong(OperationSummary::ended).sum();
        return new RunResult(
                ending,
                4_000_000_000L,
                RunResult.TurnCount.allFinished(ended),
                RunResult.RunMeasurement.of(total, total),
                0,
                RunResult.ClientHealth.GOOD);
    }

    private static long count(Map<Outcome, Long> failures, Class<? extends Outcome> type) {
        return failures.entrySet().stream()
                .filter(e -> type.isInstance(e.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
