package squall.sql.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import squall.spi.ConnectionStep;
import squall.spi.ConnectionStep.Kind;
import squall.spi.ConnectionStep.Stage;
import squall.spi.ConnectionStep.StageKind;

class ConnectionAttemptTest {
    private static final long FROM_NS = 1_000;
    private static final long TO_NS = FROM_NS + 3_600_000_000_000L;

    private final ConnectionAttempt attempt = new ConnectionAttempt(FROM_NS);

    @SuppressWarnings("NullAway.Init") // by JUnit
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void what_comes_after_the_answer_to_connect_is_login_until_the_driver_is_done() throws SQLException {
        attempt.observe(() -> {
            connect();
            ConnectionAttempt.connected();
            return connect();
        });
        assertThat(kinds()).containsExactly(StageKind.LOOKUP, StageKind.CONNECT, StageKind.LOGIN, StageKind.SETUP);
        ConnectionStep step = attempt.step(Kind.CONNECTED, TO_NS, "here");
        assertThat(step.stages().getLast().toNs()).isEqualTo(TO_NS);
        assertThat(step.stages().getFirst().toNs()).isBetween(FROM_NS, TO_NS - 1);
    }

    @Test
    void a_connect_that_fails_is_the_last_stage() throws IOException {
        server.close();
        assertThatThrownBy(() -> attempt.observe(this::connect)).isInstanceOf(SQLException.class);
        assertThat(kinds()).containsExactly(StageKind.LOOKUP, StageKind.CONNECT);
    }

    @Test
    void each_socket_that_a_driver_tries_has_its_stages() throws SQLException {
        attempt.observe(() -> {
            connect();
            return connect();
        });
        assertThat(kinds())
                .containsExactly(
                        StageKind.LOOKUP,
                        StageKind.CONNECT,
                        StageKind.LOGIN,
                        StageKind.LOOKUP,
                        StageKind.CONNECT,
                        StageKind.LOGIN);
    }

    @Test
    void a_driver_that_connects_on_a_thread_of_its_own_is_observed_too() throws SQLException {
        attempt.observe(() -> {
            FutureTask<Socket> driver = new FutureTask<>(this::connect);
            new Thread(driver).start();
            try {
                return driver.get();
            } catch (InterruptedException | ExecutionException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(kinds()).containsExactly(StageKind.LOOKUP, StageKind.CONNECT, StageKind.LOGIN);
    }

    @Test
    void sockets_of_others_show_no_stages() throws SQLException {
        attempt.observe(() -> {
            ConnectionAttempt.begin(StageKind.TLS);
            ConnectionAttempt.connected();
            return "connected by sockets of the user's own factory";
        });
        assertThat(kinds()).isEmpty();
    }

    @Test
    void sockets_after_an_attempt_are_not_of_it() throws SQLException {
        attempt.observe(() -> "connected");
        connect();
        assertThat(kinds()).isEmpty();
    }

    @Test
    void the_name_of_the_tls_factory_is_that_of_its_class() {
        assertThat(WatchedTlsFactory.NAME).isEqualTo(WatchedTlsFactory.class.getName());
    }

    private List<StageKind> kinds() {
        return attempt.step(Kind.REFUSED, TO_NS, "").stages().stream()
                .map(Stage::kind)
                .toList();
    }

    /** Connects as drivers do. */
    private Socket connect() throws SQLException {
        try (Socket socket = new WatchedSocketFactory().createSocket()) {
            socket.connect(server.getLocalSocketAddress(), 10_000);
            server.accept().close();
            return socket;
        } catch (IOException e) {
            throw new SQLException(e);
        }
    }
}
