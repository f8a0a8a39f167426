package squall.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.engine.phases.FaultText;
import squall.engine.phases.ScenarioResult;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.engine.phases.ScenarioResult.InjectionRecord.InjectionStep;
import squall.engine.phases.ScenarioResult.InjectionRecord.Status;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.measure.outage.OutageAnalysis;
import squall.measure.outage.OutageAnalysis.FaultTimes;
import squall.measure.outage.OutageAnalysis.RunTimelines;
import squall.measure.outage.OutageAnatomy;
import squall.measure.recovery.BaselineCriteria;
import squall.measure.recovery.FaultImpact;
import squall.measure.recovery.LaneOutages;
import squall.measure.recovery.Recovery;
import squall.measure.recovery.RepeatedRecoveries;
import squall.scenario.expect.Expectation.ExpectationResult;

/**
 * Result of a run under a scenario.
 *
 * @param scenario its name
 * @param criteria the baseline for recovery; empty if there was no stable baseline
 * @param phases those that disturb, and the controls, in order
 * @param judgements of the expectations on the run as a whole
 * @param problems why it did not complete
 */
public record AdversityResult(
        String scenario,
        Optional<BaselineCriteria> criteria,
        List<PhaseOutcome> phases,
        List<ExpectationResult> judgements,
        List<ScenarioProblem> problems) {
    public AdversityResult {
        phases = List.copyOf(phases);
        judgements = List.copyOf(judgements);
        problems = List.copyOf(problems);
    }

    /**
     * Outcome of a phase that disturbs, or of a control.
     *
     * @param control whether nothing was injected on purpose
     * @param impacts the injections, in order
     * @param judgements of its expectations; none if it was not carried out as planned
     * @param lostWrites lost acknowledged writes of this phase; empty where no probe checked, or nothing was injected
     * @param invalid why its figures do not count although it was carried out; empty: they do
     * @param withinNoise figures, by their names in {@code summary.json}, that are no worse than those of the controls
     * @param corruption whether corrupt data was detected; empty if none was corrupted
     */
    public record PhaseOutcome(
            String name,
            boolean control,
            List<InjectionImpact> impacts,
            List<ExpectationResult> judgements,
            OptionalLong lostWrites,
            Optional<String> invalid,
            List<String> withinNoise,
            Optional<CorruptionVerdict> corruption) {
        /** End of a phase; the first that holds. */
        public enum PhaseState {
            /** Cut off: the run ended before or in the phase. */
            CUT("cut short"),
            /** Refused by a guard, or because the cluster was not healthy. */
            REFUSED("refused"),
            /** Not applicable: the cluster lacks what the phase needs. */
            NOT_APPLICABLE("N/A"),
            /** Vacuous: a fault was not seen to be in effect. */
            VACUOUS("vacuous"),
            /** Unfinished: requested work failed, or did not end in time. */
            UNFINISHED("unfinished"),
            /** Missed: an expectation was not met. */
            MISSED("missed"),
            /** Undecided: an expectation has a figure that nothing measured. */
            UNDECIDED("undecided"),
            /** Invalid: all expectations were met, but the figures do not count: the client was overloaded. */
            INVALID("invalid"),
            /**
             * Not back: all expectations were met, but the system was not seen to be back at the baseline, which no expectation required.
             */
            NOT_BACK("not back"),
            /** Passed: all expectations were met, and the system was back. */
            PASSED("pass");

            private final String word;

            PhaseState(String word) {
                this.word = word;
            }

            /** Returns the word for users, the same in every table. */
            public String word() {
                return word;
            }
        }

        public PhaseOutcome {
            impacts = List.copyOf(impacts);
            judgements = List.copyOf(judgements);
            withinNoise = List.copyOf(withinNoise);
        }

        public PhaseState state() {
            PhaseState carriedOut = carriedOut(impacts);
            return carriedOut == PhaseState.PASSED ? judged() : carriedOut;
        }

        /** Returns its name, with the fault that stood in for another one. */
        public String label() {
            return FaultText.label(
                    name,
                    impacts.stream()
                            .flatMap(impact -> impact.result().injections().stream())
                            .map(InjectionRecord::fault)
                            .toList());
        }

        /** Returns why it is not {@link PhaseState#PASSED}, a line each; without the unmet expectations, which have lines of their own. */
        public List<String> reasons() {
            List<String> reasons = statuses(impacts)
                    .filter(status -> !(status instanceof Status.InEffect))
                    .map(Status::how)
                    .distinct()
                    .collect(Collectors.toCollection(ArrayList::new));
            switch (state()) {
                case INVALID -> invalid.ifPresent(reasons::add);
                case NOT_BACK ->
                    reasons.add("not seen back at the baseline; nothing expects it, so the exit code does not show it");
                case CUT, REFUSED, NOT_APPLICABLE, VACUOUS, UNFINISHED, MISSED, UNDECIDED, PASSED -> {}
            }
            return reasons;
        }

        /**
         * Returns whether the baseline was seen after the last injection; the observation of one that the next injection cut off shows
         * nothing.
         */
        private boolean back() {
            return impacts.stream()
                    .filter(impact -> impact.result().ending() != InjectionResult.ObservationEnd.FOLLOWED)
                    .flatMap(impact -> Stream.concat(impact.fromInjection(), impact.fromHealing()))
                    .allMatch(Recovery.Recovered.class::isInstance);
        }

        /** Returns the recovery time from each healing of a fault injected more than once; empty otherwise. */
        public Optional<RepeatedRecoveries> repeats() {
            List<Recovery> all =
                    impacts.stream().flatMap(InjectionImpact::fromHealing).toList();
            return all.size() < 2 ? Optional.empty() : Optional.of(RepeatedRecoveries.of(all));
        }

        /** Returns whether the injections were completed; {@code PASSED} if all were. */
        static PhaseState carriedOut(List<InjectionImpact> impacts) {
            if (impacts.isEmpty()
                    || impacts.stream()
                            .anyMatch(impact -> impact.result().ending() == InjectionResult.ObservationEnd.CUT)) {
                return PhaseState.CUT;
            }
            if (statuses(impacts).anyMatch(Status.Refused.class::isInstance)) {
                return PhaseState.REFUSED;
            }
            if (statuses(impacts)
                    .anyMatch(status -> status instanceof Status.WithoutEffect || status instanceof Status.Failed)) {
                return PhaseState.VACUOUS;
            }
            if (statuses(impacts).anyMatch(Status.Unfinished.class::isInstance)) {
                return PhaseState.UNFINISHED;
            }
            return statuses(impacts).anyMatch(Status.InEffect.class::isInstance)
                    ? PhaseState.PASSED
                    : PhaseState.NOT_APPLICABLE;
        }

        private PhaseState judged() {
            if (has(ExpectationResult.ExpectationVerdict.MISSED)) {
                return PhaseState.MISSED;
            }
            if (has(ExpectationResult.ExpectationVerdict.UNDECIDED)) {
                return PhaseState.UNDECIDED;
            }
            if (invalid.isPresent()) {
                return PhaseState.INVALID;
            }
            return back() ? PhaseState.PASSED : PhaseState.NOT_BACK;
        }

        private boolean has(ExpectationResult.ExpectationVerdict verdict) {
            return judgements.stream().anyMatch(judgement -> judgement.verdict() == verdict);
        }

        private static Stream<Status> statuses(List<InjectionImpact> impacts) {
            return impacts.stream().flatMap(InjectionImpact::statuses);
        }
    }

    /**
     * Injection and its impact.
     *
     * @param faultImpact empty if nothing was injected, or nothing is known of the time after
     * @param lanes likewise, and if there were no lanes
     * @param outages the anatomy of each stretch in which the load was not answered at all, and of the recovery from it
     */
    public record InjectionImpact(
            InjectionResult result,
            Optional<FaultImpact> faultImpact,
            Optional<LaneOutages> lanes,
            List<OutageAnatomy> outages) {
        private static final long SECOND_NS = 1_000_000_000;

        public InjectionImpact {
            outages = List.copyOf(outages);
        }

        static InjectionImpact of(InjectionResult result, ScenarioResult conducted, ProbeEvidence evidence) {
            Optional<FaultImpact> faultImpact = result.span()
                    .filter(span -> span.whole(conducted.series()).seconds() > 0)
                    .flatMap(span ->
                            conducted.criteria().map(criteria -> FaultImpact.of(conducted.series(), span, criteria)));
            Optional<LaneOutages> lanes = result.span()
                    .filter(span -> !evidence.lanes().isEmpty())
                    .map(span -> LaneOutages.of(evidence.lanes(), span));
            List<OutageAnatomy> outages = faultImpact.stream()
                    .flatMap(impact -> conducted.criteria().stream()
                            .map(criteria -> new RunTimelines(
                                    conducted.timeline(), evidence.cluster(), conducted.series(), criteria))
                            .flatMap(run -> OutageAnalysis.of(times(result, impact), run).stream()))
                    .toList();
            return new InjectionImpact(result, faultImpact, lanes, outages);
        }

        private static FaultTimes times(InjectionResult result, FaultImpact impact) {
            long injectedNs = impact.span().injected() * SECOND_NS;
            OptionalLong recoveredNs = impact.back().fromInjection() instanceof Recovery.Recovered recovered
                    ? OptionalLong.of(injectedNs + recovered.after().toNanos())
                    : OptionalLong.empty();
            OptionalLong healNs = result.injections().stream()
                    .flatMap(injection -> Stream.ofNullable(injection.atNs().get(InjectionStep.HEAL)))
                    .mapToLong(Long::longValue)
                    .min();
            return new FaultTimes(injectedNs, healNs, recoveredNs, impact.span().end() * SECOND_NS);
        }

        /** Returns the recovery since the injection, if observed. */
        Stream<Recovery> fromInjection() {
            return faultImpact.map(FaultImpact::back).map(FaultImpact.RecoveryTimes::fromInjection).stream();
        }

        /** Returns the recovery since healing, if healed and observed. */
        Stream<Recovery> fromHealing() {
            return faultImpact.map(FaultImpact::back).flatMap(FaultImpact.RecoveryTimes::fromHealing).stream();
        }

        Stream<Status> statuses() {
            return result.injections().stream().map(InjectionRecord::status);
        }
    }
}
