package squall.testbed.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.system.PollDeadline;
import squall.testbed.FreePort;

/** The relay itself, in this process; {@link LinkProxyTest} drives it as users do. */
@Timeout(300)
class LinkRegistryTest {
    private static final Link FORTH = new Link("clients", "n1");
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ExecutorService threads = Executors.newSingleThreadExecutor();
    private Echo echo;
    private LinkRegistry registry;
    private Future<?> relaying;
    private int port;

    @BeforeEach
    void start() throws Exception {
        echo = new Echo();
        port = FreePort.find();
        registry = new LinkRegistry(wiring(port));
        relaying = threads.submit(() -> {
            registry.run();
            return "";
        });
    }

    @AfterEach
    void end() throws Exception {
        registry.close();
        relaying.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        threads.shutdown();
        echo.close();
    }

    @Test
    void a_disturbance_is_in_effect_when_the_order_returns() throws Exception {
        try (Socket socket = connect()) {
            assertThat(answer(socket)).isEqualTo(7);
            registry.disturb(FORTH, new Impairment.Reset(), LONG);
            assertThatThrownBy(() -> ended(socket)).isInstanceOf(SocketException.class);
        }
        assertThat(registry.impairment(FORTH)).contains(new Impairment.Reset());
        registry.restoreLink(FORTH);
        assertThat(registry.impairment(FORTH)).isEmpty();
        try (Socket socket = connect()) {
            assertThat(answer(socket)).isEqualTo(7);
        }
    }

    @Test
    void the_reverse_link_has_a_condition_of_its_own() throws Exception {
        registry.disturb(FORTH.reversed(), new Impairment.Cut(), LONG);
        assertThat(registry.impairment(FORTH)).isEmpty();
        assertThat(registry.impairment(FORTH.reversed())).contains(new Impairment.Cut());
    }

    @Test
    void a_disturbance_that_is_over_is_none_though_nothing_was_ordered() throws Exception {
        registry.disturb(FORTH, new Impairment.Cut(), Duration.ofMillis(1));
        assertThat(PollDeadline.in(PATIENCE)
                        .await(() -> registry.impairment(FORTH).isEmpty()))
                .isTrue();
    }

    @Test
    void a_link_that_is_not_wired_is_refused_by_its_name() {
        assertThatThrownBy(() -> registry.disturb(new Link("n1", "n2"), new Impairment.Cut(), LONG))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no link n1 -> n2");
    }

    @Test
    void a_port_that_is_taken_is_named() {
        assertThatIOException()
                .isThrownBy(() -> new LinkRegistry(wiring(port)))
                .withMessageStartingWith("cannot listen on 127.0.0.1:" + port + ": ");
    }

    @Test
    void at_its_end_connections_are_reset_and_the_port_is_free() throws Exception {
        try (Socket socket = connect()) {
            assertThat(answer(socket)).isEqualTo(7);
            registry.close();
            relaying.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThatThrownBy(() -> ended(socket)).isInstanceOf(SocketException.class);
        }
        try (ServerSocket listener = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(listener.isBound()).isTrue();
        }
    }

    private ProxyWiring wiring(int listens) throws IOException {
        return ProxyWiring.of(FreePort.find(), List.of(new ProxyRoute("clients", "n1", listens, echo.port())));
    }

    private static int answer(Socket socket) throws IOException {
        socket.getOutputStream().write(7);
        return socket.getInputStream().read();
    }

    /** Asserts that a connection was reset, which the read sees; an orderly end would be none. */
    private static void ended(Socket socket) throws IOException {
        if (answer(socket) >= 0) {
            throw new AssertionError("the connection still answers");
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.connect(ProxyRoute.at(port));
        socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
        return socket;
    }
}
