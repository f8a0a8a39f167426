package squall.testbed.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.testbed.FreePort;

/** The real process, with an echo behind it. */
class LinkProxyTest {
    private static final Link FORTH = new Link("clients", "n1");
    private static final Link BACK = FORTH.reversed();
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    private static Path folder;

    private static Echo echo;
    private static LinkProxy proxy;
    private static int port;

    @BeforeAll
    static void start() throws Exception {
        echo = new Echo();
        port = FreePort.find();
        proxy = new LinkProxy(folder);
        proxy.start(ProxyWiring.of(FreePort.find(), List.of(new ProxyRoute("clients", "n1", port, echo.port()))));
    }

    @AfterAll
    static void end() throws Exception {
        proxy.end();
        echo.close();
        assertThat(proxy.process()).isEmpty();
        FileTrees.delete(folder);
    }

    @AfterEach
    void restoreLink() throws Exception {
        proxy.restoreLink(FORTH);
        proxy.restoreLink(BACK);
    }

    @Test
    void every_byte_arrives_in_order_and_the_end_does_too() throws Exception {
        byte[] sent = new byte[3 << 20];
        new Random(1).nextBytes(sent);
        try (Socket socket = connect()) {
            Thread.ofVirtual().start(() -> write(socket, sent));
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(sent);
        }
    }

    @Test
    void a_cut_is_silent_in_either_direction_and_what_was_said_arrives_when_it_is_mended() throws Exception {
        for (Link direction : List.of(FORTH, BACK)) {
            try (Socket socket = connect()) {
                assertThat(ask(socket)).isLessThan(Duration.ofSeconds(2));
                proxy.disturb(direction, new Impairment.Cut(), LONG);
                assertThat(proxy.impairment(direction)).contains(new Impairment.Cut());
                assertThatThrownBy(() -> ask(socket)).isInstanceOf(SocketTimeoutException.class);
                proxy.restoreLink(direction);
                assertThat(socket.getInputStream().read()).isEqualTo(7);
            }
        }
    }

    @Test
    void a_new_connection_over_a_cut_link_gets_no_answer() throws Exception {
        proxy.disturb(FORTH, new Impairment.Cut(), LONG);
        try (Socket socket = connect()) {
            assertThatThrownBy(() -> ask(socket)).isInstanceOf(SocketTimeoutException.class);
            proxy.restoreLink(FORTH);
            assertThat(socket.getInputStream().read()).isEqualTo(7);
        }
    }

    @Test
    void a_cut_heals_itself_when_its_time_is_over() throws Exception {
        try (Socket socket = connect()) {
            proxy.disturb(FORTH, new Impairment.Cut(), Duration.ofMillis(300));
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(7);
            assertThat(socket.getInputStream().read()).isEqualTo(7);
            assertThat(proxy.impairment(FORTH)).isEmpty();
        }
    }

    @Test
    void orders_that_come_while_connections_end_do_no_harm() throws Exception {
        for (int i = 0; i < 200; i++) {
            try (Socket socket = connect()) {
                ask(socket);
            }
            proxy.restoreLink(FORTH);
        }
        assertThat(proxy.process()).isPresent();
    }

    @Test
    void a_reset_ends_connections_and_refuses_new_ones() throws Exception {
        try (Socket socket = connect()) {
            ask(socket);
            proxy.disturb(BACK, new Impairment.Reset(), LONG);
            assertThatThrownBy(() -> ask(socket)).isInstanceOf(SocketException.class);
        }
        assertThatThrownBy(() -> {
                    try (Socket socket = connect()) {
                        ask(socket);
                    }
                })
                .isInstanceOf(SocketException.class);
        proxy.restoreLink(BACK);
        try (Socket socket = connect()) {
            ask(socket);
        }
    }

    @Test
    void a_delay_is_waited_out_in_its_direction_and_keeps_the_order() throws Exception {
        proxy.disturb(FORTH, new Impairment.Delay(Duration.ofMillis(120), Duration.ofMillis(40)), LONG);
        byte[] sent = new byte[1 << 16];
        new Random(2).nextBytes(sent);
        try (Socket socket = connect()) {
            assertThat(ask(socket)).isGreaterThanOrEqualTo(Duration.ofMillis(120));
            Thread.ofVirtual().start(() -> write(socket, sent));
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(sent);
        }
    }

    @Test
    void a_throttle_lets_no_more_pass_in_a_second() throws Exception {
        proxy.disturb(FORTH, new Impairment.Throttle(100_000), LONG);
        byte[] sent = new byte[60_000];
        long beganNs = System.nanoTime();
        try (Socket socket = connect()) {
            Thread.ofVirtual().start(() -> write(socket, sent));
            assertThat(socket.getInputStream().readAllBytes()).hasSize(sent.length);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - beganNs)).isGreaterThan(Duration.ofMillis(500));
    }

    @Test
    void a_receiver_that_is_not_there_refuses_as_it_would_without_a_proxy() throws Exception {
        int unused = FreePort.find();
        int listens = FreePort.find();
        LinkProxy other = new LinkProxy(folder.resolve("other"));
        FileTrees.make(other.folder(), "rwx------");
        other.start(ProxyWiring.of(FreePort.find(), List.of(new ProxyRoute("clients", "n2", listens, unused))));
        try (Socket socket = connect(listens)) {
            assertThatThrownBy(() -> ask(socket)).isInstanceOf(SocketException.class);
        } finally {
            other.end();
        }
    }

    @Test
    void an_unknown_link_is_refused_by_its_name() {
        assertThatIOException()
                .isThrownBy(() -> proxy.restoreLink(new Link("n8", "n9")))
                .withMessage("the link proxy refused to mend the link from n8 to n9: no there is no link n8 -> n9");
    }

    @Test
    void an_order_without_the_secret_is_none() throws Exception {
        ProxyWiring wiring = proxy.wiring().orElseThrow();
        try (Socket socket = connect(wiring.control())) {
            socket.getOutputStream().write("guess disturb clients n1 9 cut\n".getBytes(StandardCharsets.UTF_8));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("no this is not an order\n");
        }
        assertThat(PollDeadline.in(LONG).await(() -> proxy.impairment(FORTH).isEmpty()))
                .isTrue();
    }

    /** Sends one byte there and back. */
    private static Duration ask(Socket socket) throws IOException {
        long beganNs = System.nanoTime();
        socket.setSoTimeout(400);
        socket.getOutputStream().write(7);
        if (socket.getInputStream().read() != 7) {
            throw new SocketException("the connection has ended");
        }
        return Duration.ofNanos(System.nanoTime() - beganNs);
    }

    private static void write(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Socket connect() throws IOException {
        return connect(port);
    }

    private static Socket connect(int to) throws IOException {
        Socket socket = new Socket();
        socket.connect(ProxyRoute.at(to));
        return socket;
    }
}
