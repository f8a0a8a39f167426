package squall.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.check.isolation.Anomaly;
import squall.check.isolation.History.Ending;
import squall.check.isolation.OnlineIsolationCheck;
import squall.engine.monitor.IsolationMonitor;
import squall.engine.monitor.IsolationMonitor.SessionFeed;
import squall.spi.Outcome;
import squall.sql.WorkEffect;

@Timeout(300)
class VersionedAttemptsTest {
    private static final long KEY = 7;

    @ParameterizedTest
    @CsvSource({"40001, ONCE, true", "08006, ONCE, true", "40P01, IDEMPOTENT, true", "08006, IDEMPOTENT, false"})
    void a_dirty_read_of_an_attempt_that_was_sent_again_is_found_unless_it_may_have_been_applied(
            String failure, WorkEffect effect, boolean found) throws Exception {
        try (IsolationMonitor monitor =
                new IsolationMonitor(new OnlineIsolationCheck(OnlineIsolationCheck.Limits.USUAL), result -> {})) {
            SessionFeed writer = monitor.session(0);
            VersionedAttempts attempts = new VersionedAttempts(writer, new AtomicLong());
            attempts.begin(1, effect);
            long first = attempts.next() + 1;
            writer.write(KEY, first);
            attempts.failed(new SQLException("x", failure));
            long second = attempts.next() + 1;
            writer.write(KEY, second);
            attempts.end(Outcome.OK);
            SessionFeed reader = monitor.session(1);
            reader.begin();
            reader.read(KEY, first);
            reader.end(Ending.COMMITTED);

            assertThat(second).isGreaterThan(first);
            assertThat(monitor.finish().orElseThrow().isolation().counts())
                    .isEqualTo(found ? Map.of(Anomaly.ABORTED_READ, 1L) : Map.of());
        }
    }
}
