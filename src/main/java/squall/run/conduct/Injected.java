package squall.run.conduct;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * One injection as it went.
 *
 * @param name within its phase
 * @param fault what was done, as shown
 * @param target whom it struck, as shown; empty if it struck nobody
 * @param atNs when each step was over, since the run began; those not reached are missing
 */
public record Injected(String name, String fault, String target, Fate fate, Map<Step, Long> atNs) {
    /** A moment in the life of an injection. */
    public enum Step {
        /** It was begun. */
        INJECT,
        /** Its commands had returned. */
        INJECTED,
        /** It was seen to be in effect. */
        EFFECTIVE,
        /** Its healing was begun. */
        HEAL,
        /** It was seen to be gone. */
        VERIFIED
    }

    public Injected {
        Map<Step, Long> ordered = new EnumMap<>(Step.class);
        ordered.putAll(atNs);
        atNs = Collections.unmodifiableMap(ordered);
    }
}
