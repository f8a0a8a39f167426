package squall.report.compare;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How two sides are compared.
 *
 * @param names of the sides
 * @param metrics keys of those that are compared, with {@code *} for anything; none: the primary ones
 * @param leastEffects the smallest difference that counts, for those kinds that have another than their own
 * @param allowed conditions in which the sides may differ
 * @param seed of what is drawn
 * @param byThreshold whether a difference that is large enough is a regression without any test
 */
public record ComparisonSettings(
        List<String> names,
        List<String> metrics,
        Map<ComparedMetric.MetricKind, Double> leastEffects,
        List<String> allowed,
        long seed,
        boolean byThreshold) {
    /** The risk of any false alarm in the whole family of metrics; intervals are as sure as the rest. */
    public static final double RISK = 0.05;

    /** For two sides of which nothing else is said. */
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

    double leastEffect(ComparedMetric.MetricKind kind) {
        return leastEffects.getOrDefault(kind, kind.leastEffect());
    }

    /** Whether a metric belongs to the family. */
    boolean wants(ComparedMetric metric) {
        return metrics.isEmpty()
                ? metric.primary()
                : metrics.stream().anyMatch(wanted -> matches(wanted, metric.key()));
    }

    static boolean matches(String wanted, String key) {
        return Pattern.matches(Pattern.quote(wanted).replace("*", "\\E.*\\Q"), key);
    }
}
