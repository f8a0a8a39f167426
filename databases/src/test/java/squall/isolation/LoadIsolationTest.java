package squall.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.History.Ending;
import squall.check.isolation.IsolationExpectation;
import squall.check.isolation.JudgeSettings;
import squall.check.isolation.KeyShare;
import squall.check.isolation.VersionedTransaction;
import squall.engine.monitor.IsolationMonitor.SessionFeed;
import squall.spi.CheckResult;

@Timeout(300)
class LoadIsolationTest {
    private static final LoadIsolation.Guarantee READ_COMMITTED =
            new LoadIsolation.Guarantee("", Optional.of(ConsistencyModel.READ_COMMITTED), "");

    @TempDir
    private Path folder;

    @Test
    void the_first_anomaly_of_a_kind_is_reported_while_the_sessions_go_on_and_a_second_is_only_counted()
            throws Exception {
        BlockingQueue<String> reported = new LinkedBlockingQueue<>();
        try (LoadIsolation isolation =
                new LoadIsolation(new JudgeSettings(IsolationExpectation.CLAIMED, KeyShare.ALL))) {
            isolation.begin(folder, READ_COMMITTED);
            isolation.reportTo((type, detail, facts) -> reported.add(type + " " + facts + " " + detail));
            SessionFeed one = isolation.session(0);
            SessionFeed other = isolation.session(1);
            loseUpdate(one, other, 7, 1);
            one.begin(); // the load goes on: what has ended before this is settled
            assertThat(reported.poll(120, TimeUnit.SECONDS))
                    .isEqualTo("judge {anomaly=lost update} lost update: T0 (session 0) read the initial state of key 7"
                            + " and replaced it; so did T1 (session 1)");
            one.end(Ending.COMMITTED);
            loseUpdate(one, other, 8, 3);
            CheckResult check = isolation.check();

            assertThat(reported).isEmpty();
            assertThat(check.verdict()).isEqualTo(CheckResult.Verdict.PASSED);
            assertThat(check.detail()).contains("database says read committed, seen: lost update (2): at most");
        }
    }

    private static void loseUpdate(SessionFeed one, SessionFeed other, long key, long version) {
        one.begin();
        other.begin();
        replace(one, key, version);
        replace(other, key, version + 1);
    }

    private static void replace(SessionFeed feed, long key, long version) {
        feed.read(key, VersionedTransaction.INITIAL);
        feed.write(key, version);
        feed.end(Ending.COMMITTED);
    }

    @ParameterizedTest
    @CsvSource({"40001, true", "40P01, true", "0A000, true", "40003, false", "08006, false", ", false"})
    void only_what_the_database_reports_as_rolled_back_is_certain(String state, boolean rolledBack) {
        assertThat(LoadIsolation.isRolledBack(new SQLException("x", state))).isEqualTo(rolledBack);
    }
}
