package squall.engine.phases;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

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
        String name, String fault, String target, Status status, Map<Step, Long> atNs, Optional<Duration> skew) {
    /** A moment in the life of an injection. */
    public enum Step {
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
    public InjectionRecord(String name, String fault, String target, Status status, Map<Step, Long> atNs) {
        this(name, fault, target, status, atNs, Optional.empty());
    }

    public InjectionRecord {
        Map<Step, Long> ordered = new EnumMap<>(Step.class);
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
