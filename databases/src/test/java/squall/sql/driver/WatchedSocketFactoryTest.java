package squall.sql.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchedSocketFactoryTest {
    private final List<Socket> open = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // by JUnit
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    @Test
    void a_read_that_waits_too_long_ends_the_connection() throws IOException {
        Socket socket = connected(0);
        socket.setSoTimeout(1_000);
        long beganNs = System.nanoTime();

        assertThatThrownBy(() -> socket.getInputStream().read())
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessage("Read timed out");

        assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(1_000_000_000);
        assertThat(socket.isClosed()).isTrue();
        assertThat(socket.getSoTimeout()).isEqualTo(1_000);
    }

    @Test
    void the_limit_is_that_of_one_read_and_not_of_the_connection() throws IOException {
        Socket socket = connected(0);
        Socket peer = accepted();
        socket.setSoTimeout(1_000);
        long beganNs = System.nanoTime();
        int read = 0;

        while (System.nanoTime() - beganNs < 2_500_000_000L) {
            peer.getOutputStream().write(7);
            assertThat(socket.getInputStream().read()).isEqualTo(7);
            read++;
        }

        assertThat(read).isPositive();
        assertThat(socket.isClosed()).isFalse();
    }

    @Test
    void a_connection_that_waits_unused_is_left_alone() throws IOException {
        Socket socket = connected(0);
        Socket peer = accepted();
        socket.setSoTimeout(1_000);

        Socket clock = connected(0);
        clock.setSoTimeout(2_000);
        assertThatThrownBy(() -> clock.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);

        peer.getOutputStream().write(7);
        assertThat(socket.getInputStream().read()).isEqualTo(7);
    }

    @Test
    void a_short_look_for_what_has_arrived_closes_nothing() throws IOException {
        Socket socket = connected(0);
        Socket peer = accepted();
        socket.setSoTimeout(1);

        assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);

        socket.setSoTimeout(40_000);
        peer.getOutputStream().write(7);
        assertThat(socket.getInputStream().read()).isEqualTo(7);
    }

    @Test
    void a_connect_that_is_not_answered_ends_in_time() throws IOException {
        List<Socket> queued = new ArrayList<>();
        assertThatThrownBy(() -> {
                    // The queue of a server that accepts nothing holds a few, and then lets the others wait.
                    while (queued.size() < 10) {
                        queued.add(connected(1_000));
                    }
                })
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessage("Connect timed out");
    }

    private Socket connected(int timeoutMs) throws IOException {
        Socket socket = new WatchedSocketFactory().createSocket();
        open.add(socket);
        socket.connect(server.getLocalSocketAddress(), timeoutMs);
        return socket;
    }

    private Socket accepted() throws IOException {
        Socket peer = server.accept();
        open.add(peer);
        return peer;
    }
}
