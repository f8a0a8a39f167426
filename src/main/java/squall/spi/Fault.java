package squall.spi;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One disturbance of chosen nodes: injected, seen in effect, healed, seen to be gone.
 *
 * <p>Healing creates a new object from the {@link FaultContext} in the journal: in the process that injected the fault, in another after a
 * crash, or in the watchdog. So the object keeps nothing in its fields that {@link #heal} would need; {@link #facts} returns what must be
 * remembered, before anything is changed. It changes only what the context names and what is named after the injection.
 *
 * <p>Methods are called by one thread at a time, never during another of the same fault; each ends within its own limit of a minute or
 * so, and an interrupt ends it earlier.
 */
public interface Fault {
    /** What will be done, in words or commands, a line each: to inject, to verify, to heal, and which timer heals without Squall. */
    List<String> steps();

    /** What healing needs to know and could not be read any more while the fault is in effect: old settings, process numbers, addresses. */
    default Map<String, String> facts() throws IOException, InterruptedException {
        return Map.of();
    }

    /**
     * Injects the fault. If the fault has its own timer, the timer heals after {@code atMost} even if the calling process is dead; a
     * detached process heals all other faults.
     *
     * @throws IOException if it could not be done; what was done by then is healed by {@link #heal}
     */
    void inject(Duration atMost) throws IOException, InterruptedException;

    /**
     * The time between the injection into the first and the last node; called after {@link #inject} on the same object. Empty for a fault
     * of one node, or of no particular node.
     */
    default Optional<Duration> skew() {
        return Optional.empty();
    }

    /** Verifies by a separate probe whether the fault is in effect. */
    FaultEffect effect() throws IOException, InterruptedException;

    /** Undoes the fault; does nothing if there is nothing to undo, and is safe to call twice. On return the nodes serve again. */
    void heal() throws IOException, InterruptedException;

    /** Work that ends by itself, such as a backup, and is held until then. */
    interface Work extends Fault {
        /** @throws IOException if the work failed: that is reported, and does not end the run */
        boolean done() throws IOException, InterruptedException;
    }
}
