package squall.measure.recovery;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** What each figure of a disturbance means, by the name it has in {@code summary.json}. */
public final class Definitions {
    private static final Map<String, String> TEXTS = Collections.unmodifiableMap(new TreeMap<>(Map.ofEntries(
            Map.entry(
                    "injected_s",
                    "the second at whose start the injection began; effects before its acknowledgement count"),
            Map.entry("healed_s", "the first second that began after the healing was verified"),
            Map.entry("watched_until_s", "recovery was watched up to this second"),
            Map.entry(
                    "availability",
                    "operations due that were acknowledged within 1 s of their due time, of all that were due; sum over sum"),
            Map.entry(
                    "detected_after_s",
                    "from injection to the end of the first of 2 consecutive seconds with availability below 99 % or p99"
                            + " above the baseline's p99.9; absent: no impact seen"),
            Map.entry("outage_s", "seconds with availability below 50 %"),
            Map.entry("degraded_s", "seconds with availability below 99 %"),
            Map.entry("spike_s", "seconds with p95 above twice the baseline's, or without any acknowledgement"),
            Map.entry(
                    "worst",
                    "the second with the least goodput, and the highest p95 of a second; where nothing was"
                            + " acknowledged, how long somebody had waited"),
            Map.entry(
                    "recovery",
                    "the first second, from the one in which the impact was seen, from which every window within the held"
                            + " time is good by the rule; longer_than: not seen, a lower bound"),
            Map.entry(
                    "ladder",
                    "recovery to a share of the baseline's goodput by the same rule without latency; absent where"
                            + " the baseline itself falls below it"),
            Map.entry(
                    "lost_goodput",
                    "sum over the seconds from injection to recovery of what was missing to the baseline's median second;"
                            + " noise: what an equal part of the baseline scores"),
            Map.entry(
                    "lost_writes",
                    "rows of the ledger that were acknowledged and are not there at the end, counted to the phase in which they"
                            + " were acknowledged; of those acknowledged between two phases, to the later one; absent: nothing looked"),
            Map.entry(
                    "impact",
                    "per operation, baseline / window of the 5th percentile of throughput, window / baseline of the 95th"
                            + " percentile of p50 and p99, over seconds; without acknowledgement throughput is 0 and latency"
                            + " what somebody had waited; only over 20 seconds and more"),
            Map.entry(
                    "lanes",
                    "unavailable: longest time between two successes of a lane, less its period; the worst and the middle"
                            + " lane. first_success: from injection to a lane's first success after its first failure; the last"
                            + " lane's"),
            Map.entry(
                    "repeats_from_healing",
                    "of a fault that struck more than once; coverage: how likely the true median lies between shortest and"
                            + " longest"),
            Map.entry("within_noise", "no worse than what the control phase scored without a fault"))));

    private Definitions() {}

    /** In the order of the names. */
    public static Map<String, String> texts() {
        return TEXTS;
    }
}
