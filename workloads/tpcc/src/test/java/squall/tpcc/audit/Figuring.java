package squall.tpcc.audit;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import squall.measure.OperationSummary;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.tpcc.TransactionType;

/** Factory of windows of TPC-C for tests. */
final class Figuring {
    private static final List<TransactionType> TYPES = List.of(TransactionType.values());

    private Figuring() {}

    /** Number of completed transactions of one type, all in this time but the slowest, of which there are as many as one in ten. */
    record Made(TransactionType type, int count, int milliseconds, int slowMilliseconds) {}

    static WindowSummary window(double seconds, Made... types) {
        return new WindowSummary(
                new Window("steady", Window.Kind.STEADY, 0, (long) Math.ceil(seconds)),
                seconds,
                Stream.of(types).map(Figuring::summary).toList());
    }

    /** Returns a window with the same times for each type. @param counts of the types in their order */
    static WindowSummary window(double seconds, int... counts) {
        return window(
                seconds,
                IntStream.range(0, counts.length)
                        .mapToObj(i -> new Made(TYPES.get(i), counts[i], 20, 40))
                        .toArray(Made[]::new));
    }

    private static OperationSummary summary(Made type) {
        Operation operation =
                new Operation(TYPES.indexOf(type.type()), type.type().label(), false);
        return summary(operation, latencies(type), 0);
    }

    static OperationSummary summary(Operation operation, Histogram latency, int refused) {
        return new OperationSummary(
                operation,
                latency.getTotalCount(),
                refused,
                0,
                0,
                0,
                latency,
                latency,
                new Histogram(3),
                new Histogram(3),
                Map.of(Outcome.OK, latency.getTotalCount()));
    }

    static Histogram latencies(Made type) {
        Histogram latency = new Histogram(3);
        int slow = type.count() / 10;
        for (int i = 0; i < type.count(); i++) {
            latency.recordValue(1000L * (i < slow ? type.slowMilliseconds() : type.milliseconds()));
        }
        return latency;
    }
}
