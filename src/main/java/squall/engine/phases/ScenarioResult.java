package squall.engine.phases;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import squall.engine.RunEvent;
import squall.engine.RunResult;
import squall.measure.outage.ClientTimeline;
import squall.measure.recovery.BaselineCriteria;
import squall.measure.recovery.FaultSpan;
import squall.measure.recovery.SecondSeries;

/**
 * Result of a run under a scenario.
 *
 * @param series every second of the run
 * @param criteria the baseline for comparisons; empty if there was no steady baseline
 * @param injectionResults the injections, in order
 * @param problems why the scenario did not complete; empty if it did, or was interrupted by the user
 * @param unheard events after the last one that the run's listeners received: healing after a failed run, for example
 * @param timeline gaps in the answers, and steps of connections
 */
public record ScenarioResult(
        RunResult result,
        SecondSeries series,
        Optional<BaselineCriteria> criteria,
        List<InjectionResult> injectionResults,
        List<ScenarioProblem> problems,
        List<RunEvent> unheard,
        ClientTimeline timeline) {
    public ScenarioResult {
        injectionResults = List.copyOf(injectionResults);
        problems = List.copyOf(problems);
        unheard = List.copyOf(unheard);
    }

    /**
     * Problem for which a scenario did not reach its end, or for which its figures are invalid.
     *
     * @param text the problem and its cause, one line
     */
    public record ScenarioProblem(ProblemKind kind, String text) {
        public static ScenarioProblem notHealed(String text) {
            return new ScenarioProblem(ProblemKind.NOT_HEALED, text);
        }

        public static ScenarioProblem noBaseline(String text) {
            return new ScenarioProblem(ProblemKind.NO_BASELINE, text);
        }

        public static ScenarioProblem cutShort(String text) {
            return new ScenarioProblem(ProblemKind.CUT_SHORT, text);
        }

        /** Kind of a problem. */
        public enum ProblemKind {
            /** Fault that may still be in effect; the text lists the manual steps that are left. */
            NOT_HEALED,
            /** Missing baseline: it was not steady, so there is nothing to compare with. */
            NO_BASELINE,
            /** Early end without another reason: the load had no more work, or a fault was interrupted by itself. */
            CUT_SHORT
        }
    }

    /**
     * Result of a group of injections that were injected and healed together.
     *
     * @param phase index in the scenario's phases
     * @param name of its windows: that of the phase, with a suffix if there are several
     * @param reports of the database about each fault that it may have detected, read before the fault was healed; a line each
     * @param span empty if none was injected
     * @param ending how far it was watched
     * @param startedDegraded whether the system had not recovered from the previous injection
     */
    public record InjectionResult(
            int phase,
            String name,
            List<InjectionRecord> injections,
            List<List<String>> reports,
            Optional<FaultSpan> span,
            ObservationEnd ending,
            boolean startedDegraded) {
        /** Reason for which the observation of an injection ended. */
        public enum ObservationEnd {
            /** The system had recovered, or it was too late for that. */
            WATCHED,
            /** The next injection of the same phase began, which does not wait for recovery. */
            FOLLOWED,
            /** The run was to end, possibly in the gap before the next injection. */
            CUT
        }

        public InjectionResult {
            injections = List.copyOf(injections);
            reports = reports.stream().map(List::copyOf).toList();
        }
    }

    /**
     * Record of one injection, as {@code summary.json} has it. Times are nanoseconds since the run began, empty for steps not reached.
     *
     * @param name within its phase
     * @param kind of the fault that was injected; empty in runs recorded before this was, like the next one
     * @param standsInFor kind of the scenario's fault that this one replaces
     * @param fault what was injected, as shown
     * @param target the target nodes, as shown; empty if there were none
     * @param how what was seen, or why the injection failed; one line without secrets
     * @param injectNs begin of injecting: from here on it may have an effect
     * @param injectedNs end of injecting: its commands had returned
     * @param effectiveNs when the fault was seen to be in effect
     * @param healNs begin of healing
     * @param healedNs end of healing: its commands had returned
     * @param verifiedNs when the fault was seen to be gone
     * @param skewMs time between the injection into the first and the last node; empty for a single node, or if unknown
     */
    public record InjectionRecord(
            String name,
            String kind,
            Optional<String> standsInFor,
            String fault,
            String target,
            InjectionState status,
            String how,
            OptionalLong injectNs,
            OptionalLong injectedNs,
            OptionalLong effectiveNs,
            OptionalLong healNs,
            OptionalLong healedNs,
            OptionalLong verifiedNs,
            OptionalLong skewMs) {
        /** Returns the fault and its target. */
        public FaultText faultText() {
            return new FaultText(fault, target);
        }

        /** State in which an injection ended. */
        public enum InjectionState {
            /** Not applicable: the cluster lacks what it needs. */
            NOT_APPLICABLE,
            /** Refused by a guard. */
            REFUSED,
            /** Not reached: the end of the run preceded it, or cut it off before its effect was verified. */
            NOT_REACHED,
            FAILED,
            /** Without a visible effect: what was measured is no disturbance. */
            WITHOUT_EFFECT,
            /** Effective, but its work failed, or was not done in time. */
            UNFINISHED,
            IN_EFFECT;

            /** Returns the name that files use, as text for people. */
            public String label() {
                return name().toLowerCase(Locale.ROOT).replace('_', ' ');
            }
        }
    }
}
