package squall.engine.phases;

import java.io.IOException;

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
}
