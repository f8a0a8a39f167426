package squall.apps.paper;

import java.util.Optional;

/**
 * A signal that comes while no run listens to it itself: ends the setting up or checking of an experiment, and begins no other. Writing
 * tables is not disturbed. Asked for by a thread of the JVM, all else by the thread that runs the experiments.
 */
final class Interruption {
    private Optional<Thread> underWay = Optional.empty();
    private boolean asked;

    synchronized void ask() {
        asked = true;
        underWay.ifPresent(Thread::interrupt);
    }

    /** False if no experiment may begin any more. */
    synchronized boolean begin() {
        underWay = asked ? Optional.empty() : Optional.of(Thread.currentThread());
        return !asked;
    }

    /** The mark of an interrupt is gone after this. */
    synchronized void end() {
        underWay = Optional.empty();
        Thread.interrupted();
    }
}
