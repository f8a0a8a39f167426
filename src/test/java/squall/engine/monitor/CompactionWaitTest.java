package squall.engine.monitor;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import squall.engine.monitor.CompactionWait.CompactionEnd;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;

class CompactionWaitTest {
    private long nowNs;

    /** Instrument of a node that compacts until a second, one compaction each three seconds. */
    private final class Compacting implements Instrument {
        private final int until;
        private boolean closed;

        Compacting(int until) {
            this.until = until;
        }

        @Override
        public String source() {
            return "beans";
        }

        @Override
        public Duration every() {
            return ofSeconds(5);
        }

        @Override
        public List<InstrumentReading> read() {
            long second = nowNs / 1_000_000_000;
            return List.of(
                    InstrumentReading.of("n1", ServerMetric.COMPACTIONS_PENDING, 0),
                    InstrumentReading.of("n1", ServerMetric.COMPACTIONS, Math.floor(Math.min(second, until) / 3.0)));
        }

        @Override
        public Map<ServerMetric, String> absent() {
            return Map.of();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @Test
    void a_pause_between_two_compactions_is_not_their_end() throws Exception {
        Compacting compacting = new Compacting(12);

        assertThat(waiting(List.of(compacting)).await(ofSeconds(5), ofSeconds(60)))
                .isEqualTo(new CompactionEnd(ofSeconds(17), true));
        assertThat(compacting.closed).isTrue();
    }

    @Test
    void compactions_without_end_are_given_up() throws Exception {
        assertThat(waiting(List.of(new Compacting(1000))).await(ofSeconds(5), ofSeconds(60)))
                .isEqualTo(new CompactionEnd(ofSeconds(60), false));
    }

    @Test
    void a_database_that_tells_nothing_of_compactions_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> waiting(List.of()).await(ofSeconds(5), ofSeconds(60)))
                .withMessage("this database tells nothing of its compactions, so their end cannot be waited for");
    }

    private CompactionWait waiting(List<Instrument> instruments) {
        return new CompactionWait(() -> instruments, () -> nowNs, time -> nowNs += time.toNanos());
    }
}
