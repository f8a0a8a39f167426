package squall.sql;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static squall.sql.Tuned.isolated;
import static squall.sql.Tuned.limited;
import static squall.sql.Tuned.manual;
import static squall.sql.Tuned.retrying;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.TwoRows.Row;
import squall.sql.driver.SqlSettings;

@Tag("server")
@Timeout(300)
class SqlSessionServerTest {
    @RegisterExtension
    static final Server SERVER = new Server();

    private static final TwoRows ROWS = new TwoRows(SERVER);

    @BeforeEach
    void two_rows() throws Exception {
        ROWS.reset();
    }

    @Test
    void a_deadlock_is_tried_again_and_both_succeed() throws Exception {
        CyclicBarrier bothHaveOne = new CyclicBarrier(2);
        var first = CompletableFuture.supplyAsync(() -> crossing("a", "b", bothHaveOne), Thread::startVirtualThread);
        var second = CompletableFuture.supplyAsync(() -> crossing("b", "a", bothHaveOne), Thread::startVirtualThread);
        assertThat(first.get(20, SECONDS) + second.get(20, SECONDS)).isGreaterThan(2);
        assertThat(SERVER.number("SELECT sum(v) FROM t")).isEqualTo(4);
    }

    @Test
    void a_serialization_failure_is_tried_again() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = ROWS.session(isolated(SERVER.settings(), "serializable"))) {
            Outcome outcome = session.transaction(WorkEffect.ONCE, turn, row -> {
                row.read(Outcome.OK);
                if (session.attempts() == 1) {
                    SERVER.administered("UPDATE t SET v = v + 10 WHERE k = 'a'");
                }
                return row.increment();
            });
            assertThat(outcome).isEqualTo(Outcome.OK);
            assertThat(session.attempts()).isEqualTo(2);
        }
        assertThat(ROWS.value("v")).isEqualTo(11);
    }

    @Test
    void the_end_of_a_run_makes_no_failure_of_a_collision() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = ROWS.session(SERVER.settings())) {
            Outcome outcome = session.transaction(WorkEffect.ONCE, turn, row -> {
                turn.stop();
                return session.attempts() < 5 ? collided() : row.increment();
            });
            assertThat(outcome).isEqualTo(Outcome.OK);
            assertThat(session.attempts()).isEqualTo(5);
        }
        assertThat(ROWS.value("v")).isEqualTo(1);
    }

    @Test
    void an_aborted_session_retries_no_collision() throws Exception {
        try (var session = ROWS.session(SERVER.settings())) {
            Outcome outcome = session.transaction(WorkEffect.ONCE, new TestTurn(), row -> {
                session.abort();
                return collided();
            });
            assertThat(outcome.code()).isEqualTo("40001");
            assertThat(session.attempts()).isEqualTo(1);
        }
    }

    @Test
    void after_its_last_retry_a_serialization_failure_is_a_refusal() throws Exception {
        SqlSettings once = retrying(isolated(SERVER.settings(), "repeatable-read"), 0);
        try (var session = ROWS.session(once)) {
            Outcome outcome = session.transaction(WorkEffect.ONCE, new TestTurn(), row -> {
                row.read(Outcome.OK);
                SERVER.administered("UPDATE t SET v = v + 10 WHERE k = 'a'");
                return row.increment();
            });
            assertThat(outcome)
                    .isEqualTo(new Outcome.Refused(
                            new ErrorCode(ErrorKind.SERIALIZATION, "40001"),
                            "ERROR: could not serialize access due to concurrent update"));
        }
        assertThat(ROWS.value("v")).isEqualTo(10);
    }

    @Test
    void a_plan_that_went_stale_is_prepared_again() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = ROWS.session(SERVER.settings())) {
            session.transaction(WorkEffect.READ, turn, Row.READ);
            SERVER.administer("ALTER TABLE t ADD COLUMN w int");
            assertThat(session.transaction(WorkEffect.READ, turn, Row.READ)).isEqualTo(Outcome.OK);
            assertThat(session.attempts()).isEqualTo(2);
        }
    }

    @Test
    void a_refusal_of_the_works_own_is_rolled_back() throws Exception {
        var own = new Outcome.Refused(new ErrorCode(ErrorKind.DATA, "own"), "");
        try (var session = ROWS.session(SERVER.settings())) {
            Outcome outcome = session.transaction(WorkEffect.ONCE, new TestTurn(), row -> {
                row.increment();
                return own;
            });
            assertThat(outcome).isEqualTo(own);
        }
        assertThat(ROWS.value("v")).isZero();
    }

    @Test
    void without_autocommit_each_statement_is_a_transaction_of_its_own() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = ROWS.session(manual(SERVER.settings()))) {
            assertThat(session.statement(WorkEffect.ONCE, turn, Row.INCREMENT)).isEqualTo(Outcome.OK);
            assertThat(ROWS.value("v")).isEqualTo(1);
            Outcome duplicate =
                    session.statement(WorkEffect.ONCE, turn, row -> row.execute("INSERT INTO t VALUES ('a')"));
            assertThat(duplicate.code()).isEqualTo("23505");
            assertThat(session.statement(WorkEffect.READ, turn, Row.READ)).isEqualTo(Outcome.OK);
            assertThat(SERVER.number("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in%'"))
                    .isZero();
        }
    }

    @Test
    void code_of_the_load_that_fails_leaves_no_open_transaction() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = ROWS.session(SERVER.settings())) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> session.transaction(WorkEffect.ONCE, turn, row -> {
                        row.increment();
                        throw new IllegalStateException("a mistake");
                    }));
            assertThat(session.transaction(WorkEffect.ONCE, turn, Row.INCREMENT))
                    .isEqualTo(Outcome.OK);
        }
        assertThat(ROWS.value("v")).isEqualTo(1);
    }

    @Test
    void a_statement_that_takes_too_long_is_refused_by_the_server() throws Exception {
        TestTurn turn = new TestTurn();
        SqlSettings settings = limited(SERVER.settings(), Duration.ofMillis(200), Duration.ofSeconds(10));
        try (var session = ROWS.session(settings)) {
            assertThat(session.statement(WorkEffect.ONCE, turn, row -> row.execute("SELECT pg_sleep(20)")))
                    .isEqualTo(new Outcome.Refused(
                            new ErrorCode(ErrorKind.TIMEOUT, "57014"),
                            "ERROR: canceling statement due to statement timeout"));
            assertThat(session.statement(WorkEffect.READ, turn, Row.READ)).isEqualTo(Outcome.OK);
            assertThat(session.attempts()).isEqualTo(1);
        }
    }

    @Test
    void a_blocked_call_is_ended_from_another_thread_and_nothing_follows() throws Exception {
        TestTurn turn = new TestTurn();
        CountDownLatch sleeping = new CountDownLatch(1);
        try (var session = ROWS.session(SERVER.settings())) {
            session.statement(WorkEffect.READ, turn, Row.READ);
            var blocked = CompletableFuture.supplyAsync(
                    () -> TwoRows.outcome(session, WorkEffect.IDEMPOTENT, turn, row -> {
                        sleeping.countDown();
                        return row.execute("SELECT pg_sleep(20)");
                    }),
                    Thread::startVirtualThread);
            sleeping.await();
            session.abort();
            assertThat(blocked.get(15, SECONDS)).isInstanceOf(Outcome.Unknown.class);
            assertThat(session.statement(WorkEffect.READ, turn, Row.READ).code())
                    .isEqualTo("aborted");
        }
    }

    @Test
    void an_acknowledgement_that_no_standby_confirmed_is_unknown() throws Exception {
        SERVER.administer("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (nobody)'");
        SERVER.administer("SELECT pg_reload_conf()");
        try (var session = ROWS.session(SERVER.settings())) {
            var statement = CompletableFuture.supplyAsync(
                    () -> TwoRows.outcome(session, WorkEffect.IDEMPOTENT, new TestTurn(), Row.INCREMENT),
                    Thread::startVirtualThread);
            cancelWaitForStandby();
            assertThat(statement.get(10, SECONDS)).isEqualTo(weak());
            var transaction = CompletableFuture.supplyAsync(
                    () -> TwoRows.committed(session, new TestTurn(), Row.INCREMENT), Thread::startVirtualThread);
            cancelWaitForStandby();
            assertThat(transaction.get(10, SECONDS)).isEqualTo(weak());
            assertThat(session.statement(WorkEffect.IDEMPOTENT, new TestTurn(), row -> row.execute("SELECT 1")))
                    .isEqualTo(Outcome.OK);
        } finally {
            SERVER.administer("ALTER SYSTEM RESET synchronous_standby_names");
            SERVER.administer("SELECT pg_reload_conf()");
        }
        assertThat(ROWS.value("v")).isEqualTo(2);
    }

    private static int crossing(String one, String other, CyclicBarrier bothHaveOne) {
        try (var session = ROWS.session(SERVER.settings())) {
            Outcome outcome = session.transaction(WorkEffect.ONCE, new TestTurn(), row -> {
                row.increment(one);
                if (session.attempts() == 1) {
                    meet(bothHaveOne);
                }
                return row.increment(other);
            });
            assertThat(outcome).isEqualTo(Outcome.OK);
            return session.attempts();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Outcome collided() throws SQLException {
        throw new SQLException("collided", "40001");
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(10, SECONDS);
        } catch (Exception e) { // three checked kinds, all a failure of the test
            throw new AssertionError(e);
        }
    }

    private static Outcome weak() {
        return new Outcome.Unknown(
                new ErrorCode(ErrorKind.OTHER, "weak-ack"),
                "canceling wait for synchronous replication due to user request");
    }

    private static void cancelWaitForStandby() throws Exception {
        long deadline = System.nanoTime() + SECONDS.toNanos(10);
        String cancel = "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
        while (SERVER.number(cancel) == 0) {
            assertThat(System.nanoTime()).as("a session waits for a standby").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
