package squall.engine.phases;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import squall.spi.FaultEffect;

/** Chooses the nodes of an injection, asks the guards, and arms what heals it. */
public interface FaultInjector {
    /**
     * Prepares one injection: chooses its nodes, waits for a healthy cluster, asks the guards, and arms the means that heal without this
     * process. The load continues without a fault in the meantime. A failed preparation has changed nothing.
     *
     * @param phase index in the scenario's phases
     * @param injection index in the phase's injections
     * @param round how often it came before, over repeats and repetitions
     * @throws IOException if the cluster can't be asked, or what heals can't be armed; reported as a refusal
     */
    Prepared prepare(int phase, int injection, int round) throws IOException, InterruptedException;

    /** Whether an injection can begin here and now. */
    sealed interface Prepared {
        /**
         * It can, and must be healed from now on.
         *
         * @param target the chosen nodes, as shown: {@code n3 (zone c, primary)}
         * @param fault as shown; tells whether a fallback replaces the scenario's fault
         */
        record Ready(FaultInjection injection, String target, String fault) implements Prepared {}

        /** The cluster lacks what the phase is about, for example a second region. @param why one line */
        record NotApplicable(String why) implements Prepared {}

        /** A guard forbids it, or the cluster is not healthy enough. @param why one line */
        record Refused(String why) implements Prepared {}
    }

    /**
     * One armed injection, as the conductor of a run sees it.
     *
     * <pre>
     *   inject --> effect [--> done, once a second] --> heal
     * </pre>
     *
     * <p>Methods are called one after the other, though not always by the same thread; those of different injections may be called at the
     * same time. All but {@link #heal} are interrupted when the run is to end; whatever was armed is healed.
     */
    interface FaultInjection {
        /**
         * Injects. Called at the start of the second with which its DISTURBED window begins.
         *
         * @throws IOException if it failed; {@link #heal} undoes what was done by then, and the run is invalid
         */
        void inject() throws IOException, InterruptedException;

        /** Time between the first and the last of its nodes; asked after {@link #inject}, empty where it is not known. */
        default Optional<Duration> skew() {
            return Optional.empty();
        }

        /** Verifies by a probe whether it is in effect; called after {@link #inject}, where an absence makes the run invalid. */
        FaultEffect effect() throws IOException, InterruptedException;

        /**
         * Whether work that ends by itself has ended; asked of faults that are held until they are done.
         *
         * @throws IOException if the work failed: it is reported and healed, and the run continues
         */
        boolean done() throws IOException, InterruptedException;

        /**
         * Undoes it and verifies by the same probe that it is gone; within its own time limit.
         *
         * @param undone called whenever the commands that undo have returned, before the look
         * @return what was seen: an absence
         * @throws IOException if it is not gone; the message lists the manual steps, and the run ends
         */
        FaultEffect heal(Runnable undone) throws IOException, InterruptedException;
    }
}
