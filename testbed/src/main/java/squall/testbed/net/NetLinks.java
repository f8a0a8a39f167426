package squall.testbed.net;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import squall.host.Program.Finished;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Trouble;
import squall.testbed.link.Orders;

/**
 * The links between nodes that have network namespaces of their own. Cuts, losses and resets are netfilter's, whose rules expire in the
 * kernel; delays and throttles are queues, which a timer of its own removes.
 *
 * @param ports at which each node is asked whether it hears
 */
public record NetLinks(Namespaces namespaces, Map<String, Integer> ports) implements Links {
    private static final ObjectMapper JSON = new ObjectMapper();

    public NetLinks {
        ports = Map.copyOf(ports);
    }

    @Override
    public List<Link> links() {
        return namespaces.links();
    }

    /** Tried out in a namespace that is gone with the attempt: what a kernel has shows in what it does. */
    @Override
    public Optional<String> refusal(Trouble trouble) throws IOException, InterruptedException {
        Finished attempt = queued(trouble)
                ? namespaces.kernel().aside(Queue.add("lo", trouble))
                : namespaces
                        .kernel()
                        .aside(List.of("nft", rule(links().getFirst()).set(trouble, Duration.ofMinutes(1))));
        return attempt.ok()
                ? Optional.empty()
                : Optional.of("this kernel cannot: '" + attempt.line().replaceAll("\\s+", " ") + "' said "
                        + attempt.output().replaceAll("\\s+", " ")
                        + (trouble instanceof Trouble.Delay ? "; links=true delays without the kernel's netem" : ""));
    }

    @Override
    public void disturb(Link link, Trouble trouble, Duration atMost) throws IOException, InterruptedException {
        mend(link);
        if (queued(trouble)) {
            Queue queue = queue(link);
            expiry(link).arm(Orders.written(trouble), at(queue, queue.remove()), atMost);
            run(at(queue, queue.add(trouble))).orThrow();
        } else {
            nft(rule(link), rule(link).set(trouble, atMost)).orThrow();
        }
    }

    @Override
    public void mend(Link link) throws IOException, InterruptedException {
        if (!there(link)) {
            return; // what ended with its namespace disturbs nobody
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
    public Optional<Trouble> trouble(Link link) throws IOException, InterruptedException {
        if (!there(link)) {
            return Optional.empty();
        }
        JsonNode table = table(link);
        if (!table.findPath("elem").isMissingNode()) {
            return Optional.of(Orders.read(table.findPath("comment").asText()));
        }
        Optional<String> note = expiry(link).note();
        return note.isPresent() && queued(link).isPresent() ? note.map(Orders::read) : Optional.empty();
    }

    @Override
    public OptionalLong strikes(Link link) throws IOException, InterruptedException {
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

    /** Connects over the link, or over its reversed one where it leads to clients, who take no connections: both ways are gone either way. */
    @Override
    public Optional<Duration> probe(Link link, Duration atMost) throws IOException, InterruptedException {
        Link asked = link.to().equals(CLIENTS) ? link.reversed() : link;
        int port = Objects.requireNonNull(ports.get(known(asked).to()), "each node has a port");
        Dial dial = new Dial(namespaces.subnet().address(asked.to()), port);
        return asked.from().equals(CLIENTS) ? dial.answer(atMost) : dial.answer(namespaces, asked.from(), atMost);
    }

    private Link known(Link link) {
        if (!links().contains(link)) {
            throw new IllegalArgumentException("there is no link " + link.from() + " -> " + link.to());
        }
        return link;
    }

    private static boolean queued(Trouble trouble) {
        return switch (trouble) {
            case Trouble.Cut cut -> false;
            case Trouble.Loss loss -> false;
            case Trouble.Reset reset -> false;
            case Trouble.Delay delay -> true;
            case Trouble.Throttle throttle -> true;
        };
    }

    private boolean there(Link link) {
        String node = rule(known(link)).node();
        return namespaces.kernel().exists(namespaces.subnet().name(node));
    }

    /** What netfilter has of the link; missing where it has nothing. */
    private JsonNode table(Link link) throws IOException, InterruptedException {
        Rule rule = rule(link);
        String tables = nft(rule, "-j", "list tables inet").orThrow().output();
        return tables.contains('"' + rule.table() + '"')
                ? JSON.readTree(nft(rule, "-j", "list table inet " + rule.table())
                        .orThrow()
                        .output())
                : JSON.missingNode();
    }

    /** Our queue at the link, as the kernel tells it. */
    private Optional<JsonNode> queued(Link link) throws IOException, InterruptedException {
        Queue queue = queue(link);
        for (JsonNode found :
                JSON.readTree(run(at(queue, queue.show())).orThrow().output())) {
            if (found.path("handle").asText().equals(Queue.HANDLE)) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    private Finished nft(Rule rule, String... words) throws IOException, InterruptedException {
        var command = Stream.concat(Stream.of("nft"), Stream.of(words)).toList();
        return run(namespaces.at(rule.node(), namespaces.kernel().command(command)));
    }

    private List<String> at(Queue queue, List<String> words) throws IOException {
        Kernel kernel = namespaces.kernel();
        List<String> command = kernel.command(words);
        return queue.namespace().isPresent() ? kernel.inside(queue.namespace().get(), command) : command;
    }

    private Finished run(List<String> command) throws IOException, InterruptedException {
        return namespaces.kernel().run(command);
    }

    private Rule rule(Link link) {
        return new Rule(namespaces.subnet(), link);
    }

    private Queue queue(Link link) {
        return new Queue(namespaces.subnet(), link);
    }

    private Expiry expiry(Link link) {
        return Expiry.of(namespaces.folder(), link);
    }
}
