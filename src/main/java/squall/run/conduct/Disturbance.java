package squall.run.conduct;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import squall.spi.Effect;

/**
 * One injection of one fault, as whoever conducts the run sees it.
 *
 * <pre>
 *   prepare --ready--> inject --> effect [--> done, once a second] --> heal --> effect
 *      '--not applicable, refused: nothing was touched
 * </pre>
 *
 * <p>Methods are called one after the other, though not always by the same thread; those of different disturbances may be called at the
 * same time. All but {@link #heal} and the look after it are interrupted when the run is to end; whatever was prepared is healed.
 */
public interface Disturbance {
    /**
     * Chooses whom it strikes, asks the guards, waits for a healthy cluster, and arms what heals without this process. The load runs
     * undisturbed meanwhile.
     *
     * @throws IOException if the cluster can't be asked, or what heals can't be armed; told as a refusal
     */
    Readiness prepare() throws IOException, InterruptedException;

    /**
     * Disturbs. Called at the start of the second with which its DISTURBED window begins.
     *
     * @throws IOException if it could not be done; {@link #heal} undoes what was done by then, and the run is invalid
     */
    void inject() throws IOException, InterruptedException;

    /** How far apart its nodes were disturbed, from the first to the last; asked after {@link #inject}, empty where there is nothing to tell. */
    default Optional<Duration> skew() {
        return Optional.empty();
    }

    /** Looks, with a probe, whether it is in effect: after {@link #inject}, where an absence makes the run invalid, and after {@link #heal}. */
    Effect effect() throws IOException, InterruptedException;

    /**
     * Whether work that has an end of its own has come to it; asked of faults that are held until they are done.
     *
     * @throws IOException if the work failed: that is told and healed, and is not the end of the run
     */
    boolean done() throws IOException, InterruptedException;

    /**
     * Undoes; within a time limit of its own.
     *
     * @throws IOException if it could not be undone; the message says what is left to do by hand, and the run ends
     */
    void heal() throws IOException, InterruptedException;

    /** Whether it can be injected here and now. */
    sealed interface Readiness {
        /**
         * It can.
         *
         * @param target whom it strikes, as shown: {@code n3 (zone c, primary)}
         * @param fault what is done, as shown; names the means where another than the scenario's stands in
         */
        record Ready(String target, String fault) implements Readiness {}

        /** This cluster has not what the phase is about, for example a second region. @param why one line */
        record NotApplicable(String why) implements Readiness {}

        /** A guard forbids it, or the cluster is not healthy enough. @param why one line */
        record Refused(String why) implements Readiness {}
    }
}
