package squall.spi;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** Provider of targets by name; found by {@link java.util.ServiceLoader}. */
public interface TargetProvider {
    /** Returns the name that users type, for example {@code postgres}. */
    String kind();

    /**
     * Returns the running target; starts it if necessary. Safe to call from several processes at once.
     *
     * @param progress receives one line for each step that takes noticeable time
     * @throws IOException if it cannot be started here; the message names the remedies
     * @throws IllegalArgumentException if an option is unknown or has no such value
     */
    Target up(Options options, Consumer<String> progress) throws IOException, InterruptedException;

    /**
     * Returns whether the target that {@link #up} started is still running; reads only what this machine knows of its processes.
     *
     * @throws IOException if that is not known
     */
    default boolean runs(Options options) throws IOException, InterruptedException {
        return true;
    }

    /** Returns the shell command that ends the target that {@link #up} started; empty for databases that others run. */
    default Optional<String> downCommand(Options options) {
        return Optional.empty();
    }

    /** Returns the shell commands that start or remove a target that is down, as words for users; empty for databases that others run. */
    default Optional<String> commandsWhenDown(Options options) {
        return Optional.empty();
    }
}
