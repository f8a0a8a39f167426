package squall.testbed.net;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;
import squall.testbed.link.LinkOrderFormat;

/**
 * Links between nodes with their own network namespaces. Cuts, losses and resets are netfilter rules, which expire in the kernel; delays
 * and throttles are queues, which a separate timer removes.
 *
 * @param ports the port of each node at which reachability is tested
 */
public record NamespaceLinks(NetworkNamespaces namespaces, Map<String, Integer> ports) implements Links {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Queues that a kernel gives a device by default, depending on its settings: they delay nothing. */
    private static final Set<String> PLAIN_QUEUES = Set.of("noqueue", "pfifo_fast", "fq_codel", "fq", "pfifo", "mq");

    public NamespaceLinks {
        ports = Map.copyOf(ports);
    }

    @Override
    public List<Link> links() {
        return namespaces.links();
    }

    /** Tries the impairment in a namespace that ends with the trial: only that shows whether the kernel supports it. */
    @Override
    public Optional<String> refusal(Impairment impairment) throws IOException, InterruptedException {
        Finished attempt = queued(impairment)
                ? namespaces.kernel().aside(TrafficQueue.add("lo", impairment))
                : namespaces
                        .kernel()
                        .aside(List.of("nft", rule(links().getFirst()).set(impairment, Duration.ofMinutes(1))));
        return attempt.ok()
                ? Optional.empty()
                : Optional.of("the kernel of this machine does not support it: '"
                        + attempt.line().replaceAll("\\s+", " ") + "' printed: "
                        + attempt.text().replaceAll("\\s+", " ")
                        + (impairment instanceof Impairment.Delay ? "; links=true adds delays without netem" : ""));
    }

    @Override
    public Optional<String> foreignImpairment(Link link) throws IOException, InterruptedException {
        if (!there(link)) {
            return Optional.empty();
        }
        TrafficQueue queue = queue(link);
        for (JsonNode found : queues(link)) {
            String kind = found.path("kind").asText();
            String handle = found.path("handle").asText();
            if (found.path("root").asBoolean() && !PLAIN_QUEUES.contains(kind) && !handle.equals(TrafficQueue.HANDLE)) {
                return Optional.of("the queue '" + kind + "' of another program; remove it with '"
                        + String.join(" ", at(queue, queue.removeAny())) + "'");
            }
        }
        return Optional.empty();
    }

    @Override
    public void disturb(Link link, Impairment impairment, Duration atMost) throws IOException, InterruptedException {
        restoreLink(link);
        if (queued(impairment)) {
            TrafficQueue queue = queue(link);
            expiry(link).arm(LinkOrderFormat.written(impairment), at(queue, queue.remove()), atMost);
            run(at(queue, queue.add(impairment))).orThrow();
        } else {
            nft(rule(link), rule(link).set(impairment, atMost)).orThrow();
        }
    }

    @Override
    public void restoreLink(Link link) throws IOException, InterruptedException {
        if (!there(link)) {
            return; // a rule that ended with its namespace has no effect
        }
        nft(rule(link), rule(link).clear()).orThrow();
        if (expiry(link).note().isPresent()) {
            if (queued(link).isPresent()) {
                Finished removed = run(at(queue(link), queue(link).remove()));
                if (queued(link).isPresent()) {
                    removed.orThrow();
                }
            }
            expiry(link).disarm();
        }
    }

    @Override
    public Optional<Impairment> impairment(Link link) throws IOException, InterruptedException {
        if (!there(link)) {
            return Optional.empty();
        }
        JsonNode table = table(link);
        if (!table.findPath("elem").isMissingNode()) {
            return Optional.of(LinkOrderFormat.read(table.findPath("comment").asText()));
        }
        Optional<String> note = expiry(link).note();
        return note.isPresent() && queued(link).isPresent() ? note.map(LinkOrderFormat::read) : Optional.empty();
    }

    @Override
    public OptionalLong affectedPackets(Link link) throws IOException, InterruptedException {
        if (!there(link)) {
            return OptionalLong.empty();
        }
        JsonNode counted = table(link).findPath("counter").path("packets");
        if (counted.isNumber()) {
            return OptionalLong.of(counted.asLong());
        }
        Optional<JsonNode> queue = queued(link);
        return queue.isPresent()
                ? OptionalLong.of(queue.get().path("overlimits").asLong())
                : OptionalLong.empty();
    }

    /** Connects over the link, or over its reverse if it leads to clients, which accept no connections: a cut affects both directions. */
    @Override
    public Optional<Duration> probe(Link link, Duration atMost) throws IOException, InterruptedException {
        Link asked = link.to().equals(CLIENTS) ? link.reversed() : link;
        int port = Objects.requireNonNull(ports.get(known(asked).to()), "each node has a port");
        ConnectionProbe dial = new ConnectionProbe(namespaces.subnet().address(asked.to()), port);
        return asked.from().equals(CLIENTS) ? dial.answer(atMost) : dial.answer(namespaces, asked.from(), atMost);
    }

    private Link known(Link link) {
        if (!links().contains(link)) {
            throw new IllegalArgumentException("there is no link " + link.from() + " -> " + link.to());
        }
        return link;
    }

    private static boolean queued(Impairment impairment) {
        return switch (impairment) {
            case Impairment.Cut cut -> false;
            case Impairment.Loss loss -> false;
            case Impairment.Reset reset -> false;
            case Impairment.Delay delay -> true;
            case Impairment.Throttle throttle -> true;
        };
    }

    private boolean there(Link link) {
        String node = rule(known(link)).node();
        return namespaces.kernel().exists(namespaces.subnet().name(node));
    }

    /** Reads netfilter's table of the link; missing if there is none. */
    private JsonNode table(Link link) throws IOException, InterruptedException {
        LinkFilterRule rule = rule(link);
        String tables = nft(rule, "-j", "list tables inet").orThrow().output();
        return tables.contains('"' + rule.table() + '"')
                ? JSON.readTree(nft(rule, "-j", "list table inet " + rule.table())
                        .orThrow()
                        .output())
                : JSON.missingNode();
    }

    /** Reads Squall's queue at the link, as the kernel reports it. */
    private Optional<JsonNode> queued(Link link) throws IOException, InterruptedException {
        for (JsonNode found : queues(link)) {
            if (found.path("handle").asText().equals(TrafficQueue.HANDLE)) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    private JsonNode queues(Link link) throws IOException, InterruptedException {
        TrafficQueue queue = queue(link);
        return JSON.readTree(run(at(queue, queue.show())).orThrow().output());
    }

    private Finished nft(LinkFilterRule rule, String... words) throws IOException, InterruptedException {
        var command = Stream.concat(Stream.of("nft"), Stream.of(words)).toList();
        return run(namespaces.at(rule.node(), namespaces.kernel().command(command)));
    }

    private List<String> at(TrafficQueue queue, List<String> words) throws IOException {
        KernelNetworking kernel = namespaces.kernel();
        List<String> command = kernel.command(words);
        return queue.namespace().isPresent() ? kernel.inside(queue.namespace().get(), command) : command;
    }

    private Finished run(List<String> command) throws IOException, InterruptedException {
        return namespaces.kernel().run(command);
    }

    private LinkFilterRule rule(Link link) {
        return new LinkFilterRule(namespaces.subnet(), link);
    }

    private TrafficQueue queue(Link link) {
        return new TrafficQueue(namespaces.subnet(), link);
    }

    private ExpiryTimer expiry(Link link) {
        return ExpiryTimer.of(namespaces.folder(), link);
    }

    /** Probe by a connection attempt, which tests both directions of a link: only the two kernels take part. */
    record ConnectionProbe(String host, int port) {
        private static final Duration START_LIMIT = Duration.ofSeconds(60);

        /** Returns the duration; empty if there was no connection within the limit, or it was refused. */
        Optional<Duration> answer(Duration atMost) throws IOException {
            long beganNs = System.nanoTime();
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(host, port), Math.toIntExact(Math.max(1, atMost.toMillis())));
                return Optional.of(Duration.ofNanos(System.nanoTime() - beganNs));
            } catch (SocketTimeoutException | SocketException e) {
                return Optional.empty(); // silence, or refusal: the result of the probe
            }
        }

        /** Probes from a node's network, in which only another process can run. */
        Optional<Duration> answer(NetworkNamespaces namespaces, String node, Duration atMost)
                throws IOException, InterruptedException {
            var command = List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx16m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    ConnectionProbeCommand.class.getName(),
                    host,
                    Integer.toString(port),
                    Long.toString(atMost.toMillis()));
            var dialled =
                    new ExternalProgram(namespaces.at(node, command), namespaces.folder(), START_LIMIT.plus(atMost));
            String took = dialled.run().orThrow().output();
            return took.isEmpty() ? Optional.empty() : Optional.of(Duration.ofNanos(Long.parseLong(took)));
        }

        /**
         * Main class that runs a {@link ConnectionProbe} as a separate process, which can be started in a node's namespace; prints
         * nanoseconds, or nothing.
         */
        static final class ConnectionProbeCommand {
            private ConnectionProbeCommand() {}

            /** @param args host, port, and the limit in milliseconds */
            public static void main(String[] args) throws IOException {
                Duration limit = Duration.ofMillis(Long.parseLong(args[2]));
                new ConnectionProbe("127.0.0.1", 1)
                        .answer(limit); // a first attempt to an unused address, so that class loading is not measured
                new ConnectionProbe(args[0], Integer.parseInt(args[1]))
                        .answer(limit)
                        .ifPresent(took -> System.out.println(took.toNanos()));
            }
        }
    }
}
