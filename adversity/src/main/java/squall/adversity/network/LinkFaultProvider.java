package squall.adversity.network;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import squall.run.ParallelActions;
import squall.spi.Cluster;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Trouble;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** What the faults of links have in common: where they strike. They differ in the trouble, which their options tell. */
abstract sealed class LinkFaultProvider implements FaultProvider
        permits LinkFaultProvider.Partition,
                LinkFaultProvider.Latency,
                LinkFaultProvider.Loss,
                LinkFaultProvider.Bandwidth,
                LinkFaultProvider.Reset {
    private final String kind;
    private final String summary;
    private final List<String> own;

    private LinkFaultProvider(String kind, String summary, String... own) {
        this.kind = kind;
        this.summary = summary;
        this.own = List.of(own);
    }

    /** Nothing passes, in silence. */
    public static final class Partition extends LinkFaultProvider {
        public Partition() {
            super("partition", "cuts nodes off from their peers, or one from another: mode, shape, clients");
        }

        @Override
        Trouble trouble(Options options) {
            return new Trouble.Cut();
        }
    }

    /** Everything passes later. */
    public static final class Latency extends LinkFaultProvider {
        public Latency() {
            super("latency", "delays what nodes say: delay, jitter, mode, shape, clients", "delay", "jitter");
        }

        @Override
        Trouble trouble(Options options) {
            return new Trouble.Delay(
                    options.duration("delay", Duration.ofMillis(50)), options.duration("jitter", Duration.ZERO));
        }
    }

    /** Some of the packets vanish. */
    public static final class Loss extends LinkFaultProvider {
        private static final int USUAL_PERCENT = 20;

        public Loss() {
            super("loss", "loses some of the packets that nodes send: percent, mode, shape, clients", "percent");
        }

        @Override
        Trouble trouble(Options options) {
            return new Trouble.Loss(options.number("percent", USUAL_PERCENT, 1, 100) / 100.0);
        }
    }

    /** Little passes in a second. */
    public static final class Bandwidth extends LinkFaultProvider {
        private static final int USUAL_KB = 128;
        private static final int MOST_KB = 10_000_000;

        public Bandwidth() {
            super("bandwidth", "limits what nodes say in a second: kilobytes, mode, shape, clients", "kilobytes");
        }

        @Override
        Trouble trouble(Options options) {
            return new Trouble.Throttle(1000L * options.number("kilobytes", USUAL_KB, 1, MOST_KB));
        }
    }

    /** Connections end at once, and new ones too. */
    public static final class Reset extends LinkFaultProvider {
        public Reset() {
            super("reset", "ends connections to nodes and refuses new ones: shape, clients");
        }

        @Override
        Trouble trouble(Options options) {
            return new Trouble.Reset();
        }
    }

    /** @throws IllegalArgumentException if an option has no such value */
    abstract Trouble trouble(Options options);

    @Override
    public final String kind() {
        return kind;
    }

    @Override
    public final String summary() {
        return summary;
    }

    /** Who is slow serves, and so do both ends of a pair, to all others. */
    @Override
    public final Aim aim(Options options) {
        boolean silent = switch (trouble(options)) {
            case Trouble.Cut cut -> true;
            case Trouble.Reset reset -> true;
            case Trouble.Delay delay -> false;
            case Trouble.Loss loss -> false;
            case Trouble.Throttle throttle -> false;
        };
        return silent && Cutting.of(options).shape() == Cutting.Shape.ISOLATE ? Aim.NODES : Aim.SERVING_NODES;
    }

    @Override
    public final Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(Stream.concat(Cutting.OPTIONS.stream(), own.stream()).toList());
        Cutting cutting = Cutting.of(options);
        Trouble trouble = trouble(options);
        try {
            Optional<String> missing = refusal(cluster, cutting);
            return missing.isPresent() || !(cluster instanceof Links relay) ? missing : relay.refusal(trouble);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // whoever asked ends soon
            return Optional.of("interrupted while it was tried out");
        }
    }

    /** Whoever is chosen later: all pairs of nodes must have a link, and all nodes one to clients if those are meant. */
    private static Optional<String> refusal(Cluster cluster, Cutting cutting) throws IOException {
        Optional<String> lacks = cluster instanceof Links ? cluster.lacks(Links.class) : Optional.empty();
        if (lacks.isPresent()) {
            return lacks;
        }
        if (!(cluster instanceof Links relay) || relay.links().isEmpty()) {
            return Optional.of(
                    "the links of this cluster cannot be disturbed; a testbed's can with the option links=true or"
                            + " namespaces=true");
        }
        Set<Link> there = new HashSet<>(relay.links());
        List<String> names = cluster.nodes().stream().map(Node::name).toList();
        for (String from : names) {
            for (String to : names) {
                if (!from.equals(to) && !there.contains(new Link(from, to))) {
                    return Optional.of("there is no link of their own between " + from + " and " + to);
                }
            }
            if (cutting.clients() && !there.contains(new Link(from, Links.CLIENTS))) {
                return Optional.of("clients cannot be parted from nodes here");
            }
        }
        return Optional.empty();
    }

    @Override
    public final Fault fault(Scene scene, Options options) {
        if (!(scene.cluster() instanceof Links relay)) {
            throw new IllegalArgumentException("the links of this cluster cannot be disturbed");
        }
        try {
            List<Link> links = Cutting.of(options).links(scene.cluster().nodes(), scene.nodes());
            return new LinkFault(scene, relay, links, trouble(options), new ParallelActions());
        } catch (IOException e) {
            throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
        }
    }
}
