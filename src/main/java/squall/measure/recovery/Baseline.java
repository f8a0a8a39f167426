package squall.measure.recovery;

import org.HdrHistogram.Histogram;

/**
 * Baseline: the undisturbed part of the run that all others are compared with.
 *
 * @param goodputPerSecond of the median second
 * @param driftShare difference between the goodput of its two halves, as a share of the whole's
 * @param goodputNoise three robust standard deviations of its windows' goodput, as a share
 * @param latencyNoise likewise of their p99
 * @param p95Micros merged
 * @param p99Micros merged
 * @param p999Micros merged
 */
public record Baseline(
        SecondSeries seconds,
        double goodputPerSecond,
        double driftShare,
        double goodputNoise,
        double latencyNoise,
        long p95Micros,
        long p99Micros,
        long p999Micros) {
    /** @param windowSeconds window length of the rule, and so of the noise */
    public static Baseline of(SecondSeries seconds, int windowSeconds) {
        Histogram latency = seconds.latency();
        double[] goodputs = seconds.cut(windowSeconds).stream()
                .mapToDouble(SecondSeries::medianGoodput)
                .toArray();
        double[] p99s = seconds.cut(windowSeconds).stream()
                .mapToDouble(window -> percentile(window.latency(), 99))
                .toArray();
        return new Baseline(
                seconds,
                seconds.medianGoodput(),
                drift(seconds),
                RecoveryStatistics.noise(goodputs),
                RecoveryStatistics.noise(p99s),
                percentile(latency, 95),
                percentile(latency, 99),
                percentile(latency, 99.9));
    }

    /** Returns whether its halves agree; false if no operation was acknowledged. @param mostDrift share from which on they do not */
    public boolean steady(double mostDrift) {
        return goodputPerSecond > 0 && driftShare < mostDrift;
    }

    private static double drift(SecondSeries seconds) {
        long middle = seconds.from() + seconds.seconds() / 2;
        double first = seconds.between(seconds.from(), middle).goodputPerSecond();
        double second = seconds.between(middle, seconds.to()).goodputPerSecond();
        double whole = seconds.goodputPerSecond();
        return whole == 0 ? 0 : Math.abs(first - second) / whole;
    }

    private static long percentile(Histogram latency, double percentile) {
        return latency.getTotalCount() == 0 ? 0 : latency.getValueAtPercentile(percentile);
    }
}
