package squall.testbed.link;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.system.ExitCode;
import squall.system.PollDeadline;
import squall.system.process.PidFileProcess;
import squall.testbed.host.Daemon;

/**
 * Links of PostgreSQL servers through a proxy: a detached process that relays as its wiring defines. Any process may send it commands.
 *
 * @param folder of its files: wiring, arguments, output, process number
 */
public record LinkProxy(Path folder) implements Links {
    /** Prefix of the proxy's files in {@link #folder}. */
    public static final String FILES = "links.";

    private static final Duration START_LIMIT = Duration.ofSeconds(20);
    private static final int ANSWER_LIMIT_MS = 5_000;

    /** Code of the request whether a PostgreSQL server supports TLS, which it answers before authentication (PostgreSQL 17, 53.2.10). */
    private static final int SSL_REQUEST = 80877103;

    /** Reads the wiring; empty if nothing is relayed. */
    public Optional<ProxyWiring> wiring() throws IOException {
        return ProxyWiring.read(file("json"));
    }

    public boolean wired() throws IOException {
        return wiring().isPresent();
    }

    /** Removes the wiring permanently: nodes started from now on are reached directly. {@link #end} ends the process later. */
    public void forget() throws IOException {
        Files.deleteIfExists(file("json"));
    }

    public Optional<PidFileProcess> process() throws IOException, InterruptedException {
        return daemon().process();
    }

    /** Starts the proxy with this wiring; on return it relays. A proxy that runs already must be ended first. */
    public void start(ProxyWiring wiring) throws IOException, InterruptedException {
        wiring.write(file("json"));
        daemon().startJava(List.of(
                "-Xmx64m", ProxyCommand.class.getName(), file("json").toString()));
        Link any = wiring.links().getFirst();
        if (!PollDeadline.in(START_LIMIT).await(() -> process().isPresent() && answers(any))) {
            throw new IOException(
                    "the link proxy did not start: " + daemon().lastWords() + "; see " + daemon().output());
        }
    }

    private boolean answers(Link link) throws IOException {
        try {
            impairment(link);
            return true;
        } catch (IOException e) {
            return false; // not yet
        }
    }

    /** Ends the proxy, and with it every connection it relays; its wiring stays. */
    public void end() throws IOException, InterruptedException {
        daemon().kill();
    }

    @Override
    public List<Link> links() throws IOException {
        return wiring().map(ProxyWiring::links).orElse(List.of());
    }

    @Override
    public Optional<String> refusal(Impairment impairment) {
        return unsupported(impairment);
    }

    /** Returns the reason why no proxy supports this impairment; empty if one does. */
    public static Optional<String> unsupported(Impairment impairment) {
        return impairment instanceof Impairment.Loss
                ? Optional.of(
                        "a TCP proxy relays bytes and cannot lose packets; use a cluster with" + " namespaces=true")
                : Optional.empty();
    }

    @Override
    public void disturb(Link link, Impairment impairment, Duration atMost) throws IOException {
        Optional<String> refusal = refusal(impairment);
        if (refusal.isPresent()) {
            throw new IOException(refusal.get());
        }
        order("disturb", link, " " + atMost.toMillis() + " " + LinkOrderFormat.written(impairment));
    }

    @Override
    public void restoreLink(Link link) throws IOException {
        order("mend", link, "");
    }

    @Override
    public Optional<Impairment> impairment(Link link) throws IOException {
        String found = order("trouble", link, "");
        return found.isEmpty() ? Optional.empty() : Optional.of(LinkOrderFormat.read(found));
    }

    @Override
    public Optional<Duration> probe(Link link, Duration atMost) throws IOException {
        ProxyWiring wiring = wiring().orElseThrow(() -> new IOException("this postgres-ha has no links"));
        int port = wiring.port(link.from(), link.to())
                .or(() -> wiring.port(link.to(), link.from()))
                .orElseThrow(() -> new IllegalArgumentException("there is no " + link));
        long beganNs = System.nanoTime();
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(Math.toIntExact(Math.max(1, atMost.toMillis())));
            socket.connect(ProxyRoute.at(port), Math.toIntExact(Math.max(1, atMost.toMillis())));
            var out = new DataOutputStream(socket.getOutputStream());
            out.writeLong((long) Long.BYTES << Integer.SIZE | SSL_REQUEST); // length of the message, then its code
            out.flush();
            boolean answered = socket.getInputStream().read() >= 0;
            return answered ? Optional.of(Duration.ofNanos(System.nanoTime() - beganNs)) : Optional.empty();
        } catch (SocketTimeoutException | SocketException e) {
            return Optional.empty(); // silence, or the end of the connection: the result of the probe
        }
    }

    private String order(String what, Link link, String more) throws IOException {
        ProxyWiring wiring = wiring().orElseThrow(
                        () -> new IOException("the link proxy relays no links: there is no " + file("json")));
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(ANSWER_LIMIT_MS);
            socket.connect(ProxyRoute.at(wiring.control()), ANSWER_LIMIT_MS);
            String order = wiring.secret() + " " + what + " " + link.from() + " " + link.to() + more + "\n";
            socket.getOutputStream().write(order.getBytes(StandardCharsets.UTF_8));
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String answer = Optional.ofNullable(in.readLine()).orElse("no answer");
            if (!answer.startsWith("ok")) {
                throw new IOException("the link proxy refused to " + what + " the " + link + ": " + answer);
            }
            return answer.substring("ok".length()).strip();
        } catch (ConnectException e) {
            throw new IOException("the link proxy is not running; start it again with 'testbed up'", e);
        }
    }

    private Daemon daemon() {
        return Daemon.java("links", folder);
    }

    private Path file(String kind) {
        return folder.resolve(FILES + kind);
    }

    /** Main class of the proxy process, which outlives the process that injects link faults, and removes faults at their deadline. */
    static final class ProxyCommand {
        private ProxyCommand() {}

        /** @param args the file of the wiring */
        public static void main(String[] args) {
            try {
                relay(Path.of(args[0]));
            } catch (IOException e) {
                System.err.println("ended: " + e.getMessage());
                System.exit(ExitCode.UNREACHABLE.code());
            }
        }

        private static void relay(Path file) throws IOException {
            ProxyWiring wiring = ProxyWiring.read(file).orElseThrow(() -> new IOException("there is no " + file));
            try (LinkRegistry board = new LinkRegistry(wiring);
                    ProxyControl control = new ProxyControl(wiring, board)) {
                Thread orders = new Thread(() -> take(control), "orders");
                orders.setDaemon(true);
                orders.start();
                System.out.println("relaying " + wiring.routes().size() + " routes");
                board.run();
            }
        }

        private static void take(ProxyControl control) {
            try {
                control.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the process ends
            }
        }
    }

    /**
     * Receiver of commands for a {@link LinkRegistry} on a separate port, one line per connection:
     *
     * <pre>
     *   SECRET disturb FROM TO MILLISECONDS TROUBLE    SECRET mend FROM TO    SECRET trouble FROM TO
     * </pre>
     * answered by {@code ok}, {@code ok TROUBLE} or {@code no REASON}.
     */
    private static final class ProxyControl implements Closeable {
        private static final int LONGEST_ORDER_MS = 2_000;
        private static final int BACKLOG = 16;

        private final LinkRegistry board;
        private final String secret;
        private final ServerSocket listener;

        ProxyControl(ProxyWiring wiring, LinkRegistry board) throws IOException {
            this.board = board;
            this.secret = wiring.secret();
            this.listener = new ServerSocket(wiring.control(), BACKLOG, InetAddress.getLoopbackAddress());
        }

        /** Accepts commands until {@link #close}. */
        void run() throws InterruptedException {
            while (!listener.isClosed()) {
                try (Socket socket = listener.accept()) {
                    socket.setSoTimeout(LONGEST_ORDER_MS);
                    var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                    String answer = answer(Optional.ofNullable(in.readLine()).orElse(""));
                    socket.getOutputStream().write((answer + "\n").getBytes(StandardCharsets.UTF_8));
                } catch (IOException e) {
                    if (!listener.isClosed()) {
                        System.err.println("cannot parse an order: " + e.getMessage());
                    }
                }
            }
        }

        private String answer(String order) throws InterruptedException {
            String[] words = order.split(" ", 6);
            if (words.length < 4 || !words[0].equals(secret)) {
                return "no this is not an order";
            }
            Link link = new Link(words[2], words[3]);
            try {
                return switch (words[1] + "/" + words.length) {
                    case "disturb/6" -> {
                        board.disturb(
                                link, LinkOrderFormat.read(words[5]), Duration.ofMillis(Long.parseLong(words[4])));
                        yield "ok";
                    }
                    case "mend/4" -> {
                        board.restoreLink(link);
                        yield "ok";
                    }
                    case "trouble/4" ->
                        "ok" + board.impairment(link).map(ProxyControl::text).orElse("");
                    default -> "no this is not an order";
                };
            } catch (IllegalArgumentException e) {
                return "no " + e.getMessage();
            }
        }

        private static String text(Impairment impairment) {
            return " " + LinkOrderFormat.written(impairment);
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }
}
