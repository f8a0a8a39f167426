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
import squall.measure.recovery.FaultImpact;
import squall.measure.recovery.FigureSpread.FigureValue;
import squall.measure.recovery.ImpactRatios;
import squall.measure.recovery.LaneOutages;
import squall.verdict.AdversityResult.InjectionImpact;
import squall.verdict.AdversityResult.PhaseOutcome;

/**
 * Figures of a phase by which runs are compared, by name; of several injections the worst. Figures that were not measured are absent.
 *
 * @param control whether nothing was injected on purpose
 */
public record PhaseHeadlines(String phase, boolean control, SortedMap<String, FigureValue> figures) {
    private static final Map<String, String> DEFINITIONS =
            Collections.unmodifiableSortedMap(new TreeMap<>(Map.ofEntries(
                    Map.entry("goodput_per_s", "acknowledged operations in the middle second of the baseline"),
                    Map.entry("p99_ms", "latency since an operation was due, over the whole baseline"),
                    Map.entry("availability", "share of due operations that completed within 1 s of their due time"),
                    Map.entry("outage_s", "seconds with availability below 50 %"),
                    Map.entry("degraded_s", "seconds with availability below 99 %"),
                    Map.entry("back_from_injection_s", "from the injection until the recovery rule held"),
                    Map.entry("back_from_healing_s", "from the verified healing until the recovery rule held"),
                    Map.entry("lost_goodput_s", "work lost until then, in seconds of baseline"),
                    Map.entry("goodput_share", "goodput while the fault was in effect, as a share of the baseline's"),
                    Map.entry("p99_times", "p99 while the fault was in effect, as a multiple of the baseline's"),
                    Map.entry("worst_second_goodput", "operations acknowledged in the second with the fewest"),
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

    public PhaseHeadlines {
        figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
    }

    /** Returns the definition of each figure, in the order of the names. */
    public static Map<String, String> definitions() {
        return DEFINITIONS;
    }

    static PhaseHeadlines of(Baseline baseline) {
        return new PhaseHeadlines(
                "baseline",
                true,
                new TreeMap<>(Map.of(
                        "goodput_per_s", FigureValue.exactly(baseline.goodputPerSecond()),
                        "p99_ms", FigureValue.exactly(baseline.p99Micros() / 1e3))));
    }

    static PhaseHeadlines of(PhaseOutcome phase) {
        SortedMap<String, FigureValue> figures = new TreeMap<>();
        List<FaultImpact> faultImpacts = phase.impacts().stream()
                .flatMap(impact -> impact.faultImpact().stream())
                .toList();
        cost(faultImpacts, figures);
        impact(faultImpacts, figures);
        most(phase.impacts(), InjectionImpact::fromInjection, FigureValue::of)
                .ifPresent(reading -> figures.put("back_from_injection_s", reading));
        most(phase.impacts(), InjectionImpact::fromHealing, FigureValue::of)
                .ifPresent(reading -> figures.put("back_from_healing_s", reading));
        most(
                        phase.impacts(),
                        impact -> impact.lanes().flatMap(LaneOutages::worst).stream(),
                        lane -> new FigureValue(lane.longest().toMillis() / 1e3, lane.open()))
                .ifPresent(reading -> figures.put("unavailable_max_s", reading));
        return new PhaseHeadlines(phase.label(), phase.control(), figures);
    }

    private static void cost(List<FaultImpact> faultImpacts, Map<String, FigureValue> figures) {
        least(faultImpacts, faultImpact -> faultImpact.outage().availability().share(), "availability", figures);
        least(faultImpacts, faultImpact -> faultImpact.compared().goodput(), "goodput_share", figures);
        least(faultImpacts, faultImpact -> (double) faultImpact.worst().goodput(), "worst_second_goodput", figures);
        put(
                "outage_s",
                most(
                        faultImpacts,
                        Stream::of,
                        faultImpact -> FigureValue.exactly(
                                (double) faultImpact.outage().outageSeconds())),
                figures);
        put(
                "degraded_s",
                most(
                        faultImpacts,
                        Stream::of,
                        faultImpact -> FigureValue.exactly(
                                (double) faultImpact.outage().degradedSeconds())),
                figures);
        put(
                "lost_goodput_s",
                most(
                        faultImpacts,
                        Stream::of,
                        faultImpact -> new FigureValue(
                                faultImpact.lost().seconds(), faultImpact.lost().atLeast())),
                figures);
        put(
                "p99_times",
                most(
                        faultImpacts,
                        faultImpact -> faultImpact.compared().p99().stream().boxed(),
                        FigureValue::exactly),
                figures);
    }

    private static void impact(List<FaultImpact> faultImpacts, Map<String, FigureValue> figures) {
        Function<FaultImpact, Stream<ImpactRatios>> disturbed = faultImpact -> faultImpact.disturbed().stream();
        put("impact_tput", most(faultImpacts, disturbed, ratios -> FigureValue.exactly(ratios.throughput())), figures);
        put("impact_p50", most(faultImpacts, disturbed, ratios -> FigureValue.exactly(ratios.p50())), figures);
        put("impact_p99", most(faultImpacts, disturbed, ratios -> FigureValue.exactly(ratios.p99())), figures);
    }

    private static void put(String name, Optional<FigureValue> reading, Map<String, FigureValue> figures) {
        reading.ifPresent(found -> figures.put(name, found));
    }

    private static void least(
            List<FaultImpact> faultImpacts,
            Function<FaultImpact, Double> figure,
            String name,
            Map<String, FigureValue> figures) {
        put(name, faultImpacts.stream().map(figure).map(FigureValue::exactly).min(FigureValue::compareTo), figures);
    }

    private static <S, T> Optional<FigureValue> most(
            Collection<S> from, Function<S, Stream<T>> found, Function<T, FigureValue> reading) {
        return from.stream().flatMap(found).map(reading).max(FigureValue::compareTo);
    }
}
