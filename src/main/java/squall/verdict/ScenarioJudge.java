package squall.verdict;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import squall.engine.phases.ScenarioResult;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.measure.recovery.Baseline;
import squall.measure.recovery.FaultImpact;
import squall.measure.recovery.FaultSpan;
import squall.measure.recovery.ImpactRatios;
import squall.measure.recovery.LaneOutages;
import squall.measure.recovery.Recovery;
import squall.measure.recovery.SecondSeries;
import squall.scenario.Phase;
import squall.scenario.Scenario;
import squall.scenario.expect.Expectation.ExpectationResult;
import squall.scenario.expect.Expectation.MeasuredFigures;
import squall.scenario.expect.ExpectationMeasure;
import squall.scenario.expect.Expectations;
import squall.system.SecretMasking;
import squall.verdict.AdversitySummary.GroupImpact;
import squall.verdict.AdversitySummary.PhaseSummary;
import squall.verdict.AdversitySummary.Repeats;

/** Judge of a run under a scenario, by its measurements and the findings of its probes; pure. */
public final class ScenarioJudge {
    private final Scenario scenario;
    private final ScenarioResult conducted;
    private final ProbeEvidence evidence;
    private final List<InjectionImpact> all;

    private ScenarioJudge(Scenario scenario, ScenarioResult conducted, ProbeEvidence evidence) {
        this.scenario = scenario;
        this.conducted = conducted;
        this.evidence = evidence;
        this.all = conducted.injectionResults().stream()
                .map(result -> InjectionImpact.of(result, conducted, evidence))
                .toList();
    }

    public static AdversitySummary judge(Scenario scenario, ScenarioResult conducted, ProbeEvidence evidence) {
        return new ScenarioJudge(scenario, conducted, evidence).adversity();
    }

    private AdversitySummary adversity() {
        List<PhaseSummary> phases = new ArrayList<>();
        for (int i = 0; i < scenario.phases().size(); i++) {
            switch (scenario.phases().get(i)) {
                case Phase.Control control -> phases.add(judged(i, control));
                case Phase.Disturbed disturbed -> phases.add(judged(i, disturbed));
                case Phase.Fill fill -> {}
                case Phase.Baseline baseline -> {}
                case Phase.Cooldown cooldown -> {}
            }
        }
        return AdversitySummary.of(scenario.name(), conducted, phases, judged());
    }

    private PhaseSummary judged(int index, Phase phase) {
        List<InjectionImpact> impacts =
                all.stream().filter(impact -> impact.result().phase() == index).toList();
        boolean control = phase instanceof Phase.Control;
        List<ExpectationResult> judgements = judged(impacts, phase.expect());
        Optional<String> invalid = ExitReasons.client(conducted.result().client()).reasons().stream()
                .map(ExitReasons.Reason::text)
                .findFirst();
        PhaseState state = PhaseState.of(impacts, judgements, invalid);
        return new PhaseSummary(
                phase.name(),
                control,
                state,
                state.reasons(impacts, invalid).stream()
                        .map(SecretMasking::mask)
                        .toList(),
                impacts.stream().map(GroupImpact::of).toList(),
                lostWrites(index),
                control ? List.of() : NoiseFloor.of(faultImpacts(controls()), faultImpacts(impacts.stream())),
                Repeats.of(
                        impacts.stream().flatMap(InjectionImpact::fromHealing).toList()),
                judgements,
                CorruptionVerdict.of(
                        phase.name(),
                        impacts.stream().map(InjectionImpact::result).toList(),
                        conducted.result().windows(),
                        evidence));
    }

    /**
     * Returns the lost writes of a phase: those acknowledged in it. Writes before the first phase and between two belong to the next one,
     * those at the end to the last.
     */
    private OptionalLong lostWrites(int phase) {
        boolean injected = all.stream()
                .anyMatch(impact -> impact.result().phase() == phase
                        && impact.result().span().isPresent());
        if (!injected || !evidence.counts().containsKey(ExpectationMeasure.LOST_ACKS)) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(evidence.lostBySecond().entrySet().stream()
                .filter(lost -> phaseAt(lost.getKey()) == phase)
                .mapToLong(Map.Entry::getValue)
                .sum());
    }

    private int phaseAt(long second) {
        List<InjectionResult> injected = all.stream()
                .map(InjectionImpact::result)
                .filter(result -> result.span().isPresent())
                .toList();
        return injected.stream()
                .filter(result -> second < result.span().orElseThrow().end())
                .findFirst()
                .orElseGet(injected::getLast)
                .phase();
    }

    /** Judges the expectations on a phase, only if it was carried out as planned. */
    private List<ExpectationResult> judged(List<InjectionImpact> impacts, Expectations expected) {
        if (PhaseState.carriedOut(impacts) != PhaseState.PASSED) {
            return List.of();
        }
        List<FaultSpan> spans = impacts.stream()
                .flatMap(impact -> impact.result().span().stream())
                .toList();
        SecondSeries seconds = conducted
                .series()
                .between(spans.getFirst().injected(), spans.getLast().end());
        return judged(seconds, impacts, expected);
    }

    /** Judges the expectations on the run, from the beginning of the baseline to the end of the run. */
    private List<ExpectationResult> judged() {
        return conducted
                .criteria()
                .map(criteria -> conducted
                        .series()
                        .between(
                                criteria.baseline().seconds().from(),
                                conducted.result().total().untilEnd().toSecond()))
                .map(seconds -> judged(seconds, all, scenario.expect()))
                .orElse(List.of());
    }

    private List<ExpectationResult> judged(SecondSeries seconds, List<InjectionImpact> impacts, Expectations expected) {
        return conducted
                .criteria()
                .map(criteria -> expected.judge(new PhaseFigures(seconds, impacts, evidence, criteria.baseline())))
                .orElse(List.of());
    }

    private Stream<InjectionImpact> controls() {
        return all.stream()
                .filter(impact -> scenario.phases().get(impact.result().phase()) instanceof Phase.Control);
    }

    private static List<FaultImpact> faultImpacts(Stream<InjectionImpact> impacts) {
        return impacts.flatMap(impact -> impact.faultImpact().stream()).toList();
    }

    /** Figure in which a phase is compared with the controls, which had no fault. @param badness higher where it is worse */
    private record NoiseFloor(String name, ToDoubleFunction<FaultImpact> badness) {
        private static final List<NoiseFloor> FIGURES = List.of(
                new NoiseFloor(
                        "availability",
                        impact -> 1 - impact.outage().availability().share()),
                new NoiseFloor("detected_after_s", NoiseFloor::detected),
                new NoiseFloor("outage_s", impact -> impact.outage().outageSeconds()),
                new NoiseFloor("degraded_s", impact -> impact.outage().degradedSeconds()),
                new NoiseFloor("spike_s", impact -> impact.outage().spikeSeconds()),
                new NoiseFloor("recovery", NoiseFloor::recovery),
                new NoiseFloor("lost_goodput", impact -> impact.lost().seconds()));

        /** Returns the names of the figures that are no worse than those of the controls; none if there was no control. */
        static List<String> of(List<FaultImpact> controls, List<FaultImpact> impacts) {
            return controls.isEmpty() || impacts.isEmpty()
                    ? List.of()
                    : FIGURES.stream()
                            .filter(figure -> figure.worst(impacts) <= figure.worst(controls))
                            .map(NoiseFloor::name)
                            .toList();
        }

        private double worst(List<FaultImpact> impacts) {
            return impacts.stream().mapToDouble(badness).max().orElse(0);
        }

        private static double detected(FaultImpact faultImpact) {
            return faultImpact.outage().detectedAfterSeconds().isPresent() ? 1 : 0;
        }

        private static double recovery(FaultImpact faultImpact) {
            return faultImpact
                    .back()
                    .fromHealing()
                    .map(recovery -> switch (recovery) {
                        case Recovery.Recovered recovered ->
                            (double) recovered.after().toSeconds();
                        case Recovery.LongerThan longer -> Double.POSITIVE_INFINITY;
                    })
                    .orElse(Double.POSITIVE_INFINITY);
        }
    }

    /**
     * Figures of a phase, or of a whole run, as used by expectations; of several injections the worst counts.
     *
     * @param seconds that belong to it
     * @param impacts its injections
     */
    private record PhaseFigures(
            SecondSeries seconds, List<InjectionImpact> impacts, ProbeEvidence evidence, Baseline baseline)
            implements MeasuredFigures {
        private static final double SECOND_MICROS = 1e6;
        private static final double SECOND_NANOS = 1e9;
        private static final Found NOTHING_DUE = new Found.Unmeasured("no operation was due");

        @Override
        public Found found(ExpectationMeasure measure) {
            return switch (measure) {
                case LOST_ACKS,
                        PHANTOMS,
                        REGISTER_VIOLATIONS,
                        BANK_VIOLATIONS,
                        COUNTER_VIOLATIONS,
                        ISOLATION_VIOLATIONS,
                        LOAD_FLAWS -> counted(measure);
                case MAX_UNAVAILABLE -> unavailable();
                case AVAILABILITY -> available();
                case TIME_TO_BASELINE ->
                    slowest(
                            impact -> impact.fromHealing(),
                            span -> span.healed().orElse(span.injected()));
                case TIME_TO_BASELINE_FROM_INJECT -> slowest(impact -> impact.fromInjection(), FaultSpan::injected);
                case GOODPUT -> new Found.Exactly(seconds.goodputPerSecond());
                case P50 -> latency(50);
                case P99 -> latency(99);
                case IMPACT_TPUT -> impact(ImpactRatios::tputRatio);
                case IMPACT_P50 -> impact(ImpactRatios::p50Ratio);
                case IMPACT_P99 -> impact(ImpactRatios::p99Ratio);
            };
        }

        @Override
        public OptionalDouble baseline(ExpectationMeasure measure) {
            return switch (measure) {
                case GOODPUT -> OptionalDouble.of(baseline.goodputPerSecond());
                case P50 -> OptionalDouble.of(baseline.seconds().latency().getValueAtPercentile(50) / SECOND_MICROS);
                case P99 -> OptionalDouble.of(baseline.p99Micros() / SECOND_MICROS);
                case LOST_ACKS,
                        PHANTOMS,
                        REGISTER_VIOLATIONS,
                        BANK_VIOLATIONS,
                        COUNTER_VIOLATIONS,
                        ISOLATION_VIOLATIONS,
                        LOAD_FLAWS,
                        MAX_UNAVAILABLE,
                        AVAILABILITY,
                        TIME_TO_BASELINE,
                        TIME_TO_BASELINE_FROM_INJECT,
                        IMPACT_TPUT,
                        IMPACT_P50,
                        IMPACT_P99 -> OptionalDouble.empty();
            };
        }

        private Found counted(ExpectationMeasure measure) {
            return Optional.ofNullable(evidence.counts().get(measure))
                    .<Found>map(Found.Exactly::new)
                    .orElse(new Found.Unmeasured("it was not counted"));
        }

        private Found available() {
            SecondSeries.Availability availability = seconds.availability();
            return availability.due() == 0 ? NOTHING_DUE : new Found.Exactly(availability.share());
        }

        /** Returns the longest outage of a lane; a lower bound if one was open at the end, although another lane's was longer by then. */
        private Found unavailable() {
            List<LaneOutages> outages = watched().stream()
                    .map(span -> LaneOutages.of(evidence.lanes(), span))
                    .toList();
            boolean open = outages.stream().anyMatch(LaneOutages::open);
            return outages.stream()
                    .flatMap(outage -> outage.worst().stream())
                    .max(Comparator.comparing(LaneOutages.LaneOutage::longest))
                    .map(worst -> found(worst.longest(), open || worst.open()))
                    .orElse(new Found.Unmeasured("there were no lanes"));
        }

        /** Returns the spans of the injections; one that the next injection followed is one with it, as an outage may last across both. */
        private List<FaultSpan> watched() {
            List<FaultSpan> spans = new ArrayList<>();
            boolean followed = false;
            for (InjectionImpact impact : impacts) {
                if (impact.result().span().isEmpty()) {
                    continue;
                }
                FaultSpan span = impact.result().span().get();
                spans.add(
                        followed
                                ? new FaultSpan(spans.removeLast().injected(), OptionalLong.empty(), span.end())
                                : span);
                followed = impact.result().ending() == InjectionResult.ObservationEnd.FOLLOWED;
            }
            return spans;
        }

        /**
         * Returns the longest recovery time. A recovery whose observation the next injection cut off had ended when a later one was over:
         * its length lies between two figures. A fault that the end of the run cut off may have a longer one.
         *
         * @param from the second from which a recovery counts
         */
        private Found slowest(Function<InjectionImpact, Stream<Recovery>> way, ToLongFunction<FaultSpan> from) {
            double least = -1;
            double most = -1;
            double backAt = Double.POSITIVE_INFINITY;
            for (InjectionImpact impact : impacts.reversed()) {
                Optional<Recovery> recovery = way.apply(impact).findFirst();
                if (recovery.isEmpty()) {
                    most = cutAfterInjection(impact.result()) ? Double.POSITIVE_INFINITY : most;
                    continue;
                }
                double begin = (double) from.applyAsLong(impact.result().span().orElseThrow());
                switch (recovery.get()) {
                    case Recovery.Recovered(Duration after, int relapses) -> {
                        least = Math.max(least, seconds(after));
                        most = Math.max(most, seconds(after));
                        backAt = begin + seconds(after);
                    }
                    case Recovery.LongerThan(Duration observed) -> {
                        boolean followed = impact.result().ending() == InjectionResult.ObservationEnd.FOLLOWED;
                        least = Math.max(least, seconds(observed));
                        most = Math.max(most, followed ? backAt - begin : Double.POSITIVE_INFINITY);
                    }
                }
            }
            if (least < 0) {
                return new Found.Unmeasured("it was not watched");
            }
            return least == most
                    ? new Found.Exactly(least)
                    : most < Double.POSITIVE_INFINITY ? new Found.Between(least, most) : new Found.MoreThan(least);
        }

        private static boolean cutAfterInjection(InjectionResult result) {
            return result.ending() == InjectionResult.ObservationEnd.CUT
                    && result.span().isPresent();
        }

        private static double seconds(Duration length) {
            return length.toNanos() / SECOND_NANOS;
        }

        private static Found found(Duration length, boolean atLeast) {
            return atLeast ? new Found.MoreThan(seconds(length)) : new Found.Exactly(seconds(length));
        }

        private Found latency(double percentile) {
            if (seconds.availability().due() == 0) {
                return NOTHING_DUE;
            }
            Histogram latency = seconds.latency();
            return latency.getTotalCount() == 0
                    ? new Found.MoreThan(seconds.seconds())
                    : new Found.Exactly(latency.getValueAtPercentile(percentile) / SECOND_MICROS);
        }

        /** Returns the worst ratio of an operation that was due. */
        private Found impact(ToDoubleFunction<ImpactRatios> ratio) {
            List<ImpactRatios> all = impacts.stream()
                    .flatMap(impact -> impact.faultImpact().stream())
                    .flatMap(faultImpact -> faultImpact.disturbed().stream())
                    .toList();
            if (all.isEmpty()) {
                return new Found.Unmeasured(
                        "no window had a fault for at least " + ImpactRatios.LEAST_SECONDS + " seconds");
            }
            return all.stream()
                    .filter(ImpactRatios::due)
                    .map(ratio::applyAsDouble)
                    .max(Comparator.naturalOrder())
                    .<Found>map(Found.Exactly::new)
                    .orElse(NOTHING_DUE);
        }
    }
}
