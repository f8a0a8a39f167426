package squall.engine.phases;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
 * @param timeline gaps in the answers, and steps of the sessions' connections
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

        /** Kind of a problem. */
        public enum ProblemKind {
            /** Fault that may still be in effect; the text lists the manual steps that are left. */
            NOT_HEALED,
            /** Missing baseline: it was not steady, so there is nothing to compare with. */
            NO_BASELINE
        }
    }

    /**
     * Result of a group of injections that were injected and healed together.
     *
     * @param phase index in the scenario's phases
     * @param name of its windows: that of the phase, with a suffix if there are several
     * @param span empty if none was injected
     * @param ending how far it was watched
     * @param startedDegraded whether the system had not recovered from the previous injection
     */
    public record InjectionResult(
            int phase,
            String name,
            List<InjectionRecord> injections,
            Optional<FaultSpan> span,
            ObservationEnd ending,
            boolean startedDegraded) {
        /** Reason for which the observation of an injection ended. */
        public enum ObservationEnd {
            /** The system had recovered, or it was too late for that. */
            WATCHED,
            /** The next injection of the same phase began, which does not wait for recovery. */
            FOLLOWED,
            /** The run was to end. */
            CUT
        }

        public InjectionResult {
            injections = List.copyOf(injections);
        }
    }

    /**
     * Record of one injection.
     *
     * @param name within its phase
     * @param fault what was injected, as shown
     * @param target the target nodes, as shown; empty if there were none
     * @param atNs time of each step, in nanoseconds since the run began; steps not reached are missing
     * @param skew the time between the injection into the first and the last node; empty for a single node, or if unknown
     * @param reports of the database about the fault before it was healed, a line each; empty for a fault that no database detects
     */
    public record InjectionRecord(
            String name,
            String fault,
            String target,
            Status status,
            Map<InjectionStep, Long> atNs,
            Optional<Duration> skew,
            Optional<List<String>> reports) {
        /** Step of an injection. */
        public enum InjectionStep {
            /** Injection began: from here on it may have an effect. */
            INJECT,
            /** Injection ended: its commands had returned. */
            INJECTED,
            /** The fault was seen to be in effect. */
            EFFECTIVE,
            /** Healing began. */
            HEAL,
            /** Healing ended: its commands had returned. */
            HEALED,
            /** The fault was seen to be gone. */
            VERIFIED
        }

        public InjectionRecord {
            Map<InjectionStep, Long> ordered = new EnumMap<>(InjectionStep.class);
            ordered.putAll(atNs);
            atNs = Collections.unmodifiableMap(ordered);
            reports = reports.map(List::copyOf);
        }

        /** State in which an injection ended. */
        public enum InjectionState {
            /** Not applicable: the cluster lacks what it needs. */
            NOT_APPLICABLE,
            /** Refused by a guard. */
            REFUSED,
            /** Not reached: the run ended before. */
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

        /** State of an injection at its end. @param how what was seen, or why it failed, one line */
        public record Status(InjectionState state, String how) {}
    }
}
