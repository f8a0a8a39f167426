package squall.testbed.link;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.host.Deadline;
import squall.host.Detached;
import squall.host.JavaArguments;
import squall.host.OwnProcess;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Trouble;

/**
 * The proxy of one cluster, from outside: a detached process that relays what its wiring says. Any process may give it orders.
 *
 * @param folder holds its files: wiring, arguments, output, process number
 */
public record LinkProxy(Path folder) {
    /** Names in {@link #folder} that begin so are the proxy's. */
    public static final String FILES = "links.";

    private static final Duration START_LIMIT = Duration.ofSeconds(20);
    private static final int ANSWER_LIMIT_MS = 5_000;

    /** What it relays, if there is anything to relay. */
    public Optional<Wiring> wiring() throws IOException {
        return Wiring.read(file("json"));
    }

    public Optional<OwnProcess> process() throws IOException, InterruptedException {
        return OwnProcess.named(file("pid"), file("arguments"));
    }

    /** Starts it with this wiring; on return it relays. A proxy that runs already must be ended first. */
    public void start(Wiring wiring) throws IOException, InterruptedException {
        wiring.write(file("json"));
        var arguments = List.of(
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ProxyCommand.class.getName(),
                file("json").toString());
        new JavaArguments(arguments).write(file("arguments"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        new Detached(List.of(java, "@" + file("arguments")), folder, file("log"), file("pid")).start();
        Link any = wiring.links().getFirst();
        if (!Deadline.in(START_LIMIT).await(() -> process().isPresent() && answers(any))) {
            throw new IOException("the link proxy did not start: "
                    + Files.readString(file("log")).strip() + "; see " + file("log"));
        }
    }

    private boolean answers(Link link) throws IOException {
        try {
            trouble(link);
            return true;
        } catch (IOException e) {
            return false; // not yet
        }
    }

    /** Ends it, and with it every connection it relays; its wiring stays. */
    public void end() throws IOException, InterruptedException {
        Optional<OwnProcess> proxy = process();
        if (proxy.isPresent()) {
            proxy.get().tree().kill();
        }
    }

    /** As {@link squall.spi.Cluster.Links#refusal}. */
    public static Optional<String> refusal(Trouble trouble) {
        return trouble instanceof Trouble.Loss
                ? Optional.of("a TCP proxy relays bytes, of which none can be lost; packets of a cluster with"
                        + " namespaces=true can")
                : Optional.empty();
    }

    /** As {@link squall.spi.Cluster.Links#disturb}. */
    public void disturb(Link link, Trouble trouble, Duration atMost) throws IOException {
        Optional<String> refusal = refusal(trouble);
        if (refusal.isPresent()) {
            throw new IOException(refusal.get());
        }
        order("disturb", link, " " + atMost.toMillis() + " " + Orders.written(trouble));
    }

    /** As {@link squall.spi.Cluster.Links#mend}. */
    public void mend(Link link) throws IOException {
        order("mend", link, "");
    }

    /** As {@link squall.spi.Cluster.Links#trouble}. */
    public Optional<Trouble> trouble(Link link) throws IOException {
        String found = order("trouble", link, "");
        return found.isEmpty() ? Optional.empty() : Optional.of(Orders.read(found));
    }

    private String order(String what, Link link, String more) throws IOException {
        Wiring wiring =
                wiring().orElseThrow(() -> new IOException("no links are relayed: there is no " + file("json")));
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(ANSWER_LIMIT_MS);
            socket.connect(Route.at(wiring.control()), ANSWER_LIMIT_MS);
            String order = wiring.secret() + " " + what + " " + link.from() + " " + link.to() + more + "\n";
            socket.getOutputStream().write(order.getBytes(StandardCharsets.UTF_8));
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String answer = Optional.ofNullable(in.readLine()).orElse("no answer");
            if (!answer.startsWith("ok")) {
                throw new IOException("the link proxy refused to " + what + " the " + link + ": " + answer);
            }
            return answer.substring("ok".length()).strip();
        } catch (ConnectException e) {
            throw new IOException("the link proxy does not run; 'testbed up' starts it again", e);
        }
    }

    private Path file(String kind) {
        return folder.resolve(FILES + kind);
    }
}
