package squall.measure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import squall.spi.Operation;
import squall.spi.Outcome;

/**
 * Summary of one operation over a window or a whole run; histograms are merged, never percentiles.
 *
 * @param retries attempts beyond the first
 * @param unfinished due but never sent when the run ended; in {@code latency}, charged with their wait, and in no other count
 * @param latency from intended start to answer of acknowledged operations, and the charged wait of unfinished ones; microseconds
 * @param service from sending to answer of the same acknowledged operations as {@code latency}, without unfinished ones; microseconds
 * @param failedLatency from intended start to answer of refused or unknown operations; microseconds
 * @param failedService from sending to answer of refused or unknown operations; microseconds
 * @param outcomes number of operations that ended with each outcome, including acknowledged ones
 */
public record OperationSummary(
        Operation operation,
        long ok,
        long refused,
        long unknown,
        long retries,
        long unfinished,
        Histogram latency,
        Histogram service,
        Histogram failedLatency,
        Histogram failedService,
        Map<Outcome, Long> outcomes) {
    public OperationSummary {
        outcomes = Map.copyOf(outcomes);
    }

    /** Adds the same operation in another window, or of another client. */
    public OperationSummary plus(OperationSummary other) {
        if (!operation.equals(other.operation)) {
            throw new IllegalArgumentException("cannot add " + other.operation + " to " + operation);
        }
        return new OperationSummary(
                operation,
                ok + other.ok,
                refused + other.refused,
                unknown + other.unknown,
                retries + other.retries,
                unfinished + other.unfinished,
                MeasurementSums.of(latency, other.latency),
                MeasurementSums.of(service, other.service),
                MeasurementSums.of(failedLatency, other.failedLatency),
                MeasurementSums.of(failedService, other.failedService),
                MeasurementSums.of(outcomes, other.outcomes));
    }

    /** Adds the same operations in two windows or of two clients, one by one. */
    public static List<OperationSummary> sum(List<OperationSummary> some, List<OperationSummary> others) {
        return IntStream.range(0, some.size())
                .mapToObj(i -> some.get(i).plus(others.get(i)))
                .toList();
    }

    /** Returns the number of acknowledged operations whose answer was that the row does not exist. */
    public long notFound() {
        return outcomes.getOrDefault(Outcome.NOT_FOUND, 0L);
    }

    /** Returns the number of acknowledged operations that wrote nothing because the row was there before. */
    public long existed() {
        return outcomes.getOrDefault(Outcome.EXISTED, 0L);
    }

    /** Returns the number of operations that ended, in whatever way. */
    public long ended() {
        return ok + refused + unknown;
    }

    /** Addition of the measurements of several windows or several clients. */
    static final class MeasurementSums {
        private MeasurementSums() {}

        /** Adds two histograms; neither is changed. */
        static Histogram of(Histogram one, Histogram other) {
            Histogram sum = MicrosHistogram.newHistogram();
            sum.add(one);
            sum.add(other);
            return sum;
        }

        static <K> Map<K, Long> of(Map<K, Long> one, Map<K, Long> other) {
            Map<K, Long> sum = new HashMap<>(one);
            other.forEach((key, count) -> sum.merge(key, count, Long::sum));
            return sum;
        }
    }
}
