package squall.adversity.safety;

import java.util.Set;

/** How far one injection has come. What a stage says is on disk before the step that follows it. */
public enum Stage {
    /** Nothing was touched. */
    PLANNED,
    /** All that heals is on disk and somebody watches; from here on the fault may be there. */
    ARMED,
    /** The inject came to its end. */
    INJECTED,
    /** Seen in effect. */
    VERIFIED,
    /** Being undone. */
    HEALING,
    /** Seen to be gone. */
    HEALED,
    /** Healing failed, or could not be verified; it can be tried again. */
    FAILED;

    /** Whether something may be left of the fault. */
    public boolean open() {
        return this != PLANNED && this != HEALED;
    }

    /** Where it can go from here. A healing that a crash cut off is begun again. */
    public Set<Stage> next() {
        return switch (this) {
            case PLANNED -> Set.of(ARMED);
            case ARMED -> Set.of(INJECTED, HEALING);
            case INJECTED -> Set.of(VERIFIED, HEALING);
            case VERIFIED, FAILED -> Set.of(HEALING);
            case HEALING -> Set.of(HEALED, FAILED, HEALING);
            case HEALED -> Set.of();
        };
    }
}
