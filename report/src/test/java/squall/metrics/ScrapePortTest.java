package squall.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ScrapePortTest {
    @Test
    void before_the_first_run_there_is_nothing_to_read_and_then_that_run() throws IOException {
        try (ScrapePort port = ScrapePort.open(0)) {
            assertThat(text(port.address())).isEmpty();
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            registry.counter("squall.retries", "operation", "READ").increment();
            port.show(registry);
            assertThat(text(port.address())).contains("squall_retries_total{operation=\"READ\"} 1.0");
        }
    }

    @Test
    void only_this_machine_can_read() throws IOException {
        try (ScrapePort port = ScrapePort.open(0)) {
            assertThat(InetAddress.getByName(port.address().getHost()).isLoopbackAddress())
                    .isTrue();
        }
    }

    @Test
    void nothing_else_is_served_and_nothing_can_be_written() throws IOException {
        try (ScrapePort port = ScrapePort.open(0)) {
            assertThat(opened(port.address().resolve("/other")).getResponseCode())
                    .isEqualTo(404);
            HttpURLConnection post = opened(port.address());
            post.setRequestMethod("POST");
            assertThat(post.getResponseCode()).isEqualTo(405);
        }
    }

    @Test
    void a_port_in_use_is_refused_by_its_number() throws IOException {
        try (ScrapePort port = ScrapePort.open(0)) {
            int taken = port.address().getPort();
            assertThatThrownBy(() -> ScrapePort.open(taken))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("port " + taken + " of 127.0.0.1 cannot be used: ")
                    .hasMessageEndingWith("stop the program that uses it, or choose another port (0: any free port)");
        }
    }

    static String text(URI address) throws IOException {
        HttpURLConnection connection = opened(address);
        assertThat(connection.getResponseCode()).isEqualTo(200);
        assertThat(connection.getContentType()).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
        return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static HttpURLConnection opened(URI address) throws IOException {
        return (HttpURLConnection) address.toURL().openConnection();
    }
}
