package squall.measure.recovery;

import java.time.Duration;
import java.util.List;

/**
 * The observations of one lane: a key that is read and written at a fixed period, in parallel to the load.
 *
 * @param zone where the lane leads to; empty if that is not known
 * @param node likewise
 * @param period at which operations were due
 * @param completions of all its operations, in the order of their times
 */
public record LaneSeries(String name, String zone, String node, Duration period, List<Completion> completions) {
    public LaneSeries {
        completions = List.copyOf(completions);
    }

    /** @param atNs since the run began @param ok whether it was acknowledged in time; an unknown outcome is not */
    public record Completion(long atNs, boolean ok) {}
}
