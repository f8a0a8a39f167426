package squall.measure.recovery;

/**
 * Work that was not done: the sum of what was missing to the baseline in each second.
 *
 * @param operations missing
 * @param seconds the same in seconds of baseline
 * @param noiseOperations what a stretch of the baseline of the same length scores by the same sum
 * @param atLeast whether the system was not seen to recover, so that more may have been lost
 */
public record LostGoodput(double operations, double seconds, double noiseOperations, boolean atLeast) {
    static LostGoodput of(Series lost, Baseline baseline, boolean atLeast) {
        double operations = missing(lost, baseline);
        double perSecond = missing(baseline.seconds(), baseline)
                / Math.max(1, baseline.seconds().seconds());
        return new LostGoodput(
                operations, operations / baseline.goodputPerSecond(), perSecond * lost.seconds(), atLeast);
    }

    private static double missing(Series seconds, Baseline baseline) {
        return seconds.stream()
                .mapToDouble(bucket -> Math.max(0, baseline.goodputPerSecond() - bucket.goodput()))
                .sum();
    }
}
