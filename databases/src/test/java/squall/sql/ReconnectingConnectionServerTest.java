package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import javax.net.SocketFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.fixture.Ports;
import squall.fixture.Relay;
import squall.spi.ConnectionStep;
import squall.spi.ConnectionStep.Stage;
import squall.spi.ConnectionStep.StageKind;
import squall.spi.Outcome;
import squall.sql.driver.DriverFamily.Purpose;

/** Test of where and when a session connects, on a real server and ports that nothing listens on. */
@Tag("server")
@Timeout(300)
class ReconnectingConnectionServerTest {
    private static final Outcome.Refused LOST = ReconnectingConnection.refused("08006", "the connection was lost");
    private static final long AT_ONCE_NS = 0;
    private static final long LATE_NS = Duration.ofMinutes(1).toNanos();

    /** Time by which a slow server answers late. */
    private static final long LATE_BY_NS = Duration.ofMillis(500).toNanos();

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
    void a_server_that_accepts_at_once_and_answers_late_is_slow_to_log_in() throws Exception {
        try (Relay slow = Relay.to(SERVER.port(), ReconnectingConnectionServerTest::passLate)) {
            ConnectionStep step = reconnected(JdbcConnectorServerTest.connector(SERVER, slow.port()));
            assertThat(lengthNs(step, StageKind.LOGIN)).isGreaterThanOrEqualTo(LATE_BY_NS);
            assertThat(lengthNs(step, StageKind.CONNECT)).isLessThan(lengthNs(step, StageKind.LOGIN));
        }
    }

    /** Covers a login timeout: the driver then connects on another thread. */
    @Test
    void an_attempt_with_a_login_timeout_has_the_same_stages() throws Exception {
        JdbcConnector connector = JdbcConnectorServerTest.connector(SERVER, SERVER.port());
        assertThat(reconnected(connector.with(Map.of("loginTimeout", "60"))).stages())
                .extracting(Stage::kind)
                .containsExactly(StageKind.LOOKUP, StageKind.CONNECT, StageKind.LOGIN, StageKind.SETUP);
    }

    @Test
    void an_attempt_with_a_socket_factory_of_the_users_is_one_step() throws Exception {
        JdbcConnector connector = JdbcConnectorServerTest.connector(SERVER, SERVER.port());
        ConnectionStep step = reconnected(connector.with(Map.of("socketFactory", PlainSockets.class.getName())));
        assertThat(step.kind()).isEqualTo(ConnectionStep.Kind.CONNECTED);
        assertThat(step.stages()).isEmpty();
    }

    @Test
    void a_server_that_does_not_answer_the_connect_gets_no_further_than_that_stage() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Queue queue = new Queue(full)) {
            queue.fill();
            JdbcConnector connector = JdbcConnectorServerTest.connector(SERVER, full.getLocalPort())
                    .with(Map.of("connectTimeout", "1"));
            var session = new ReconnectingConnection<>(connector, Purpose.WORK, 0, Connection::createStatement);
            assertThat(session.connect(turn, AT_ONCE_NS)).isNotNull();
            ConnectionStep step = turn.steps().getLast();
            assertThat(step.stages()).extracting(Stage::kind).containsOnly(StageKind.LOOKUP, StageKind.CONNECT);
            assertThat(lengthNs(step, StageKind.CONNECT)).isGreaterThanOrEqualTo(1_000_000_000);
        }
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

    /** Loses a connection, and returns the step by which the session got the next one. */
    private ConnectionStep reconnected(JdbcConnector connector) throws Exception {
        var session = new ReconnectingConnection<>(connector, Purpose.WORK, 0, Connection::createStatement);
        session.open(Duration.ofSeconds(60));
        session.drop(turn, LOST);
        turn.putForward(Duration.ofSeconds(2));
        assertThat(session.connect(turn, LATE_NS)).isNull();
        session.close();
        return turn.steps().getLast();
    }

    private static long lengthNs(ConnectionStep step, StageKind kind) {
        long lengthNs = 0;
        long fromNs = step.fromNs();
        for (Stage stage : step.stages()) {
            lengthNs += stage.kind() == kind ? stage.toNs() - fromNs : 0;
            fromNs = stage.toNs();
        }
        return lengthNs;
    }

    /** Passes requests, the first of them late. */
    private static void passLate(InputStream in, OutputStream out) throws IOException {
        int first = in.read();
        for (long fromNs = System.nanoTime(); System.nanoTime() - fromNs < LATE_BY_NS; ) {
            LockSupport.parkNanos(LATE_BY_NS);
        }
        if (first >= 0) {
            out.write(first);
            in.transferTo(out);
        }
    }

    /** Factory of Java's own sockets, as a user may name one. */
    public static final class PlainSockets extends SocketFactory {
        @Override
        public Socket createSocket() {
            return new Socket();
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return new Socket(host, port);
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
            return new Socket(host, port, local, localPort);
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            return new Socket(host, port);
        }

        @Override
        public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
            return new Socket(host, port, local, localPort);
        }
    }

    /** Queue of a listener that accepts nothing: once full, further connects are not answered. */
    private record Queue(ServerSocket listener, List<Socket> sockets) implements AutoCloseable {
        Queue(ServerSocket listener) {
            this(listener, new ArrayList<>());
        }

        void fill() throws IOException {
            try {
                while (sockets.size() < 10) {
                    Socket socket = new Socket();
                    sockets.add(socket);
                    socket.connect(listener.getLocalSocketAddress(), 500);
                }
            } catch (SocketTimeoutException e) {
                return; // it is full
            }
            throw new AssertionError("a queue of 1 holds more than 10 connections");
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static String label(int port) {
        return "127.0.0.1:" + port;
    }
}
