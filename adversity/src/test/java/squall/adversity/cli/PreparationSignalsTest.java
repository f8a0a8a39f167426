package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import squall.cli.RaisedSignal;
import squall.cli.Signals;
import squall.system.CommandException;
import squall.system.ExitCode;

class PreparationSignalsTest {
    private final List<String> said = new CopyOnWriteArrayList<>();

    @Test
    void a_signal_interrupts_the_preparation_and_is_its_exit_code() throws Exception {
        try (PreparationSignals signals = PreparationSignals.install(said::add)) {
            RaisedSignal.term();
            assertThatThrownBy(() -> new CountDownLatch(1).await()).isInstanceOf(InterruptedException.class);
            assertThat(said).containsExactly("SIGTERM: ending before the run has begun (another signal ends at once)");
            assertThatThrownBy(() -> signals.requireNone(new IOException("channel closed by interrupt")))
                    .isInstanceOfSatisfying(CommandException.class, failure -> {
                        assertThat(failure).hasMessage("ended by a signal before the run began");
                        assertThat(failure.exitCode()).isEqualTo(ExitCode.TERMINATED);
                    });
        }
    }

    @Test
    void without_a_signal_a_failure_is_its_own_reason() throws Exception {
        try (PreparationSignals signals = PreparationSignals.install(said::add)) {
            signals.requireNone(new IOException("no space left on device"));
            signals.begin();
        }
        assertThat(said).isEmpty();
    }

    /** Interrupted, the cluster that was started could not be stopped. */
    @Test
    void once_they_are_closed_the_thread_is_not_interrupted() throws Exception {
        try (Signals outer = Signals.install(signal -> {}, signal -> {})) { // what comes late must not end the tests
            PreparationSignals signals = PreparationSignals.install(said::add);
            raised();
            signals.close();
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            assertThat(outer.exitCode()).isEmpty();
        }
    }

    @Test
    void a_run_does_not_begin_after_a_signal() throws Exception {
        PreparationSignals signals = PreparationSignals.install(said::add);
        raised();
        assertThatThrownBy(signals::begin).isInstanceOf(InterruptedException.class);
    }

    /** Sends the signal and returns when this thread is interrupted by it. */
    private static void raised() {
        RaisedSignal.term();
        while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }
}
