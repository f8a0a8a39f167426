package squall.spi;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fault on chosen nodes: injected, verified to be in effect, healed, and verified to be gone.
 *
 * <p>Healing creates a new object from the {@link FaultContext} in the journal: in the process that injected the fault, in another after a
 * crash, or in the watchdog. So the object keeps nothing in its fields that {@link #heal} would need; {@link #facts} returns the values to
 * remember before anything is changed. It changes only objects that the context names, or that are named after the injection.
 *
 * <p>One thread at a time calls the methods of a fault; each ends within a limit of its own, about a minute, and an interrupt ends it
 * earlier.
 */
public interface Fault {
    /** Describes the steps, a line each, in words or commands: inject, verify, heal, and the timer that heals without Squall. */
    List<String> steps();

    /** Reads the facts that healing needs and cannot read while the fault is in effect: old settings, process numbers, addresses. */
    default Map<String, String> facts() throws IOException, InterruptedException {
        return Map.of();
    }

    /**
     * Injects the fault. If the fault has its own timer, the timer heals after {@code atMost} even if the calling process is dead; a
     * detached process heals all other faults.
     *
     * @throws IOException if a step failed; {@link #heal} undoes the steps before it
     */
    void inject(Duration atMost) throws IOException, InterruptedException;

    /**
     * Returns the time between the injection into the first and the last node; called after {@link #inject} on the same object. Empty for
     * a fault of one node, or of no particular node.
     */
    default Optional<Duration> skew() {
        return Optional.empty();
    }

    /** Verifies whether the fault is in effect, by a separate probe. */
    FaultEffect effect() throws IOException, InterruptedException;

    /** Undoes the fault; safe to call twice. On return the nodes serve again. */
    void heal() throws IOException, InterruptedException;

    /**
     * Undoes what the cluster did because of the fault only after it was healed, as a failover that had begun by then fences the old primary.
     * Called while the cluster is not whole and no fault is active; safe to call at any time after {@link #heal}.
     *
     * @return the names of the nodes that it started
     */
    default List<String> settle() throws IOException, InterruptedException {
        return List.of();
    }

    /** Fault that ends by itself, such as a backup, and is held until then. */
    interface Work extends Fault {
        /** Returns whether the work is done. @throws IOException if it failed, which is reported and does not end the run */
        boolean done() throws IOException, InterruptedException;
    }

    /** Fault that the database may detect, or else answer wrongly because of it, such as changed bytes in its files. */
    interface Detectable extends Fault {
        /** Lists what the nodes have reported about the fault since it was injected, a line each. Called before it is healed. */
        List<String> reports() throws IOException, InterruptedException;
    }
}
