package squall.cli.progress;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import squall.measure.LiveSecond;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.spi.Outcome;

/**
 * Sum of some seconds, for display: completions from live figures, latencies and errors from closed seconds. Parts of operations are not
 * included.
 */
final class ProgressInterval {
    private final Histogram latency = new Histogram(3);
    private final Map<String, Long> errors = new TreeMap<>();
    private long seconds;
    private long closedSeconds;
    private long completed;
    private long acknowledged;

    void add(LiveSecond liveSecond) {
        seconds++;
        for (OperationTick operation : liveSecond.operations()) {
            completed += operation.operation().part() ? 0 : operation.completed();
            acknowledged += operation.operation().part() ? 0 : operation.completedOk();
        }
    }

    void add(Tick tick) {
        closedSeconds++;
        tick.operations().stream().filter(o -> !o.operation().part()).forEach(this::add);
    }

    void clear() {
        latency.reset();
        errors.clear();
        seconds = 0;
        closedSeconds = 0;
        completed = 0;
        acknowledged = 0;
    }

    void add(ProgressInterval other) {
        latency.add(other.latency);
        other.errors.forEach((code, count) -> errors.merge(code, count, Long::sum));
        seconds += other.seconds;
        closedSeconds += other.closedSeconds;
        completed += other.completed;
        acknowledged += other.acknowledged;
    }

    long seconds() {
        return seconds;
    }

    double completedPerSecond() {
        return seconds == 0 ? Double.NaN : (double) completed / seconds;
    }

    /** Returns the goodput. */
    double acknowledgedPerSecond() {
        return seconds == 0 ? Double.NaN : (double) acknowledged / seconds;
    }

    double errorsPerSecond() {
        long all = errors.values().stream().mapToLong(Long::longValue).sum();
        return closedSeconds == 0 ? Double.NaN : (double) all / closedSeconds;
    }

    /** Returns the number of errors by SQLSTATE or driver error. */
    Map<String, Long> errors() {
        return errors;
    }

    /** Returns a latency in microseconds from intended start; NaN if no answer came. */
    double latencyAt(double percentile) {
        return latency.getTotalCount() == 0 ? Double.NaN : latency.getValueAtPercentile(percentile);
    }

    private void add(OperationTick operation) {
        latency.add(operation.latency());
        operation.outcomes().forEach((outcome, count) -> {
            if (!(outcome instanceof Outcome.Ok)) {
                errors.merge(outcome.code(), count, Long::sum);
            }
        });
    }
}
