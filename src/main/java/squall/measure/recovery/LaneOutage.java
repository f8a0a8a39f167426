package squall.measure.recovery;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import squall.measure.recovery.LaneSeries.Completion;

/**
 * How long one lane had no success.
 *
 * @param longest between two successes, less the lane's period; successes are asked for from one period before the injection to the end
 * @param open whether the lane was still without success at the end, so that it may have been longer
 * @param firstSuccess from the injection to the first success after the first failure; empty if nothing failed, or no success came
 */
public record LaneOutage(LaneSeries lane, Duration longest, boolean open, Optional<Duration> firstSuccess) {
    static LaneOutage of(LaneSeries lane, long injectedNs, long endNs) {
        long fromNs = injectedNs - lane.period().toNanos();
        List<Completion> seen = lane.completions().stream()
                .filter(completion -> fromNs <= completion.atNs() && completion.atNs() < endNs)
                .toList();
        long[] marks = LongStream.concat(
                        LongStream.concat(LongStream.of(fromNs), successes(seen)), LongStream.of(endNs))
                .toArray();
        long longest = LongStream.range(1, marks.length)
                .map(i -> marks[(int) i] - marks[(int) i - 1])
                .max()
                .orElse(0);
        boolean open = marks[marks.length - 1] - marks[marks.length - 2] == longest
                && longest > lane.period().toNanos();
        Duration outage = Duration.ofNanos(Math.max(0, longest - lane.period().toNanos()));
        return new LaneOutage(lane, outage, open, firstSuccess(seen, injectedNs));
    }

    private static LongStream successes(List<Completion> seen) {
        return seen.stream().filter(Completion::ok).mapToLong(Completion::atNs);
    }

    private static Optional<Duration> firstSuccess(List<Completion> seen, long injectedNs) {
        return seen.stream()
                .filter(completion -> completion.atNs() >= injectedNs)
                .dropWhile(Completion::ok)
                .filter(Completion::ok)
                .findFirst()
                .map(completion -> Duration.ofNanos(completion.atNs() - injectedNs));
    }
}
