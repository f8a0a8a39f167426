package squall.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OtlpPushTest {
    private static final String PATH = "/v1/metrics";

    private final Queue<String> received = new ConcurrentLinkedQueue<>();
    private HttpServer receiver;
    private volatile int answer = 200;

    @BeforeEach
    void receive() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext(PATH, exchange -> {
            received.add(exchange.getRequestHeaders().getFirst("Content-Type") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
            exchange.sendResponseHeaders(answer, -1);
            exchange.close();
        });
        receiver.start();
    }

    @AfterEach
    void close() {
        receiver.stop(0);
    }

    @Test
    void what_was_counted_arrives_at_the_end_at_the_latest() {
        OtlpPush push = new OtlpPush(endpoint());
        MeterRegistry registry = push.registry();
        registry.counter("squall.retries", "operation", "READ").increment(7);
        registry.close();
        assertThat(received)
                .isNotEmpty()
                .allSatisfy(request -> assertThat(request)
                        .startsWith("application/x-protobuf ")
                        .contains("service.name", "squall.retries", "operation", "READ"));
        assertThat(push.problem()).isEmpty();
    }

    @Test
    void a_receiver_that_refuses_is_counted_and_told_once() {
        answer = 503;
        OtlpPush push = new OtlpPush(endpoint());
        MeterRegistry registry = push.registry();
        registry.counter("squall.retries", "operation", "READ").increment();
        registry.close();
        assertThat(push.problem().orElseThrow())
                .startsWith(endpoint() + ": 1 of 1 pushes failed; the last: ")
                .contains("503");
    }

    @Test
    void a_missing_receiver_is_reported_likewise() {
        receiver.stop(0);
        OtlpPush push = new OtlpPush(endpoint());
        MeterRegistry registry = push.registry();
        registry.counter("squall.retries", "operation", "READ").increment();
        registry.close();
        assertThat(push.problem().orElseThrow()).contains("1 of 1 pushes failed");
    }

    private URI endpoint() {
        InetSocketAddress address = receiver.getAddress();
        return URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort() + PATH);
    }
}
