package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.sql.Tuned.limited;
import static squall.sql.Tuned.reconnectingWithin;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.TwoRows.Row;
import squall.sql.driver.SqlSettings;

/** Test of a session while its server restarts, freezes, is gone or ends the connection, and of one whose run ends meanwhile. */
@Tag("server")
@Tag("extended")
@Timeout(300)
class SqlSessionOutageServerTest {
    @RegisterExtension
    static final Server SERVER = new Server();

    private static final TwoRows ROWS = new TwoRows(SERVER);

    @BeforeEach
    void two_rows() throws Exception {
        ROWS.reset();
    }

    @Test
    void a_restart_in_mid_stream_is_survived() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = ROWS.session(SERVER.settings())) {
            assertThat(session.statement(WorkEffect.READ, turn, Row.READ)).isEqualTo(Outcome.OK);
            SERVER.restart();
            assertThat(session.statement(WorkEffect.READ, turn, Row.READ)).isEqualTo(Outcome.OK);
            assertThat(session.attempts()).isGreaterThan(1);
            assertThat(session.statement(WorkEffect.ONCE, turn, Row.INCREMENT)).isEqualTo(Outcome.OK);
            assertThat(session.attempts()).isEqualTo(1);
        }
    }

    @Test
    void what_must_happen_once_and_lost_its_server_is_unknown_and_the_session_comes_back() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = ROWS.session(SERVER.settings())) {
            session.statement(WorkEffect.ONCE, turn, Row.INCREMENT);
            SERVER.restart();
            Outcome outcome = session.statement(WorkEffect.ONCE, turn, Row.INCREMENT);
            assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
            assertThat(outcome.code()).isIn("57P01", "08006");
            assertThat(session.statement(WorkEffect.ONCE, turn, Row.INCREMENT)).isEqualTo(Outcome.OK);
        }
    }

    @Test
    void a_transaction_that_lost_its_connection_before_commit_is_sent_again() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = ROWS.session(SERVER.settings())) {
            Outcome outcome = session.transaction(WorkEffect.ONCE, turn, row -> {
                Outcome done = row.increment();
                if (session.attempts() == 1) {
                    ROWS.terminate(row.backend());
                }
                return row.read(done);
            });
            assertThat(outcome).isEqualTo(Outcome.OK);
            assertThat(session.attempts()).isEqualTo(2);
        }
        assertThat(ROWS.value("v")).isEqualTo(1);
    }

    @Test
    void a_server_that_is_gone_is_a_refusal_within_the_bound() throws Exception {
        TestTurn turn = new TestTurn();
        SqlSettings settings = reconnectingWithin(SERVER.settings(), Duration.ofMillis(300));
        try (var session = ROWS.session(settings)) {
            session.statement(WorkEffect.READ, turn, Row.READ);
            SERVER.down();
            long before = turn.nowNs();
            Outcome outcome = session.statement(WorkEffect.READ, turn, Row.READ);
            Outcome next = session.statement(WorkEffect.ONCE, turn, Row.INCREMENT);
            assertThat(Duration.ofNanos(turn.nowNs() - before))
                    .isBetween(Duration.ofMillis(600), Duration.ofSeconds(20));
            assertThat(outcome).isEqualTo(next).isInstanceOf(Outcome.Refused.class);
            assertThat(((Outcome.Refused) next).error()).isEqualTo(new ErrorCode(ErrorKind.CONNECTION, "08001"));
        } finally {
            SERVER.up();
        }
    }

    @ParameterizedTest
    @EnumSource(WorkEffect.class)
    void a_frozen_server_ends_in_a_timeout_within_the_bound(WorkEffect effect) throws Exception {
        TestTurn turn = new TestTurn();
        SqlSettings settings = limited(SERVER.settings(), Duration.ofMillis(500), Duration.ofSeconds(1));
        try (var session = ROWS.session(settings)) {
            session.statement(effect, turn, Row.INCREMENT);
            SERVER.freeze();
            long before = turn.nowNs();
            Outcome outcome;
            try {
                outcome = session.statement(effect, turn, Row.INCREMENT);
            } finally {
                SERVER.thaw();
            }
            assertThat(Duration.ofNanos(turn.nowNs() - before))
                    .isBetween(Duration.ofMillis(900), Duration.ofSeconds(20));
            ErrorCode timeout = new ErrorCode(ErrorKind.TIMEOUT, "08006");
            String message = "An I/O error occurred while sending to the backend.";
            assertThat(outcome)
                    .isEqualTo(
                            effect == WorkEffect.READ
                                    ? new Outcome.Refused(timeout, message)
                                    : new Outcome.Unknown(timeout, message));
            assertThat(session.statement(effect, turn, Row.READ)).isEqualTo(Outcome.OK);
        }
    }

    @Test
    void connecting_to_a_frozen_server_is_bounded_too() throws Exception {
        TestTurn turn = new TestTurn();
        SqlSettings settings = reconnectingWithin(SERVER.settings(), Duration.ofMillis(100));
        try (var session = ROWS.lateSession(settings)) {
            SERVER.freeze();
            try {
                Outcome outcome = session.statement(WorkEffect.READ, turn, Row.READ);
                assertThat(outcome).isInstanceOf(Outcome.Refused.class);
                assertThat(Duration.ofNanos(turn.nowNs())).isLessThan(Duration.ofSeconds(30));
            } finally {
                SERVER.thaw();
            }
        }
    }

    @Test
    void a_connection_terminated_while_idle_is_replaced_for_a_read() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = ROWS.session(SERVER.settings())) {
            session.statement(WorkEffect.READ, turn, row -> {
                ROWS.terminate(row.backend());
                return Outcome.OK;
            });
            assertThat(session.statement(WorkEffect.READ, turn, Row.READ)).isEqualTo(Outcome.OK);
            assertThat(session.attempts()).isEqualTo(2);
        }
    }

    @Test
    void a_run_that_is_ending_does_not_wait_for_a_server() throws Exception {
        TestTurn turn = new TestTurn();
        SqlDatabase database = SqlDatabase.connect(reconnectingWithin(SERVER.settings(), Duration.ofHours(1)));
        SERVER.down();
        try (var session = database.lateSession(0, Row::new)) {
            turn.stop();
            assertThat(session.statement(WorkEffect.ONCE, turn, Row.INCREMENT).code())
                    .isEqualTo("08001");
        } finally {
            SERVER.up();
        }
    }
}
