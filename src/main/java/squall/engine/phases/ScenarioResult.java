package squall.engine.phases;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
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
    /** Creates the result of a run whose load saw no gap. */
    public ScenarioResult(
            RunResult result,
            SecondSeries series,
            Optional<BaselineCriteria> criteria,
            List<InjectionResult> injectionResults,
            List<ScenarioProblem> problems,
            List<RunEvent> unheard) {
        this(result, series, criteria, injectionResults, problems, unheard, ClientTimeline.NONE);
    }

    public ScenarioResult {
        injectionResults = List.copyOf(injectionResults);
        problems = List.copyOf(problems);
        unheard = List.copyOf(unheard);
    }

    /** Problem for which a scenario did not reach its end, or for which its figures are invalid. */
    public sealed interface ScenarioProblem {
        /** Describes the problem and its cause, one line. */
        String text();

        /** Fault that may still be in effect; the text lists the manual steps that are left. */
        record NotHealed(String text) implements ScenarioProblem {}

        /** Missing baseline: it was not steady, so there is nothing to compare with. */
        record NoBaseline(String text) implements ScenarioProblem {}
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

        /** Creates a record of an injection without a known skew. */
        public InjectionRecord(String name, String fault, String target, Status status, Map<InjectionStep, Long> atNs) {
            this(name, fault, target, status, atNs, Optional.empty(), Optional.empty());
        }

        public InjectionRecord {
            Map<InjectionStep, Long> ordered = new EnumMap<>(InjectionStep.class);
            ordered.putAll(atNs);
            atNs = Collections.unmodifiableMap(ordered);
            reports = reports.map(List::copyOf);
        }

        /** State in which an injection ended. */
        public sealed interface Status {
            /** Describes what was seen, or why the injection failed, one line. */
            String how();

            /** Injection that does not apply: the cluster lacks what it needs. */
            record NotApplicable(String how) implements Status {}

            /** Injection that a guard refused. */
            record Refused(String how) implements Status {}

            /** Injection that the run's end preceded, or cut off before its effect was verified. */
            record NotReached(String how) implements Status {}

            /** Injection that failed. */
            record Failed(String how) implements Status {}

            /** Injection without a visible effect: what was measured is no disturbance. */
            record WithoutEffect(String how) implements Status {}

            /** Injection in effect whose work failed, or was not done in time. */
            record Unfinished(String how) implements Status {}

            /** Injection that was seen to be in effect. */
            record InEffect(String how) implements Status {}
        }
    }
}
