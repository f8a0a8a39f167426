package squall.measure.recovery;

import java.util.OptionalDouble;

/**
 * A stretch of a run beside the baseline, all operations together.
 *
 * @param goodput as a share of the baseline's middle second
 * @param p99 merged, as a multiple of the baseline's; empty if nothing was acknowledged
 */
public record Compared(double goodput, OptionalDouble p99) {
    static Compared of(Series stretch, Baseline baseline) {
        long acknowledged = stretch.latency().getTotalCount();
        return new Compared(
                stretch.goodputPerSecond() / baseline.goodputPerSecond(),
                acknowledged == 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(
                                (double) stretch.latency().getValueAtPercentile(99) / baseline.p99Micros()));
    }
}
