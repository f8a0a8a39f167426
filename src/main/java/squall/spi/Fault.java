package squall.spi;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One disturbance of chosen nodes: injected, seen in effect, healed, seen to be gone.
 *
 * <p>It is made anew, from the {@link Scene} that stands in the journal, by whoever heals: the process that injected it, another after a
 * crash, or the dead-man. So it keeps nothing in its fields that {@link #heal} would need; what must be remembered is told by {@link
 * #facts} before anything is touched. It touches only what is named in the scene and what carries the scene's name.
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
     * Disturbs. Where the means has a timer of its own, that timer heals after {@code atMost} even if nobody who called this lives; a
     * detached process heals all others.
     *
     * @throws IOException if it could not be done; what was done by then is healed by {@link #heal}
     */
    void inject(Duration atMost) throws IOException, InterruptedException;

    /**
     * How far apart the chosen nodes were disturbed, from the first to the last; asked after {@link #inject}, of the same object. Empty for a
     * fault of one node, or of none in particular.
     */
    default Optional<Duration> skew() {
        return Optional.empty();
    }

    /** Looks, with a probe of its own, whether the fault is in effect. */
    Effect effect() throws IOException, InterruptedException;

    /** Undoes; nothing happens where nothing is to be undone, and twice does no harm. On return the nodes serve again. */
    void heal() throws IOException, InterruptedException;

    /** Work that has an end of its own, such as a backup, and is held until then. */
    interface Work extends Fault {
        /** @throws IOException if the work failed: that is told, and is not the end of the run */
        boolean done() throws IOException, InterruptedException;
    }
}
