package squall.run.conduct;

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
 * @param target whom it struck, as shown; empty if it struck nobody
 * @param atNs when each step was taken, since the run began; those not reached are missing
 * @param skew how far apart its nodes were disturbed, from the first to the last; empty for a single node, or where nobody knows
 */
public record Injected(
        String name, String fault, String target, Fate fate, Map<Step, Long> atNs, Optional<Duration> skew) {
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
    public Injected(String name, String fault, String target, Fate fate, Map<Step, Long> atNs) {
        this(name, fault, target, fate, atNs, Optional.empty());
    }

    public Injected {
        Map<Step, Long> ordered = new EnumMap<>(Step.class);
        ordered.putAll(atNs);
        atNs = Collections.unmodifiableMap(ordered);
    }
}
