package squall.verdict;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import squall.engine.phases.FaultText;
import squall.engine.phases.ScenarioResult;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.engine.phases.ScenarioResult.InjectionRecord.Status;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.measure.recovery.BaselineCriteria;
import squall.measure.recovery.FaultImpact;
import squall.measure.recovery.LaneOutages;
import squall.measure.recovery.Recovery;
import squall.measure.recovery.RepeatedRecoveries;
import squall.scenario.expect.Expectation.ExpectationResult;

/**
 * What a run under a scenario came to.
 *
 * @param scenario its name
 * @param criteria the baseline for recovery; empty if there was no stable baseline
 * @param phases those that disturb, and the controls, in order
 * @param judgements of what was expected of the run as a whole
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
     * A phase that disturbs, or is the control, and what came of it.
     *
     * @param control whether nothing was injected on purpose
     * @param impacts the injections, in order
     * @param judgements of what was expected; none where it was not carried out as it should have been
     * @param lostWrites acknowledged writes that are lost and belong to this phase; empty where nothing looked, or nothing was injected
     * @param withinNoise figures, by their names in {@code summary.json}, that are no worse than what the controls scored without a fault
     */
    public record PhaseOutcome(
            String name,
            boolean control,
            List<InjectionImpact> impacts,
            List<ExpectationResult> judgements,
            OptionalLong lostWrites,
            List<String> withinNoise) {
        /** How a phase ended; the first that holds. */
        public enum PhaseState {
            /** The run ended before or in it. */
            CUT,
            /** A guard forbade it, or the cluster was not well enough. */
            REFUSED,
            /** This cluster has not what it is about. */
            NOT_APPLICABLE,
            /** A fault was not seen to be in effect. */
            VACUOUS,
            /** Requested work failed, or did not finish in time. */
            UNFINISHED,
            /** An expectation was not met. */
            MISSED,
            /** Nothing measured what was expected. */
            UNDECIDED,
            /** Everything expected was met. */
            PASSED
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

        /** Its name, with the fault that stood in for another one. */
        public String label() {
            return FaultText.label(
                    name,
                    impacts.stream()
                            .flatMap(impact -> impact.result().injections().stream())
                            .map(InjectionRecord::fault)
                            .toList());
        }

        /** Why it was not carried out as it should have been, a line each. */
        public List<String> reasons() {
            return statuses(impacts)
                    .filter(status -> !(status instanceof Status.InEffect))
                    .map(Status::how)
                    .distinct()
                    .toList();
        }

        /** For a fault injected more than once: the recovery time from each healing; empty otherwise. */
        public Optional<RepeatedRecoveries> repeats() {
            List<Recovery> all =
                    impacts.stream().flatMap(InjectionImpact::fromHealing).toList();
            return all.size() < 2 ? Optional.empty() : Optional.of(RepeatedRecoveries.of(all));
        }

        /** Whether the injections were completed; {@code PASSED} if all were. */
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
            return has(ExpectationResult.ExpectationVerdict.UNDECIDED) ? PhaseState.UNDECIDED : PhaseState.PASSED;
        }

        private boolean has(ExpectationResult.ExpectationVerdict verdict) {
            return judgements.stream().anyMatch(judgement -> judgement.verdict() == verdict);
        }

        private static Stream<Status> statuses(List<InjectionImpact> impacts) {
            return impacts.stream().flatMap(InjectionImpact::statuses);
        }
    }

    /**
     * An injection and its impact.
     *
     * @param faultImpact empty if nothing was injected, or nothing is known of the time after
     * @param lanes likewise, and if there were no lanes
     */
    public record InjectionImpact(
            InjectionResult result, Optional<FaultImpact> faultImpact, Optional<LaneOutages> lanes) {
        static InjectionImpact of(InjectionResult result, ScenarioResult conducted, ProbeEvidence evidence) {
            Optional<FaultImpact> faultImpact = result.span()
                    .filter(span -> span.whole(conducted.series()).seconds() > 0)
                    .flatMap(span -> conducted
                            .criteria()
                            .map(criteria -> FaultImpact.of(
                                    conducted.series(),
                                    span,
                                    criteria,
                                    result.ending() != InjectionResult.ObservationEnd.FOLLOWED)));
            Optional<LaneOutages> lanes = result.span()
                    .filter(span -> !evidence.lanes().isEmpty())
                    .map(span -> LaneOutages.of(evidence.lanes(), span));
            return new InjectionImpact(result, faultImpact, lanes);
        }

        /** Recovery since the injection, if observed. */
        Stream<Recovery> fromInjection() {
            return faultImpact.flatMap(FaultImpact::back).map(FaultImpact.RecoveryTimes::fromInjection).stream();
        }

        /** Recovery since healing, if healed and observed. */
        Stream<Recovery> fromHealing() {
            return faultImpact.flatMap(FaultImpact::back).flatMap(FaultImpact.RecoveryTimes::fromHealing).stream();
        }

        Stream<Status> statuses() {
            return result.injections().stream().map(InjectionRecord::status);
        }
    }
}
