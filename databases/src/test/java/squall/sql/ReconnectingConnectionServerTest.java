package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.fixture.Relay;
import squall.spi.ConnectionStep;
import squall.spi.Outcome;
import squall.sql.driver.DriverFamily.Purpose;

/** Test of where and when a session connects, on a real server and ports that nothing listens on. */
@Tag("server")
@Timeout(300)
class ReconnectingConnectionServerTest {
    private static final Outcome.Refused LOST = ReconnectingConnection.refused("08006", "the connection was lost");
    private static final long AT_ONCE_NS = 0;
    private static final long LATE_NS = Duration.ofMinutes(1).toNanos();

    @RegisterExtension
    static final Server SERVER = new Server();

    private final TestTurn turn = new TestTurn();

    @Test
    void home_follows_from_the_number_of_the_session() throws Exception {
        try (Relay one = Relay.to(SERVER.port());
                Relay other = Relay.to(SERVER.port())) {
            for (int number = 0; number < 4; number++) {
                var session = session(number, one.port(), other.port());
                session.open(Duration.ofSeconds(10));
                assertThat(session.endpoint()).isEqualTo(label(number % 2 == 0 ? one.port() : other.port()));
                session.close();
                assertThat(session.endpoint()).isEmpty();
            }
        }
    }

    @Test
    void the_next_endpoint_is_asked_without_a_pause_and_the_first_counts_as_refused() throws Exception {
        int dead = Ports.free();
        var session = session(0, dead, SERVER.port());
        assertThat(session.connect(turn, LATE_NS)).isNull();
        assertThat(session.endpoint()).isEqualTo(label(SERVER.port()));
        assertThat(session.refusal().message()).startsWith(label(dead) + ": ");
        assertThat(session.refusal().code()).isEqualTo("08001");
        session.close();
    }

    @Test
    void one_attempt_is_made_however_late_it_is() throws Exception {
        var session = session(0, SERVER.port());
        assertThat(session.connect(turn, AT_ONCE_NS)).isNull();
        session.close();
    }

    @Test
    void after_a_loss_units_that_are_due_within_the_pause_are_refused_with_its_reason() throws Exception {
        var session = session(0, SERVER.port());
        session.open(Duration.ofSeconds(10));
        session.drop(turn, LOST);
        assertThat(session.live(turn)).isNull();
        assertThat(session.connect(turn, AT_ONCE_NS)).isEqualTo(LOST);
        turn.putForward(Duration.ofSeconds(2));
        assertThat(session.connect(turn, LATE_NS)).isNull();
        session.close();
    }

    @Test
    void a_server_that_does_not_answer_as_it_must_is_left_for_the_next() throws Exception {
        try (Relay other = Relay.to(SERVER.port())) {
            var session = session(0, SERVER.port(), other.port());
            session.open(Duration.ofSeconds(10));
            session.leave(turn, LOST);
            turn.putForward(Duration.ofSeconds(2));
            assertThat(session.connect(turn, LATE_NS)).isNull();
            assertThat(session.endpoint()).isEqualTo(label(other.port()));
            session.close();
        }
    }

    @Test
    void a_loss_and_the_steps_to_the_next_connection_are_told_to_the_turn() throws Exception {
        int dead = Ports.free();
        var session = session(0, dead, SERVER.port());
        session.open(Duration.ofSeconds(10));
        assertThat(turn.steps()).isEmpty(); // before the run has a clock
        session.drop(turn, LOST);
        turn.putForward(Duration.ofSeconds(2));
        assertThat(session.connect(turn, LATE_NS)).isNull();
        assertThat(turn.steps())
                .extracting(ConnectionStep::kind)
                .containsExactly(
                        ConnectionStep.Kind.BROKEN, ConnectionStep.Kind.REFUSED, ConnectionStep.Kind.CONNECTED);
        assertThat(turn.steps()).extracting(ConnectionStep::detail).element(0).isEqualTo(LOST.code());
        assertThat(turn.steps().get(1).detail()).startsWith(label(dead) + ": ");
        assertThat(turn.steps().getLast().detail()).isEqualTo(label(SERVER.port()));
        session.close();
    }

    @Test
    void a_run_that_is_ending_waits_for_no_server() throws Exception {
        turn.stop();
        int dead = Ports.free();
        var session = session(0, dead);
        assertThat(session.connect(turn, LATE_NS))
                .extracting(Outcome.Refused::message, STRING)
                .startsWith(label(dead) + ": ");
    }

    @Test
    void an_aborted_session_connects_no_more() throws Exception {
        var session = session(0, SERVER.port());
        session.abort();
        assertThat(session.connect(turn, LATE_NS))
                .isEqualTo(ReconnectingConnection.refused("aborted", "the session was aborted"));
        assertThat(session.endpoint()).isEmpty();
    }

    @Test
    void before_the_run_the_last_reason_is_told_when_time_is_up() throws Exception {
        int dead = Ports.free();
        var session = session(7, dead);
        assertThatIOException()
                .isThrownBy(() -> session.open(Duration.ofMillis(1)))
                .withMessageStartingWith("session 7 got no connection within 1 ms: " + label(dead) + ": ")
                .withMessageEndingWith("(08001)");
    }

    private static ReconnectingConnection<Statement> session(int number, int... ports) {
        return new ReconnectingConnection<>(
                JdbcConnectorServerTest.connector(SERVER, ports), Purpose.WORK, number, Connection::createStatement);
    }

    private static String label(int port) {
        return "127.0.0.1:" + port;
    }
}
