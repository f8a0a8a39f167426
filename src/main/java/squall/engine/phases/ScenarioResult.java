package squall.engine.phases;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.engine.RunEvent;
import squall.engine.RunResult;
import squall.measure.recovery.BaselineCriteria;
import squall.measure.recovery.FaultSpan;
import squall.measure.recovery.SecondSeries;

/**
 * A run under a scenario, as it went.
 *
 * @param series every second of it
 * @param criteria the baseline for comparisons; empty if there was no stable baseline
 * @param injectionResults the injections, in order
 * @param problems why it did not complete; empty if it did, or was interrupted by the user
 * @param unheard events after the last one that the run's listeners received: healing after a failed run, for example
 */
public record ScenarioResult(
        RunResult result,
        SecondSeries series,
        Optional<BaselineCriteria> criteria,
        List<InjectionResult> injectionResults,
        List<ScenarioProblem> problems,
        List<RunEvent> unheard) {
    public ScenarioResult {
        injectionResults = List.copyOf(injectionResults);
        problems = List.copyOf(problems);
        unheard = List.copyOf(unheard);
    }

    /** Why a scenario did not come to its end, or its figures do not mean what they say. */
    public sealed interface ScenarioProblem {
        /** What and why, one line. */
        String text();

        /** A fault may still be there; what is left to do by hand. */
        record NotHealed(String text) implements ScenarioProblem {}

        /** The baseline was not steady, so there is nothing to compare with. */
        record NoBaseline(String text) implements ScenarioProblem {}
    }

    /**
     * Injections that came and went together, and when.
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
        /** The last second in which an injection was observed. */
        public enum ObservationEnd {
            /** Until it was back, or too late. */
            WATCHED,
            /** Until the next one of the same phase, which came sooner than anything could settle. */
            FOLLOWED,
            /** The run was to end. */
            CUT
        }

        public InjectionResult {
            injections = List.copyOf(injections);
        }
    }

    /**
     * One injection as it went.
     *
     * @param name within its phase
     * @param fault what was done, as shown
     * @param target the target nodes, as shown; empty if there were none
     * @param atNs when each step was taken, since the run began; those not reached are missing
     * @param skew the time between the injection into the first and the last node; empty for a single node, or if unknown
     */
    public record InjectionRecord(
            String name,
            String fault,
            String target,
            Status status,
            Map<InjectionStep, Long> atNs,
            Optional<Duration> skew) {
        /** A moment in the life of an injection. */
        public enum InjectionStep {
            /** Injecting began: from here on it may have an effect. */
            INJECT,
            /** Injecting was over: its commands had returned. */
            INJECTED,
            /** It was seen to be in effect. */
            EFFECTIVE,
            /** Healing began. */
            HEAL,
            /** Healing was over: its commands had returned. */
            HEALED,
            /** It was seen to be gone. */
            VERIFIED
        }

        /** One of which no skew is known. */
        public InjectionRecord(String name, String fault, String target, Status status, Map<InjectionStep, Long> atNs) {
            this(name, fault, target, status, atNs, Optional.empty());
        }

        public InjectionRecord {
            Map<InjectionStep, Long> ordered = new EnumMap<>(InjectionStep.class);
            ordered.putAll(atNs);
            atNs = Collections.unmodifiableMap(ordered);
        }

        /** What became of an injection. */
        public sealed interface Status {
            /** One line: what was seen, or why not. */
            String how();

            /** This cluster has not what it is about. */
            record NotApplicable(String how) implements Status {}

            /** A guard forbade it. */
            record Refused(String how) implements Status {}

            /** The run was to end before it was injected. */
            record NotReached(String how) implements Status {}

            /** It could not be done. */
            record Failed(String how) implements Status {}

            /** It was done, and nothing was to be seen of it: whatever was measured is no disturbance. */
            record WithoutEffect(String how) implements Status {}

            /** It was seen to be in effect, but the work that it is failed, or was not done in time. */
            record Unfinished(String how) implements Status {}

            /** It was seen to be in effect. */
            record InEffect(String how) implements Status {}
        }
    }
}
