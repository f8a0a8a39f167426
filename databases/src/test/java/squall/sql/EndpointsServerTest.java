package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.fixture.Ports;
import squall.fixture.Relay;
import squall.spi.Outcome;
import squall.sql.driver.SessionSetup;
import squall.sql.driver.SqlSettings;

/** Test of sessions on databases with more than one endpoint. */
@Tag("server")
@Tag("extended")
@Timeout(300)
class EndpointsServerTest {
    /** Limit of a connection's start. */
    private static final Duration CONNECT = Duration.ofSeconds(1);

    private static final Duration ALMOST = CONNECT.minusMillis(100);

    private static final SqlSession.SqlWork<Statement> ASK = statement -> {
        statement.execute("SELECT 1");
        return Outcome.OK;
    };

    @RegisterExtension
    static final Server SERVER = new Server();

    @Test
    void sessions_spread_over_the_endpoints() throws Exception {
        try (Relay one = Relay.to(SERVER.port());
                Relay other = Relay.to(SERVER.port())) {
            SqlDatabase database = database(one.port(), other.port());
            for (int number = 0; number < 4; number++) {
                ask(database, number);
            }
            // The connection on which the first was asked what it is does not count.
            assertThat(database.connectionsByEndpoint())
                    .isEqualTo(Map.of("127.0.0.1:" + one.port(), 2L, "127.0.0.1:" + other.port(), 2L));
        }
    }

    @Test
    void a_dead_endpoint_is_passed_by() throws Exception {
        int dead = Ports.free();
        SqlDatabase database = database(dead, SERVER.port());
        assertThat(ask(database, 0)).isEqualTo(Outcome.OK);
        assertThat(database.connectionsByEndpoint()).containsEntry("127.0.0.1:" + dead, 0L);
    }

    @Test
    void an_endpoint_that_accepts_but_does_not_answer_costs_no_more_than_its_own_limit() throws Exception {
        try (var mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            TestTurn turn = new TestTurn();
            SqlDatabase database = database(mute.getLocalPort(), SERVER.port());
            try (var session = database.lateSession(0, connection -> connection.createStatement())) {
                long before = turn.nowNs();
                assertThat(session.statement(WorkEffect.READ, turn, ASK)).isEqualTo(Outcome.OK);
                assertThat(Duration.ofNanos(turn.nowNs() - before)).isBetween(ALMOST, CONNECT.multipliedBy(4));
            }
        }
    }

    @Test
    void with_a_connection_for_each_unit_a_mute_home_is_asked_once_a_stay_and_not_each_time() throws Exception {
        try (var mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            TestTurn turn = new TestTurn();
            SqlDatabase database = database(mute.getLocalPort(), SERVER.port(), new SessionSetup(List.of(), true));
            try (var session = database.session(0, connection -> connection.createStatement())) {
                assertThat(askedIn(session, turn)).isGreaterThan(ALMOST);
                assertThat(askedIn(session, turn)).isLessThan(ALMOST);
                turn.putForward(Duration.ofSeconds(11));
                assertThat(askedIn(session, turn))
                        .as("the last one of its stay")
                        .isLessThan(ALMOST);
                assertThat(askedIn(session, turn)).isGreaterThan(ALMOST);
                assertThat(askedIn(session, turn)).isLessThan(ALMOST);
            }
        }
    }

    @Test
    void a_session_drifts_back_home_when_home_is_back() throws Exception {
        Relay home = Relay.to(SERVER.port());
        int port = home.port();
        TestTurn turn = new TestTurn();
        SqlDatabase database = database(port, SERVER.port());
        try (var session = database.session(0, connection -> connection.createStatement())) {
            session.statement(WorkEffect.READ, turn, ASK);
            home.close();
            assertThat(session.statement(WorkEffect.READ, turn, ASK)).isEqualTo(Outcome.OK);
            assertThat(database.connectionsByEndpoint()).containsEntry("127.0.0.1:" + SERVER.port(), 1L);
            try (Relay back = Relay.on(port, SERVER.port())) {
                turn.putForward(Duration.ofSeconds(11));
                long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
                while (!session.endpoint().equals("127.0.0.1:" + back.port())) {
                    assertThat(System.nanoTime()).as("the session is home").isLessThan(deadline);
                    assertThat(session.statement(WorkEffect.READ, turn, ASK)).isEqualTo(Outcome.OK);
                    assertThat(session.attempts()).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void a_server_that_takes_no_writes_is_left() throws Exception {
        TestTurn turn = new TestTurn();
        try (Relay other = Relay.to(SERVER.port());
                var session =
                        database(SERVER.port(), other.port()).session(0, connection -> connection.createStatement())) {
            session.statement(WorkEffect.READ, turn, ASK);
            assertThat(session.transaction(WorkEffect.ONCE, turn, EndpointsServerTest::writeReadOnly)
                            .code())
                    .isEqualTo("25006");
            assertThat(session.statement(WorkEffect.READ, turn, ASK)).isEqualTo(Outcome.OK);
            assertThat(session.endpoint()).isEqualTo("127.0.0.1:" + other.port());
        }
    }

    private static Duration askedIn(SqlSession<Statement> session, TestTurn turn) throws InterruptedException {
        long before = turn.nowNs();
        assertThat(session.statement(WorkEffect.READ, turn, ASK)).isEqualTo(Outcome.OK);
        return Duration.ofNanos(turn.nowNs() - before);
    }

    private static Outcome writeReadOnly(Statement statement) throws SQLException {
        statement.execute("SET TRANSACTION READ ONLY");
        statement.execute("CREATE TABLE nothing (k text)");
        return Outcome.OK;
    }

    private static Outcome ask(SqlDatabase database, int number) throws IOException, InterruptedException {
        try (var session = database.session(number, connection -> connection.createStatement())) {
            return session.statement(WorkEffect.READ, new TestTurn(), ASK);
        }
    }

    private static SqlDatabase database(int first, int second) throws IOException, InterruptedException {
        return database(first, second, SessionSetup.USUAL);
    }

    private static SqlDatabase database(int first, int second, SessionSetup terms)
            throws IOException, InterruptedException {
        SqlSettings s = SERVER.settings();
        SqlSettings settings = new SqlSettings(
                "jdbc:postgresql://127.0.0.1:" + first + ",127.0.0.1:" + second + "/squall",
                s.user(),
                s.password(),
                "",
                true,
                CONNECT,
                s.statementTimeout(),
                s.socketTimeout(),
                s.reconnectWithin(),
                s.retries(),
                0,
                Map.of());
        return SqlDatabase.connect(settings, terms);
    }
}
