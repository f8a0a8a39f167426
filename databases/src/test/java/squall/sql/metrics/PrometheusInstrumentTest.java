package squall.sql.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;

class PrometheusInstrumentTest {
    private HttpServer server;
    private volatile String page = "sql_conns{node_id=\"1\"} 4\n";
    private volatile int code = 200;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/_status/vars", exchange -> {
            byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(code, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @Test
    void a_page_that_the_user_names_is_read_over_http() throws Exception {
        assertThat(instrument().read())
                .containsExactly(InstrumentReading.of(address().getAuthority(), ServerMetric.CONNECTIONS, 4));
    }

    @Test
    void a_page_that_says_nothing_known_or_nothing_at_all_is_no_reading() {
        page = "go_goroutines 12\n";
        assertThatThrownBy(() -> instrument().read())
                .isInstanceOf(IOException.class)
                .hasMessage(
                        address() + ": contains no known metric; give another page with --db-metrics, or turn it off");
        code = 404;
        assertThatThrownBy(() -> instrument().read()).hasMessageContaining("answered 404, not 200");
        server.stop(0);
        assertThatThrownBy(() -> instrument().read()).isInstanceOf(IOException.class);
    }

    @Test
    void without_a_name_the_usual_ports_of_each_host_are_looked_at_once() {
        assertThat(sources(PrometheusPages.COCKROACH.instruments(List.of("a:26257", "b:26257", "a:26258"), List.of())))
                .containsExactly("http://a:8080/_status/vars", "http://b:8080/_status/vars");
        assertThat(sources(PrometheusPages.YSQL.instruments(List.of("[::1]:5433"), List.of())))
                .containsExactly("http://[::1]:13000/prometheus-metrics", "http://[::1]:9000/prometheus-metrics");
    }

    private static List<String> sources(List<Instrument> instruments) {
        return instruments.stream().map(Instrument::source).toList();
    }

    private Instrument instrument() {
        return PrometheusPages.COCKROACH
                .instruments(List.of("n1:26257"), List.of(address()))
                .getFirst();
    }

    private URI address() {
        InetSocketAddress address = server.getAddress();
        return URI.create(
                "http://" + address.getAddress().getHostAddress() + ":" + address.getPort() + "/_status/vars");
    }
}
