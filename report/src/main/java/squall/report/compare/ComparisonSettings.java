package squall.report.compare;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Settings of a comparison.
 *
 * @param names of the sides
 * @param metrics keys of those that are compared, with {@code *} for anything; none: the primary ones
 * @param leastEffects the smallest difference that counts, for those kinds that have another than their own
 * @param allowed conditions in which the sides may differ
 * @param seed of the bootstrap
 * @param byThreshold whether a difference that is large enough is a regression without any test
 */
public record ComparisonSettings(
        List<String> names,
        List<String> metrics,
        Map<ComparedMetric.MetricKind, Double> leastEffects,
        List<String> allowed,
        long seed,
        boolean byThreshold) {
    /** Risk of any false alarm in the whole family of metrics; intervals have the confidence 1 - RISK. */
    public static final double RISK = 0.05;

    /** Defaults for two sides. */
    public static final ComparisonSettings USUAL =
            new ComparisonSettings(List.of("A", "B"), List.of(), Map.of(), List.of(), 42, false);

    public ComparisonSettings {
        names = List.copyOf(names);
        metrics = List.copyOf(metrics);
        leastEffects = Map.copyOf(leastEffects);
        allowed = List.copyOf(allowed);
        if (names.size() != 2) {
            throw new IllegalArgumentException("there must be two names, one for each side: " + names);
        }
    }

    /** Returns these settings for other metrics. */
    ComparisonSettings of(List<String> others) {
        return new ComparisonSettings(names, others, leastEffects, allowed, seed, byThreshold);
    }

    double leastEffect(ComparedMetric.MetricKind kind) {
        return leastEffects.getOrDefault(kind, kind.leastEffect());
    }

    /** Returns whether a metric belongs to the family. */
    boolean wants(ComparedMetric metric) {
        return metrics.isEmpty()
                ? metric.primary()
                : metrics.stream().anyMatch(wanted -> matches(wanted, metric.key()));
    }

    static boolean matches(String wanted, String key) {
        return Pattern.matches(Pattern.quote(wanted).replace("*", "\\E.*\\Q"), key);
    }
}
