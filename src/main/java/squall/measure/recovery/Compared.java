package squall.measure.recovery;

import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * A stretch of a run beside the baseline, all operations together.
 *
 * @param goodput as a share of the baseline's middle second
 * @param p99 merged, as a multiple of the baseline's; empty if nothing was acknowledged, or
 *     the baseline's is too short to be measured
 */
public record Compared(double goodput, OptionalDouble p99) {
    static Compared of(Series stretch, Baseline baseline) {
        Histogram latency = stretch.latency();
        boolean measured = latency.getTotalCount() > 0 && baseline.p99Micros() > 0;
        return new Compared(
                stretch.goodputPerSecond() / baseline.goodputPerSecond(),
                measured
                        ? OptionalDouble.of((double) latency.getValueAtPercentile(99) / baseline.p99Micros())
                        : OptionalDouble.empty());
    }
}
