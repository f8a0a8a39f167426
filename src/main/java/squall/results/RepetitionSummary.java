package squall.results;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import squall.measure.recovery.FigureSpread;
import squall.measure.recovery.FigureSpread.FigureValue;
import squall.measure.recovery.ImpactRatios;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.BaselineFigures;
import squall.verdict.AdversitySummary.GroupImpact;
import squall.verdict.AdversitySummary.LanesSummary;
import squall.verdict.AdversitySummary.PhaseSummary;
import squall.verdict.AdversitySummary.TimeBack;
import squall.verdict.AdversitySummary.WayBack;

/**
 * Summary of several runs of one scenario: the member {@code repetitions} of {@code summary.json}.
 *
 * @param interval meaning of low, high and confidence
 */
public record RepetitionSummary(
        int schemaVersion,
        List<String> runs,
        List<PhaseSpread> phases,
        Map<String, String> definitions,
        String interval) {
    private static final int SCHEMA_VERSION = 1;
    private static final String INTERVAL =
            "low to high holds the true median with this confidence: of up to 8 runs the lowest and the highest"
                    + " (1 - 2 * 0.5^count), of more the middle 95 % of 10,000 bootstrapped medians; longer_than is a"
                    + " lower bound, above every value that was seen; apart_from_control: the intervals have nothing in"
                    + " common";
    private static final Comparator<FigureValue> HIGHEST = Comparator.naturalOrder();
    private static final Comparator<FigureValue> LOWEST = Comparator.reverseOrder();

    /**
     * Figure by which the runs are compared.
     *
     * @param worst order in which the last of several injections counts
     * @param values of one injection; none if it was not measured
     */
    private record ComparedFigure(
            String name,
            String meaning,
            Comparator<FigureValue> worst,
            Function<GroupImpact, Stream<FigureValue>> values) {
        /** Creates a figure that is one of the baseline. */
        ComparedFigure(String name, String meaning) {
            this(name, meaning, HIGHEST, group -> Stream.empty());
        }
    }

    private static final List<ComparedFigure> FIGURES = List.of(
            new ComparedFigure("goodput_per_s", "acknowledged operations in the middle second of the baseline"),
            new ComparedFigure("p99_ms", "latency since an operation was due, over the whole baseline"),
            new ComparedFigure(
                    "availability",
                    "share of due operations that completed within 1 s of their due time",
                    LOWEST,
                    group -> exactly(group.availability())),
            new ComparedFigure(
                    "outage_s", "seconds with availability below 50 %", HIGHEST, group -> exactly(group.outageS())),
            new ComparedFigure(
                    "degraded_s", "seconds with availability below 99 %", HIGHEST, group -> exactly(group.degradedS())),
            new ComparedFigure(
                    "back_from_injection_s",
                    "from the injection until the recovery rule held",
                    HIGHEST,
                    group -> back(group, WayBack::fromInjection)),
            new ComparedFigure(
                    "back_from_healing_s",
                    "from the verified healing until the recovery rule held",
                    HIGHEST,
                    group -> back(group, WayBack::fromHealing)),
            new ComparedFigure(
                    "lost_goodput_s",
                    "work lost until then, in seconds of baseline",
                    HIGHEST,
                    group -> group.lostGoodput().stream()
                            .map(lost ->
                                    new FigureValue(lost.secondsOfBaseline().orElse(0), lost.atLeast()))),
            new ComparedFigure(
                    "goodput_share",
                    "goodput while the fault was in effect, as a share of the baseline's",
                    LOWEST,
                    group -> exactly(group.goodputShare())),
            new ComparedFigure(
                    "p99_times",
                    "p99 while the fault was in effect, as a multiple of the baseline's",
                    HIGHEST,
                    group -> exactly(group.p99Times())),
            new ComparedFigure(
                    "worst_second_goodput",
                    "operations acknowledged in the second with the fewest",
                    LOWEST,
                    group -> group.worst().stream().map(worst -> FigureValue.exactly((double) worst.goodput()))),
            new ComparedFigure(
                    "unavailable_max_s",
                    "longest time without success in the worst lane, less its period",
                    HIGHEST,
                    group -> group.lanes().stream().flatMap(RepetitionSummary::unavailable)),
            new ComparedFigure(
                    "impact_tput",
                    "baseline / disturbed of the 5th percentile of throughput over seconds; worst operation",
                    HIGHEST,
                    group -> impact(group, ImpactRatios::tputRatio)),
            new ComparedFigure(
                    "impact_p50",
                    "disturbed / baseline of the 95th percentile of p50 over seconds; worst operation",
                    HIGHEST,
                    group -> impact(group, ImpactRatios::p50Ratio)),
            new ComparedFigure(
                    "impact_p99",
                    "disturbed / baseline of the 95th percentile of p99 over seconds; worst operation",
                    HIGHEST,
                    group -> impact(group, ImpactRatios::p99Ratio)));

    /** @param apartFromControl figures whose interval is disjoint from that of the control */
    public record PhaseSpread(
            String name, boolean control, Map<String, Spread> figures, List<String> apartFromControl) {}

    /** Spread of one figure over the runs. */
    public record Spread(long count, Reading median, Reading low, Reading high, double confidence, String method) {
        private static Spread of(FigureSpread spread) {
            FigureSpread.Interval interval = spread.interval();
            return new Spread(
                    spread.sorted().size(),
                    Reading.of(spread.median()),
                    Reading.of(interval.low()),
                    Reading.of(interval.high()),
                    interval.confidence(),
                    interval.method());
        }
    }

    /** Value, or a lower bound of one that was not seen. */
    public record Reading(OptionalDouble value, OptionalDouble longerThan) {
        private static Reading of(FigureValue figure) {
            OptionalDouble value = OptionalDouble.of(figure.value());
            return figure.atLeast()
                    ? new Reading(OptionalDouble.empty(), value)
                    : new Reading(value, OptionalDouble.empty());
        }
    }

    /** Values of a phase, or of the baseline, in all runs. */
    private record RepeatedPhase(String name, boolean control, SortedMap<String, List<FigureValue>> values) {
        void add(String figure, FigureValue value) {
            values.computeIfAbsent(figure, name -> new ArrayList<>()).add(value);
        }

        SortedMap<String, FigureSpread> spreads() {
            SortedMap<String, FigureSpread> spreads = new TreeMap<>();
            values.forEach((figure, found) -> spreads.put(figure, new FigureSpread(found)));
            return spreads;
        }

        PhaseSpread spread(SortedMap<String, FigureSpread> noise) {
            Map<String, Spread> figures = new LinkedHashMap<>();
            List<String> apart = new ArrayList<>();
            spreads().forEach((figure, spread) -> {
                figures.put(figure, Spread.of(spread));
                FigureSpread alone = noise.get(figure);
                if (!control && alone != null && spread.apart(alone)) {
                    apart.add(figure);
                }
            });
            return new PhaseSpread(name, control, figures, List.copyOf(apart));
        }
    }

    /** @param runs by the names of their directories, in order */
    public static RepetitionSummary of(Map<String, AdversitySummary> runs) {
        Map<String, RepeatedPhase> phases = new LinkedHashMap<>();
        for (AdversitySummary run : runs.values()) {
            run.baseline().ifPresent(baseline -> add(baseline, phases));
            run.phases().forEach(phase -> add(phase, phases));
        }
        SortedMap<String, FigureSpread> noise = phases.values().stream()
                .filter(phase -> phase.control() && phase.values().containsKey("availability"))
                .findFirst()
                .map(RepeatedPhase::spreads)
                .orElse(new TreeMap<>());
        Map<String, String> definitions = new TreeMap<>();
        FIGURES.forEach(figure -> definitions.put(figure.name(), figure.meaning()));
        return new RepetitionSummary(
                SCHEMA_VERSION,
                List.copyOf(runs.keySet()),
                phases.values().stream().map(phase -> phase.spread(noise)).toList(),
                definitions,
                INTERVAL);
    }

    private static void add(BaselineFigures baseline, Map<String, RepeatedPhase> phases) {
        RepeatedPhase repeated = repeated("baseline", true, phases);
        repeated.add("goodput_per_s", FigureValue.exactly(baseline.goodputPerS()));
        repeated.add("p99_ms", FigureValue.exactly(baseline.p99Ms()));
    }

    private static void add(PhaseSummary phase, Map<String, RepeatedPhase> phases) {
        RepeatedPhase repeated = repeated(phase.label(), phase.control(), phases);
        for (ComparedFigure figure : FIGURES) {
            phase.injectionGroups().stream()
                    .flatMap(figure.values())
                    .max(figure.worst())
                    .ifPresent(value -> repeated.add(figure.name(), value));
        }
    }

    private static RepeatedPhase repeated(String name, boolean control, Map<String, RepeatedPhase> phases) {
        return phases.computeIfAbsent(name, each -> new RepeatedPhase(each, control, new TreeMap<>()));
    }

    private static Stream<FigureValue> exactly(OptionalDouble figure) {
        return figure.stream().mapToObj(FigureValue::exactly);
    }

    private static Stream<FigureValue> exactly(OptionalLong figure) {
        return figure.stream().mapToObj(value -> FigureValue.exactly((double) value));
    }

    /** Returns the longest outage of a lane of data; the lanes of nodes come after those, and one that is down is no outage of data. */
    private static Stream<FigureValue> unavailable(LanesSummary lanes) {
        return lanes.unavailableMaxS().stream()
                .boxed()
                .flatMap(longest -> lanes.each().stream()
                        .filter(lane -> Double.compare(lane.unavailableS(), longest) == 0)
                        .limit(1)
                        .map(lane -> new FigureValue(longest, lane.atLeast())));
    }

    private static Stream<FigureValue> back(GroupImpact group, Function<WayBack, Optional<TimeBack>> from) {
        return group.recovery().flatMap(from).stream().map(back -> new FigureValue(back.seconds(), back.open()));
    }

    private static Stream<FigureValue> impact(GroupImpact group, Function<ImpactRatios, Double> ratio) {
        return group.impact().stream()
                .flatMap(impact -> impact.disturbed().stream())
                .map(ratio)
                .map(FigureValue::exactly);
    }
}
