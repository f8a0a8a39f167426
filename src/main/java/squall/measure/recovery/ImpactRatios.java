package squall.measure.recovery;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import squall.measure.recovery.RecoverySecond.OperationBucket;

/**
 * Ratios of one operation's figures to the baseline, computed as in roachtest's perturbation tests, except that a second without an
 * acknowledgement counts: with throughput 0, and with the longest waiting time so far as its latency.
 *
 * @param tputRatio 5th percentile over the seconds' throughput, baseline / window
 * @param p50Ratio 95th percentile over the seconds' p50, window / baseline
 * @param p99Ratio 95th percentile over the seconds' p99, window / baseline
 * @param seconds length of the window
 */
public record ImpactRatios(String operation, double tputRatio, double p50Ratio, double p99Ratio, int seconds) {
    /** Minimum length; with fewer seconds the 5th and 95th percentiles are the extremes. */
    public static final int LEAST_SECONDS = 20;

    private static final double LEAST_THROUGHPUT = 1e-9;

    /** Computes the ratios of each operation; none if window or baseline is too short, or the operation too rare in the baseline. */
    static List<ImpactRatios> of(SecondSeries window, SecondSeries baseline) {
        if (window.seconds() < LEAST_SECONDS || baseline.seconds() < LEAST_SECONDS) {
            return List.of();
        }
        return baseline.operations().stream()
                .flatMap(name -> of(name, window, baseline).stream())
                .toList();
    }

    /** Returns whether the operation was ever due in the window; if not, its ratios say nothing. */
    public boolean due() {
        return p50Ratio > 0;
    }

    private static Optional<ImpactRatios> of(String name, SecondSeries window, SecondSeries baseline) {
        double throughput = throughput(name, baseline);
        double p50 = latency(name, baseline, OperationBucket::p50Micros);
        double p99 = latency(name, baseline, OperationBucket::p99Micros);
        if (throughput == 0 || p50 == 0 || p99 == 0) {
            return Optional.empty();
        }
        return Optional.of(new ImpactRatios(
                name,
                throughput / Math.max(LEAST_THROUGHPUT, throughput(name, window)),
                latency(name, window, OperationBucket::p50Micros) / p50,
                latency(name, window, OperationBucket::p99Micros) / p99,
                window.seconds()));
    }

    private static double throughput(String name, SecondSeries window) {
        return RecoveryStatistics.at(
                0.05,
                window.stream()
                        .mapToDouble(bucket -> operation(name, bucket)
                                .map(OperationBucket::goodput)
                                .orElse(0L))
                        .toArray());
    }

    /** Returns the 95th percentile of the seconds' latency in microseconds; 0 if no operation was due. */
    private static double latency(String name, SecondSeries window, ToDoubleFunction<OperationBucket> micros) {
        double[] all = window.stream()
                .flatMap(bucket -> latency(name, bucket, micros).stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
        return all.length == 0 ? 0 : RecoveryStatistics.at(0.95, all);
    }

    private static Optional<Double> latency(
            String name, RecoverySecond bucket, ToDoubleFunction<OperationBucket> micros) {
        Optional<OperationBucket> found = operation(name, bucket);
        if (found.filter(operation -> operation.acknowledged() > 0).isPresent()) {
            return found.map(micros::applyAsDouble);
        }
        boolean missed = bucket.waitedNs() > 0
                || found.filter(operation -> operation.due() > 0).isPresent();
        return missed
                ? Optional.of(Math.max(bucket.waitedNs(), RecoverySecond.DEADLINE.toNanos()) / 1e3)
                : Optional.empty();
    }

    private static Optional<OperationBucket> operation(String name, RecoverySecond bucket) {
        return bucket.operations().stream()
                .filter(operation -> operation.name().equals(name))
                .findFirst();
    }
}
