package squall.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Server of the current run's metrics in Prometheus's text format, on a port of the loopback address. Requests are handled by the JDK's own
 * thread, one after the other; a slow reader delays other readers, never the run.
 */
public final class ScrapePort implements AutoCloseable {
    private static final String PATH = "/metrics";
    private static final String PLAIN = "text/plain; version=0.0.4; charset=utf-8";
    private static final int OK = 200;
    private static final int WRONG_METHOD = 405;
    private static final int NOT_FOUND = 404;

    private final HttpServer server;
    private final AtomicReference<Optional<PrometheusMeterRegistry>> shown = new AtomicReference<>(Optional.empty());

    private ScrapePort(HttpServer server) {
        this.server = server;
    }

    /**
     * Opens the port; before the first run the text is empty.
     *
     * @param port 0: any that is free
     * @throws IOException if the port cannot be used; the message names it and the remedy
     */
    public static ScrapePort open(int port) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try {
            ScrapePort opened = new ScrapePort(HttpServer.create(address, 0));
            opened.server.createContext("/", opened::answer);
            opened.server.start();
            return opened;
        } catch (BindException e) {
            throw new IOException(
                    "port " + port + " of " + address.getAddress().getHostAddress() + " cannot be used: "
                            + e.getMessage()
                            + "; stop the program that uses it, or choose another port (0: any free port)",
                    e);
        }
    }

    /** Returns the address of the text. */
    public URI address() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort() + PATH);
    }

    /** Sets the registry that is served from now on. May be called from any thread. */
    public void show(PrometheusMeterRegistry registry) {
        shown.set(Optional.of(registry));
    }

    /** Returns whether there is anything to read. */
    public boolean showing() {
        return shown.get().isPresent();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                exchange.sendResponseHeaders(NOT_FOUND, -1);
            } else if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                exchange.sendResponseHeaders(WRONG_METHOD, -1);
            } else {
                tell(exchange);
            }
        }
    }

    private void tell(HttpExchange exchange) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        Optional<PrometheusMeterRegistry> registry = shown.get();
        if (registry.isPresent()) {
            registry.get().scrape(text, PLAIN);
        }
        exchange.getResponseHeaders().set("Content-Type", PLAIN);
        exchange.sendResponseHeaders(OK, text.size() == 0 ? -1 : text.size());
        text.writeTo(exchange.getResponseBody());
    }
}
