package squall.measure.recovery;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Definitions of a disturbance's figures, by the name each has in {@code summary.json}. */
public final class FigureDefinitions {
    private static final Map<String, String> TEXTS = Collections.unmodifiableMap(new TreeMap<>(Map.ofEntries(
            Map.entry(
                    "injected_s", "the second in which the injection began; effects before its acknowledgement count"),
            Map.entry("healed_s", "the first second that began after healing was verified"),
            Map.entry("watched_until_s", "the last second in which recovery was observed"),
            Map.entry(
                    "availability",
                    "operations acknowledged within 1 s of their due time, divided by all due operations; sum over sum"),
            Map.entry(
                    "detected_after_s",
                    "time from injection to the end of the first of 2 consecutive seconds with availability below 99 % or p99"
                            + " above the baseline's p99.9; absent: no impact seen"),
            Map.entry("outage_s", "seconds with availability below 50 %"),
            Map.entry("degraded_s", "seconds with availability below 99 %"),
            Map.entry("spike_s", "seconds with p95 above twice the baseline's, or without any acknowledgement"),
            Map.entry(
                    "worst",
                    "the second with the lowest goodput, and the highest p95 of a second; if no operation was"
                            + " acknowledged, the longest waiting time so far"),
            Map.entry(
                    "recovery",
                    "the first second, counted from the impact, from which every window within the held"
                            + " time satisfies the rule; longer_than: not observed, a lower bound"),
            Map.entry(
                    "ladder",
                    "recovery to a share of the baseline's goodput by the same rule without latency; absent if"
                            + " the baseline itself falls below it"),
            Map.entry(
                    "lost_goodput",
                    "sum, over the seconds from injection to recovery (or to healing if that was later), of the goodput missing from"
                            + " the baseline's median second; noise: the score of an equally long part of the baseline"),
            Map.entry(
                    "lost_writes",
                    "rows of the ledger that were acknowledged but are missing at the end, attributed to the phase in which they"
                            + " were acknowledged (between two phases: to the later one); absent: not checked"),
            Map.entry(
                    "impact",
                    "per operation, baseline / window of the 5th percentile of throughput, window / baseline of the 95th"
                            + " percentile of p50 and p99, over seconds; without acknowledgements throughput is 0 and latency"
                            + " is the longest waiting time so far; only over at least 20 seconds"),
            Map.entry(
                    "lanes",
                    "unavailable: longest time between two successes of a lane, minus its period; the worst and the median"
                            + " lane. first_success: time from injection to a lane's first success after its first failure; the last"
                            + " lane's"),
            Map.entry(
                    "repeats_from_healing",
                    "for a fault injected more than once; coverage: probability that the true median lies between shortest and"
                            + " longest"),
            Map.entry("within_noise", "no worse than the score of the control phase without a fault"))));

    private FigureDefinitions() {}

    /** Returns the definitions in the order of the names. */
    public static Map<String, String> texts() {
        return TEXTS;
    }
}
