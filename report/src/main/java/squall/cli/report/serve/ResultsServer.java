package squall.cli.report.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.cli.report.serve.LiveStreams.EventStream;
import squall.cli.report.serve.RunPages.PageResponse;
import squall.cli.report.serve.RunPages.RequestedPage;
import squall.report.browse.RunListPage;
import squall.results.file.CanonicalJson;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.FileErrors;

/**
 * Server that shows a folder of runs to browsers, read-only: no part of a request becomes the name of a file, and nothing is written.
 *
 * <pre>
 *   /, /runs.json           the list                /run/NAME              the report of a run, followed while it is under way
 *   /changes                tells when it changes   /run/NAME/events       tells when it changes
 *   /compare?a=..&amp;b=..      A against B             /run/NAME/curve.svg    its small picture
 *   /trend?a=..&amp;metric=..   a metric over runs     /card?a=..&amp;b=..         the adversity card of runs
 * </pre>
 */
public final class ResultsServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ResultsServer.class);
    private static final int BACKLOG = 64;

    /** Time limit for the head of a request; the JDK's default is to wait forever. */
    private static final String REQUEST_SECONDS = "20";

    private static final int TOKEN_BYTES = 24;
    private static final String CONNECTIONS = "256";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ServedFolder place;
    private final ServerAccess access;
    private final ResultsFolder folder;
    private final RunPages pages;
    private final LiveStreams streams;

    /**
     * Folder to serve, and the address.
     *
     * @param host as the user wrote it
     * @param port 0: any that is free
     * @param token empty if only this machine reaches the server
     */
    public record ServedFolder(Path folder, String host, int port, Optional<String> token) {}

    private ResultsServer(HttpServer server, ServedFolder place) {
        this.server = server;
        this.place = place;
        this.access = ServerAccess.of(server.getAddress().getAddress(), place.host(), place.token());
        this.folder = new ResultsFolder(place.folder());
        this.pages = new RunPages(folder);
        this.streams = new LiveStreams(folder, pages);
    }

    /** @throws CommandException if the port cannot be used; the message has the remedy */
    public static ResultsServer open(ServedFolder place) throws CommandException {
        defaultProperty("sun.net.httpserver.maxReqTime", REQUEST_SECONDS);
        defaultProperty("jdk.httpserver.maxConnections", CONNECTIONS);
        InetSocketAddress address = new InetSocketAddress(place.host(), place.port());
        if (address.isUnresolved() || foreign(address.getAddress())) {
            throw CommandException.usage(
                    "--listen: '" + place.host() + "' is no address of this machine; 0.0.0.0 means all of them");
        }
        try {
            ResultsServer opened = new ResultsServer(HttpServer.create(address, BACKLOG), place);
            opened.server.createContext("/", opened::answer);
            opened.server.setExecutor(opened.threads);
            opened.server.start();
            opened.threads.execute(opened::readAhead);
            return opened;
        } catch (BindException e) {
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    "port " + place.port() + " of " + place.host() + " cannot be used: " + e.getMessage()
                            + "; stop the program that uses it, or choose another port: --port N (0: any free port)",
                    e);
        } catch (IOException e) {
            throw CommandException.of("cannot serve: ", e);
        }
    }

    /** Returns whether no network interface of this machine has the address. */
    private static boolean foreign(InetAddress address) throws CommandException {
        try {
            return !address.isAnyLocalAddress() && NetworkInterface.getByInetAddress(address) == null;
        } catch (SocketException e) {
            throw CommandException.of("cannot serve: ", e);
        }
    }

    /** Reads the folder in advance, so that the first page of a large folder is available at once. */
    private void readAhead() {
        try {
            folder.readAhead();
        } catch (IOException e) {
            LOG.debug("the folder was not read ahead", e); // each page says why it cannot be read
        }
    }

    private static void defaultProperty(String name, String value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value);
        }
    }

    /** Creates a random token. */
    public static String freshToken() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /** Returns the address to open in a browser, without the token. */
    public String address() {
        String host = place.host().contains(":") ? "[" + place.host() + "]" : place.host();
        return "http://" + host + ":" + server.getAddress().getPort() + "/";
    }

    /** Closes the server at once; open streams end with it. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            RequestedPage asked;
            try {
                asked = RequestedPage.of(exchange.getRequestURI());
            } catch (IllegalArgumentException e) {
                send(
                        exchange,
                        PageResponse.message(PageResponse.BAD_REQUEST, "Bad address", "It is not encoded well."));
                return;
            }
            Optional<PageResponse> refusal = access.refusal(exchange, asked);
            if (refusal.isPresent()) {
                send(exchange, refusal.get());
            } else if (!streamed(exchange, asked)) {
                send(exchange, page(asked));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private PageResponse page(RequestedPage asked) throws InterruptedException {
        try {
            return found(asked)
                    .orElseGet(() -> PageResponse.message(
                            PageResponse.NOT_FOUND, "Not found", "There is no such page, or the run is gone."));
        } catch (IOException e) {
            return PageResponse.message(PageResponse.UNPROCESSABLE, "This cannot be shown", FileErrors.message(e));
        } catch (RuntimeException | StackOverflowError e) { // the next request must be answered in any case
            LOG.error("{} failed", asked.path(), e);
            return PageResponse.message(
                    PageResponse.INTERNAL_ERROR, "A mistake of this program", "It is in the output of the server.");
        }
    }

    private Optional<PageResponse> found(RequestedPage asked) throws IOException, InterruptedException {
        List<String> segments = asked.segments();
        if (segments.isEmpty()) {
            folder.listing(); // a folder that cannot be read is said instead of a page without rows
            return Optional.of(PageResponse.page(RunListPage.list(), RunListPage.policy()));
        }
        return switch (segments.getFirst()) {
            case "runs.json" -> segments.size() == 1 ? Optional.of(list()) : Optional.empty();
            case "compare" -> segments.size() == 1 ? Optional.of(pages.compare(asked)) : Optional.empty();
            case "trend" -> segments.size() == 1 ? Optional.of(pages.trend(asked)) : Optional.empty();
            case "card" -> segments.size() == 1 ? Optional.of(pages.card(asked)) : Optional.empty();
            case "run" -> segments.size() == 2 || segments.size() == 3 ? ofRun(segments) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private Optional<PageResponse> ofRun(List<String> segments) throws IOException, InterruptedException {
        Optional<Path> directory = folder.directory(segments.get(1));
        if (directory.isEmpty()) {
            return Optional.empty();
        }
        if (segments.size() == 2) {
            return Optional.of(pages.run(directory.get()));
        }
        return segments.get(2).equals("curve.svg")
                ? Optional.of(PageResponse.of("image/svg+xml", folder.curve(directory.get())))
                : Optional.empty();
    }

    private PageResponse list() throws IOException {
        return PageResponse.of("application/json", CanonicalJson.line(folder.listing()));
    }

    /** Handles a request for a stream of events, which is sent to its end or refused. @return false if it is another request */
    private boolean streamed(HttpExchange exchange, RequestedPage asked) throws IOException, InterruptedException {
        List<String> segments = asked.segments();
        boolean list = segments.equals(List.of("changes"));
        boolean run = segments.size() == 3
                && segments.getFirst().equals("run")
                && segments.get(2).equals("events");
        Optional<Path> directory = run ? folder.directory(segments.get(1)) : Optional.empty();
        if ((!list && directory.isEmpty()) || !exchange.getRequestMethod().equals("GET")) {
            return false;
        }
        if (!streams.open()) {
            send(
                    exchange,
                    PageResponse.message(
                            PageResponse.UNAVAILABLE,
                            "Too many pages are open",
                            "This server renews " + LiveStreams.MOST + " pages at once; close one, or reload this page"
                                    + " when you want to see what is new."));
            return true;
        }
        try {
            head(exchange, EventStream.TYPE, PageResponse.NOTHING_ALLOWED);
            exchange.sendResponseHeaders(PageResponse.OK, 0);
            EventStream stream = new EventStream(exchange.getResponseBody());
            if (list) {
                streams.list(stream);
            } else {
                streams.run(directory.orElseThrow(), stream);
            }
            return true;
        } finally {
            streams.close();
        }
    }

    private static void send(HttpExchange exchange, PageResponse page) throws IOException {
        Headers headers = head(exchange, page.type(), page.policy());
        page.headers().forEach(headers::set);
        byte[] body = page.body().getBytes(StandardCharsets.UTF_8);
        if (exchange.getRequestMethod().equals("HEAD")) {
            headers.set("Content-Length", Integer.toString(body.length));
            exchange.sendResponseHeaders(page.status(), -1);
            return;
        }
        exchange.sendResponseHeaders(page.status(), body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static Headers head(HttpExchange exchange, String type, String policy) {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type);
        headers.set("Content-Security-Policy", policy + "; frame-ancestors 'none'");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        headers.set("Cache-Control", "no-store");
        return headers;
    }
}
