package squall.engine.phases;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import squall.spi.FaultEffect;

/** Injector of a scenario's faults: chooses the nodes of an injection, asks the guards, and arms the means that heal it. */
public interface FaultInjector {
    /**
     * Prepares one injection: chooses its nodes, waits for a healthy cluster, asks the guards, and arms the means that heal without this
     * process. The load continues without a fault in the meantime. A failed preparation has changed nothing.
     *
     * @param phase index in the scenario's phases
     * @param injection index in the phase's injections
     * @param round number of earlier times, over repeats and repetitions
     * @param waiting receives what a preparation that takes some seconds waits for, one line
     * @throws IOException if the cluster cannot be asked, or the means to heal cannot be armed; reported as a refusal
     */
    Prepared prepare(int phase, int injection, int round, Consumer<String> waiting)
            throws IOException, InterruptedException;

    /** Result of a preparation: whether an injection can begin now. */
    sealed interface Prepared {
        /**
         * Ready injection, which must be healed from now on.
         *
         * @param target the chosen nodes, as shown: {@code n3 (zone c, primary)}
         */
        record Ready(FaultInjection injection, String target, PreparedFault fault) implements Prepared {}

        /** Injection that does not apply: the cluster lacks what it needs, for example a second region. @param why one line */
        record NotApplicable(String why) implements Prepared {}

        /** Refusal by a guard, or because the cluster is not healthy enough. @param why one line */
        record Refused(String why) implements Prepared {}
    }

    /**
     * Fault that is injected.
     *
     * @param text the kind with its options, as shown; says whether a fallback replaces the scenario's fault
     * @param standsInFor kind of the fault that it replaces
     */
    record PreparedFault(String kind, String text, Optional<String> standsInFor) {
        /** Creates a fault of the scenario without options. */
        static PreparedFault of(String kind) {
            return new PreparedFault(kind, kind, Optional.empty());
        }
    }

    /**
     * Armed injection, as the conductor of a run sees it.
     *
     * <pre>
     *   inject --> effect [--> done, once a second] --> heal
     * </pre>
     *
     * <p>Methods are called one after the other, though not always by the same thread; those of different injections may be called at the
     * same time. All but {@link #heal} are interrupted when the run is to end; every armed injection is healed.
     */
    interface FaultInjection {
        /**
         * Injects the fault. Called at the start of the second with which its DISTURBED window begins.
         *
         * @throws IOException if it failed; {@link #heal} undoes what was done by then, and the run is invalid
         */
        void inject() throws IOException, InterruptedException;

        /** Returns the time between the first and the last of its nodes; called after {@link #inject}, empty if it is not known. */
        default Optional<Duration> skew() {
            return Optional.empty();
        }

        /** Verifies by a probe whether the fault is in effect; called after {@link #inject}. An absent effect makes the run invalid. */
        FaultEffect effect() throws IOException, InterruptedException;

        /**
         * Returns whether work that ends by itself has ended; called for faults that are held until they are done.
         *
         * @throws IOException if the work failed: it is reported and healed, and the run continues
         */
        boolean done() throws IOException, InterruptedException;

        /**
         * Lists what the database has reported about the fault, a line each; called before {@link #heal}. Empty if the fault is none that a
         * database detects.
         */
        default Optional<List<String>> reports() throws IOException, InterruptedException {
            return Optional.empty();
        }

        /**
         * Undoes the fault and verifies by the same probe that it is gone; within its own time limit.
         *
         * @param undone called when the commands that undo it have returned, before the probe
         * @return what the probe saw: an absence
         * @throws IOException if the fault is not gone; the message lists the manual steps, and the run ends
         */
        FaultEffect heal(Runnable undone) throws IOException, InterruptedException;
    }
}
