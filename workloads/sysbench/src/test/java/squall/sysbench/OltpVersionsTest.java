package squall.sysbench;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import squall.check.isolation.Anomaly;
import squall.check.isolation.History.Ending;
import squall.check.isolation.KeyShare;
import squall.check.isolation.OnlineIsolationCheck;
import squall.engine.monitor.IsolationMonitor;
import squall.engine.monitor.IsolationMonitor.SessionFeed;
import squall.spi.Outcome;
import squall.sql.WorkEffect;
import squall.sysbench.OltpEvents.OltpStatement;
import squall.sysbench.OltpEvents.OltpStep;

@Timeout(300)
class OltpVersionsTest {
    private static final OltpStamp STAMP = new OltpStamp(123_456_789L);
    private static final OltpStep INSERT = new OltpStep(OltpStatement.INSERT, 2, 7, 0, 0);
    private static final long KEY = 20_000_000_007L;

    /** Covers an old error: the second attempt wrote the versions of the first. */
    @Test
    void a_dirty_read_of_a_transaction_that_was_sent_again_after_a_deadlock_is_found() throws Exception {
        try (IsolationMonitor monitor =
                new IsolationMonitor(new OnlineIsolationCheck(OnlineIsolationCheck.Limits.USUAL), result -> {})) {
            OltpVersions versions = new OltpVersions(monitor.session(0), KeyShare.ALL, STAMP, new AtomicLong(), true);
            versions.begin(1, WorkEffect.ONCE);
            versions.restart();
            versions.next();
            long dirty = stamped(versions);
            PreparedStatement failing = statement(Optional.of(new SQLException("deadlock detected", "40P01")));
            assertThatThrownBy(() -> versions.write(failing, INSERT)).isInstanceOf(SQLException.class);
            versions.restart();
            versions.next();
            assertThat(stamped(versions)).isGreaterThan(dirty);
            assertThat(versions.write(statement(Optional.empty()), INSERT)).isEqualTo(1);
            versions.end(Outcome.OK);
            SessionFeed reader = monitor.session(1);
            reader.begin();
            reader.read(KEY, dirty);
            reader.end(Ending.COMMITTED);

            assertThat(monitor.finish().orElseThrow().isolation().counts()).isEqualTo(Map.of(Anomaly.ABORTED_READ, 1L));
        }
    }

    /** Returns the version that the statement would write. */
    private static long stamped(OltpVersions versions) {
        String text = "98765432109-".repeat(10).substring(0, 119);
        return STAMP.version(versions.inserted(INSERT, text).getBytes(US_ASCII), 0);
    }

    /** Returns a statement that changes one row, or fails. */
    private static PreparedStatement statement(Optional<SQLException> failure) {
        return (PreparedStatement) Proxy.newProxyInstance(
                OltpVersionsTest.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (self, method, arguments) -> {
                    if (failure.isPresent()) {
                        throw failure.get();
                    }
                    return 1;
                });
    }
}
