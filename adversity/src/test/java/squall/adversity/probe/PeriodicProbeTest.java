package squall.adversity.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import squall.database.Database;

class PeriodicProbeTest {
    /** Covers an old error: the probe ended with the first one, and its check passed on what it had seen before. */
    @Test
    void an_error_that_is_no_exception_is_reported_when_the_probe_is_stopped() throws Exception {
        PeriodicProbe probe = new PeriodicProbe(
                "ledger writer 0",
                new PeriodicProbe.Schedule(0, 1_000_000, Duration.ofMinutes(1)),
                new Failing(new NoClassDefFoundError("a class of the driver")));
        probe.start(System::nanoTime);
        assertThat(probe.ended(Duration.ofSeconds(10))).isTrue();
        assertThatThrownBy(probe::requireSound)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("probe ledger writer 0 failed")
                .hasRootCauseMessage("a class of the driver");
    }

    /** Operation that fails at its first turn. */
    private record Failing(Error error) implements PeriodicProbe.Operation {
        @Override
        public Database.Client client() {
            return new Database.Client() {
                @Override
                public int attempts() {
                    return 1;
                }

                @Override
                public void abort() {}

                @Override
                public void close() {}
            };
        }

        @Override
        public void perform(ProbeTurn turn) {
            throw error;
        }

        @Override
        public void missed(long dueNs) {}
    }
}
