package squall.spi;

import java.io.IOException;

/** Makes a target by name; found by {@link java.util.ServiceLoader}. */
public interface TargetProvider {
    /** The name users type, for example {@code postgres}. */
    String kind();

    /**
     * The running target, started if it was not. Safe to call from several processes at once.
     *
     * @throws IOException if it cannot be started here; the message names the remedies
     */
    Target up(Options options) throws IOException, InterruptedException;
}
