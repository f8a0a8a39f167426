package squall.adversity.cli;

import java.util.function.Consumer;
import squall.cli.Signals;
import squall.system.CommandException;

/**
 * Handler of SIGINT and SIGTERM while a run is prepared: the first interrupts the thread that prepares it, so that a cluster which it has
 * started is stopped again; a second ends the process at once. Used by that thread.
 */
final class PreparationSignals implements AutoCloseable {
    private final Signals signals;
    private boolean closed;

    private PreparationSignals(Signals signals) {
        this.signals = signals;
    }

    /** @param say gets a line at the first signal, on a thread of the JVM */
    static PreparationSignals install(Consumer<String> say) {
        Thread preparing = Thread.currentThread();
        return new PreparationSignals(Signals.installForFirst(signal -> {
            say.accept(signal + ": ending before the run has begun (another signal ends at once)");
            preparing.interrupt();
        }));
    }

    /** Leaves the signals to the run that begins now. @throws InterruptedException if one has come */
    void begin() throws InterruptedException {
        close();
        if (signals.exitCode().isPresent()) {
            throw new InterruptedException("ended by a signal");
        }
    }

    /**
     * Checks that no signal has caused a failure.
     *
     * @throws CommandException with the exit code of the signal, if one came: whatever failed was interrupted
     */
    void requireNone(Exception failure) throws CommandException {
        if (signals.exitCode().isPresent()) {
            throw new CommandException(signals.exitCode().get(), "ended by a signal before the run began", failure);
        }
    }

    /** Restores the former signal handlers, and lets the thread go on. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            signals.close();
            Thread.interrupted(); // what comes now, as stopping the cluster, must not fail
        }
    }
}
