package squall.adversity.network;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import squall.adversity.NamedFaultProvider;
import squall.engine.ParallelActions;
import squall.spi.Cluster;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.Options;

/** Provider of link faults; shares the choice of links. Subclasses differ in the kind of fault, which their options define. */
abstract sealed class LinkFaultProvider extends NamedFaultProvider
        permits LinkFaultProvider.Partition,
                LinkFaultProvider.Latency,
                LinkFaultProvider.Loss,
                LinkFaultProvider.Bandwidth,
                LinkFaultProvider.Reset {
    private final List<String> own;

    private LinkFaultProvider(String kind, String summary, String... own) {
        super(kind, summary, Aim.SERVING_NODES);
        this.own = List.of(own);
    }

    /** Provider of cuts: packets are dropped without an answer. */
    public static final class Partition extends LinkFaultProvider {
        public Partition() {
            super("partition", "cuts nodes off from their peers, or one node from another: mode, shape, clients");
        }

        @Override
        Impairment impairment(Options options) {
            return new Impairment.Cut();
        }
    }

    /** Provider of delays. */
    public static final class Latency extends LinkFaultProvider {
        /** Any answer takes at least no time, so that none could disprove a shorter delay. */
        private static final Duration LEAST = Duration.ofMillis(1);

        public Latency() {
            super("latency", "delays packets that nodes send: delay, jitter, mode, shape, clients", "delay", "jitter");
        }

        @Override
        Impairment impairment(Options options) {
            return new Impairment.Delay(
                    options.duration("delay", Duration.ofMillis(50), LEAST), options.duration("jitter", Duration.ZERO));
        }
    }

    /** Provider of packet loss. */
    public static final class Loss extends LinkFaultProvider {
        private static final int USUAL_PERCENT = 20;

        public Loss() {
            super("loss", "drops some of the packets that nodes send: percent, mode, shape, clients", "percent");
        }

        @Override
        Impairment impairment(Options options) {
            return new Impairment.Loss(options.number("percent", USUAL_PERCENT, 1, 100) / 100.0);
        }
    }

    /** Provider of throttles: a limited rate. */
    public static final class Bandwidth extends LinkFaultProvider {
        private static final int USUAL_KB = 128;
        private static final int MOST_KB = 10_000_000;

        public Bandwidth() {
            super(
                    "bandwidth",
                    "limits the bytes that nodes send per second: kilobytes, mode, shape, clients",
                    "kilobytes");
        }

        @Override
        Impairment impairment(Options options) {
            return new Impairment.Throttle(1000L * options.number("kilobytes", USUAL_KB, 1, MOST_KB));
        }
    }

    /** Provider of resets: connections end at once, and new ones too. */
    public static final class Reset extends LinkFaultProvider {
        public Reset() {
            super("reset", "resets connections to nodes and refuses new ones: shape, clients");
        }

        @Override
        Impairment impairment(Options options) {
            return new Impairment.Reset();
        }
    }

    /** @throws IllegalArgumentException if an option has no such value */
    abstract Impairment impairment(Options options);

    /** Returns the aim: a slow node serves, and so do both ends of a pair, for all other nodes. */
    @Override
    public final Aim aim(Options options) {
        boolean silent = switch (impairment(options)) {
            case Impairment.Cut cut -> true;
            case Impairment.Reset reset -> true;
            case Impairment.Delay delay -> false;
            case Impairment.Loss loss -> false;
            case Impairment.Throttle throttle -> false;
        };
        return silent && AffectedLinks.of(options).shape() == AffectedLinks.Shape.ISOLATE
                ? Aim.NODES
                : Aim.SERVING_NODES;
    }

    @Override
    public final Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(
                Stream.concat(AffectedLinks.OPTIONS.stream(), own.stream()).toList());
        AffectedLinks cutting = AffectedLinks.of(options);
        Impairment impairment = impairment(options);
        try {
            Optional<String> missing = refusal(cluster, cutting);
            return missing.isPresent() || !(cluster instanceof Links relay) ? missing : relay.refusal(impairment);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the caller is ending
            return Optional.of("interrupted during the test");
        }
    }

    /**
     * Returns why the cluster cannot cut links for any later choice of targets: all pairs of nodes must have a link, and all nodes a link
     * to clients if those are included.
     */
    private static Optional<String> refusal(Cluster cluster, AffectedLinks cutting) throws IOException {
        Optional<String> unavailable = cluster instanceof Links ? cluster.unavailable(Links.class) : Optional.empty();
        if (unavailable.isPresent()) {
            return unavailable;
        }
        if (!(cluster instanceof Links relay) || relay.links().isEmpty()) {
            return Optional.of(
                    "this cluster does not support link faults; a testbed cluster does with the option links=true or"
                            + " namespaces=true");
        }
        Set<Link> there = new HashSet<>(relay.links());
        List<String> names = cluster.nodes().stream().map(Node::name).toList();
        for (String from : names) {
            for (String to : names) {
                if (!from.equals(to) && !there.contains(new Link(from, to))) {
                    return Optional.of("there is no separate link between " + from + " and " + to);
                }
            }
            if (cutting.clients() && !there.contains(new Link(from, Links.CLIENTS))) {
                return Optional.of("clients cannot be partitioned from nodes on this cluster");
            }
        }
        return Optional.empty();
    }

    @Override
    public final Fault fault(FaultContext context, Options options) {
        if (!(context.cluster() instanceof Links relay)) {
            throw new IllegalArgumentException("this cluster does not support link faults");
        }
        try {
            List<Link> links = AffectedLinks.of(options).links(context.cluster().nodes(), context.nodes());
            return new LinkFault(context, relay, links, impairment(options), new ParallelActions());
        } catch (IOException e) {
            throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Links that a fault affects.
     *
     * @param mode seen from the chosen nodes
     * @param shape which nodes are separated from which
     * @param clients whether the chosen nodes are separated from clients as well as from peers
     */
    private record AffectedLinks(Mode mode, Shape shape, boolean clients) {
        /** Options it is read from. */
        static final List<String> OPTIONS = List.of("mode", "shape", "clients");

        /** Direction, as the chosen nodes see it. */
        enum Mode {
            BIDIRECTIONAL,
            INBOUND,
            OUTBOUND
        }

        /** Shape of a partition. */
        enum Shape {
            /** Chosen nodes separated from all others; among each other they communicate. */
            ISOLATE,
            /** First of the chosen nodes separated from the second; both communicate with all others. */
            PAIR
        }

        /** @throws IllegalArgumentException if a value is none of its option's */
        static AffectedLinks of(Options options) {
            Shape shape = one(options, "shape", Shape.class, Shape.ISOLATE);
            boolean clients = options.flag("clients", false);
            if (clients && shape == Shape.PAIR) {
                throw new IllegalArgumentException(
                        "option 'clients' is for shape isolate: a pair is separated from nothing but each other");
            }
            return new AffectedLinks(one(options, "mode", Mode.class, Mode.BIDIRECTIONAL), shape, clients);
        }

        /** Returns the affected links of a cluster of these nodes. */
        List<Link> links(List<Node> all, List<Node> chosen) {
            if (shape == Shape.PAIR && chosen.size() != 2) {
                throw new IllegalArgumentException("shape pair needs two nodes, not " + names(chosen));
            }
            List<String> inside = names(shape == Shape.PAIR ? chosen.subList(0, 1) : chosen);
            List<String> outside = shape == Shape.PAIR ? names(chosen.subList(1, 2)) : others(all, inside);
            List<Link> links = new ArrayList<>();
            for (String in : inside) {
                outside.forEach(out -> directions(new Link(in, out)).forEach(links::add));
            }
            return List.copyOf(links);
        }

        private List<String> others(List<Node> all, List<String> inside) {
            List<String> nodes =
                    names(all).stream().filter(name -> !inside.contains(name)).toList();
            return clients
                    ? Stream.concat(nodes.stream(), Stream.of(Links.CLIENTS)).toList()
                    : nodes;
        }

        private Stream<Link> directions(Link outward) {
            return switch (mode) {
                case BIDIRECTIONAL -> Stream.of(outward, outward.reversed());
                case INBOUND -> Stream.of(outward.reversed());
                case OUTBOUND -> Stream.of(outward);
            };
        }

        private static List<String> names(List<Node> nodes) {
            return nodes.stream().map(Node::name).toList();
        }

        private static <E extends Enum<E>> E one(Options options, String key, Class<E> values, E fallback) {
            String found = options.text(key, fallback.name());
            for (E value : values.getEnumConstants()) {
                if (value.name().equalsIgnoreCase(found)) {
                    return value;
                }
            }
            String wanted = String.join(
                    ", ",
                    Stream.of(values.getEnumConstants())
                            .map(value -> value.name().toLowerCase(Locale.ROOT))
                            .toList());
            throw new IllegalArgumentException(
                    "option '" + key + "' must be one of " + wanted + ", not '" + found + "'");
        }
    }
}
