package squall.verdict;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import squall.measure.recovery.Baseline;
import squall.measure.recovery.LaneOutages;
import squall.measure.recovery.Ratios;
import squall.measure.recovery.Reading;
import squall.measure.recovery.Toll;

/**
 * The figures of a phase by which runs are compared, by name; of several strikes the worst. What was not measured is missing.
 *
 * @param control whether nothing was injected on purpose
 */
public record Headlines(String phase, boolean control, SortedMap<String, Reading> figures) {
    private static final Map<String, String> DEFINITIONS =
            Collections.unmodifiableSortedMap(new TreeMap<>(Map.ofEntries(
                    Map.entry("goodput_per_s", "acknowledged operations in the middle second of the baseline"),
                    Map.entry("p99_ms", "latency from when an operation was due, of the whole baseline"),
                    Map.entry("availability", "operations answered within 1 s of their due time, of all that were due"),
                    Map.entry("outage_s", "seconds with availability below 50 %"),
                    Map.entry("degraded_s", "seconds with availability below 99 %"),
                    Map.entry("back_from_injection_s", "from the injection until the recovery rule held"),
                    Map.entry("back_from_healing_s", "from the verified healing until the recovery rule held"),
                    Map.entry("lost_goodput_s", "work that was not done until then, in seconds of baseline"),
                    Map.entry("goodput_share", "goodput while the fault was there, of the baseline's"),
                    Map.entry("p99_times", "p99 while the fault was there, as a multiple of the baseline's"),
                    Map.entry("worst_second_goodput", "acknowledged in the second with the fewest"),
                    Map.entry("unavailable_max_s", "longest time without success in the worst lane, less its period"),
                    Map.entry(
                            "impact_tput",
                            "baseline / disturbed of the 5th percentile of throughput over seconds; worst operation"),
                    Map.entry(
                            "impact_p50",
                            "disturbed / baseline of the 95th percentile of p50 over seconds; worst operation"),
                    Map.entry(
                            "impact_p99",
                            "disturbed / baseline of the 95th percentile of p99 over seconds; worst operation"))));

    public Headlines {
        figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
    }

    /** What each figure means, in the order of the names. */
    public static Map<String, String> definitions() {
        return DEFINITIONS;
    }

    static Headlines of(Baseline baseline) {
        return new Headlines(
                "baseline",
                true,
                new TreeMap<>(Map.of(
                        "goodput_per_s", Reading.exactly(baseline.goodputPerSecond()),
                        "p99_ms", Reading.exactly(baseline.p99Micros() / 1e3))));
    }

    static Headlines of(PhaseOutcome phase) {
        SortedMap<String, Reading> figures = new TreeMap<>();
        List<Toll> tolls = phase.strikes().stream()
                .flatMap(outcome -> outcome.toll().stream())
                .toList();
        cost(tolls, figures);
        impact(tolls, figures);
        most(phase.strikes(), StrikeOutcome::fromInjection, Reading::of)
                .ifPresent(reading -> figures.put("back_from_injection_s", reading));
        most(phase.strikes(), StrikeOutcome::fromHealing, Reading::of)
                .ifPresent(reading -> figures.put("back_from_healing_s", reading));
        most(
                        phase.strikes(),
                        outcome -> outcome.lanes().flatMap(LaneOutages::worst).stream(),
                        lane -> new Reading(lane.longest().toMillis() / 1e3, lane.open()))
                .ifPresent(reading -> figures.put("unavailable_max_s", reading));
        return new Headlines(phase.label(), phase.control(), figures);
    }

    private static void cost(List<Toll> tolls, Map<String, Reading> figures) {
        least(tolls, toll -> toll.outage().availability().share(), "availability", figures);
        least(tolls, toll -> toll.compared().goodput(), "goodput_share", figures);
        least(tolls, toll -> (double) toll.worst().goodput(), "worst_second_goodput", figures);
        put(
                "outage_s",
                most(
                        tolls,
                        Stream::of,
                        toll -> Reading.exactly((double) toll.outage().outageSeconds())),
                figures);
        put(
                "degraded_s",
                most(
                        tolls,
                        Stream::of,
                        toll -> Reading.exactly((double) toll.outage().degradedSeconds())),
                figures);
        put(
                "lost_goodput_s",
                most(
                        tolls,
                        Stream::of,
                        toll -> new Reading(toll.lost().seconds(), toll.lost().atLeast())),
                figures);
        put("p99_times", most(tolls, toll -> toll.compared().p99().stream().boxed(), Reading::exactly), figures);
    }

    private static void impact(List<Toll> tolls, Map<String, Reading> figures) {
        Function<Toll, Stream<Ratios>> disturbed = toll -> toll.disturbed().stream();
        put("impact_tput", most(tolls, disturbed, ratios -> Reading.exactly(ratios.throughput())), figures);
        put("impact_p50", most(tolls, disturbed, ratios -> Reading.exactly(ratios.p50())), figures);
        put("impact_p99", most(tolls, disturbed, ratios -> Reading.exactly(ratios.p99())), figures);
    }

    private static void put(String name, Optional<Reading> reading, Map<String, Reading> figures) {
        reading.ifPresent(found -> figures.put(name, found));
    }

    private static void least(
            List<Toll> tolls, Function<Toll, Double> figure, String name, Map<String, Reading> figures) {
        put(name, tolls.stream().map(figure).map(Reading::exactly).min(Reading::compareTo), figures);
    }

    private static <S, T> Optional<Reading> most(
            Collection<S> from, Function<S, Stream<T>> found, Function<T, Reading> reading) {
        return from.stream().flatMap(found).map(reading).max(Reading::compareTo);
    }
}
