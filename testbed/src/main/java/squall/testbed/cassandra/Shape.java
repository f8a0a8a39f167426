package squall.testbed.cassandra;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import squall.spi.Cluster.Changes;
import squall.spi.Cluster.Clocks;
import squall.spi.Cluster.Disks;
import squall.spi.Cluster.Links;
import squall.spi.Options;

/**
 * What a cluster looks like: nodes dealt out to data centres in turn, and within each to racks in turn.
 *
 * @param racks in each data centre; they are the zones, data centres are the regions
 * @param heapMb of each node's JVM; the process takes two to three times as much
 * @param quick whether nodes start sooner with the JVM's simple compiler only, and answer slower ever after
 * @param faults whether faults can be made inside the nodes, of links and disks, and changes be followed
 * @param clock whether each node has a clock that can be set
 * @param secured whether clients must come over TLS and log in
 * @param apartMs how much later whatever one data centre says is heard in another, one way; 0 for no later
 */
public record Shape(
        int nodes,
        int racks,
        int dcs,
        int heapMb,
        Addresses addresses,
        boolean quick,
        boolean faults,
        boolean clock,
        boolean secured,
        long apartMs) {
    private static final String APART = "region-latency";

    /** The keys of a shape, and the name. */
    public static final List<String> OPTIONS = List.of(
            "name",
            "nodes",
            "racks",
            "dcs",
            "heap-mb",
            "addresses",
            "namespaces",
            "quick",
            "faults",
            "clock",
            "secured",
            APART);

    private static final int MOST_NODES = 32;
    private static final Set<Class<?>> WITHIN_NODES = Set.of(Links.class, Disks.class, Changes.class);

    /** One node, sized for tests and small runs. */
    static Shape usual() {
        return new Shape(1, 1, 1, 256, Addresses.usual(System.getProperty("os.name")), false, false, false, false, 0);
    }

    /**
     * As asked for. Racks that were not asked for are as many as nodes in a data centre, but three at most: a replica in
     * each at the usual replication factor.
     */
    static Shape of(String where, Options options) {
        Shape usual = usual();
        int nodes = options.number("nodes", usual.nodes, 1, MOST_NODES);
        int dcs = options.number("dcs", usual.dcs, 1, nodes);
        int leastInDc = nodes / dcs;
        return new Shape(
                nodes,
                options.number("racks", Math.min(3, leastInDc), 1, leastInDc),
                dcs,
                options.number("heap-mb", usual.heapMb, 128, 1 << 16),
                addresses(where, options, usual.addresses),
                options.flag("quick", usual.quick),
                options.flag("faults", usual.faults),
                options.flag("clock", usual.clock),
                secured(options, nodes),
                apartMs(options, dcs));
    }

    /** As made, with the differences asked for. */
    Shape with(String where, Options options) {
        return new Shape(
                options.number("nodes", nodes, 1, MOST_NODES),
                options.number("racks", racks, 1, MOST_NODES),
                options.number("dcs", dcs, 1, MOST_NODES),
                options.number("heap-mb", heapMb, 128, 1 << 16),
                addresses(where, options, addresses),
                options.flag("quick", quick),
                options.flag("faults", faults),
                options.flag("clock", clock),
                options.flag("secured", secured),
                options.duration(APART, Duration.ofMillis(apartMs)).toMillis());
    }

    private static long apartMs(Options options, int dcs) {
        long apartMs = options.duration(APART, Duration.ZERO).toMillis();
        if (apartMs > 0 && dcs == 1) {
            throw new IllegalArgumentException(
                    APART + " is between data centres, and there is only one: ask for several, as dcs=3");
        }
        return apartMs;
    }

    /** Who may log in is kept by one node alone, so that several would fall with it. */
    private static boolean secured(Options options, int nodes) {
        boolean secured = options.flag("secured", false);
        if (secured && nodes > 1) {
            throw new IllegalArgumentException("only a single node can be secured, not " + nodes);
        }
        return secured;
    }

    /** {@code namespaces=true} is the word of other clusters for {@code addresses=namespaces}. */
    private static Addresses addresses(String where, Options options, Addresses usual) {
        boolean asked = options.flag("namespaces", false);
        Addresses given = Addresses.of(where, options.text("addresses", (asked ? Addresses.NAMESPACES : usual).word()));
        if (asked && given != Addresses.NAMESPACES) {
            throw new IllegalArgumentException(where + ": with namespaces=true nodes have addresses of their own; leave"
                    + " addresses=" + given.word() + " out");
        }
        return given;
    }

    /** Whether each node has a network namespace of its own. */
    boolean namespaced() {
        return addresses == Addresses.NAMESPACES;
    }

    Shape withNodes(int changed) {
        return new Shape(changed, racks, dcs, heapMb, addresses, quick, faults, clock, secured, apartMs);
    }

    /** The option that nodes would have to be started with for this; empty if they need none or have it. */
    Optional<String> lacks(Class<?> means) {
        if (WITHIN_NODES.contains(means) && !(namespaced() && means == Links.class)) {
            return faults ? Optional.empty() : Optional.of("faults");
        }
        return means != Clocks.class || clock ? Optional.empty() : Optional.of("clock");
    }

    /** Whether something of Squall's runs inside the nodes. */
    boolean agent() {
        return faults || clock || apartMs > 0;
    }

    /** With what nodes may be started with this time and not another. */
    Shape equipped(boolean withFaults, boolean withClock) {
        return new Shape(nodes, racks, dcs, heapMb, addresses, quick, withFaults, withClock, secured, apartMs);
    }

    /** The options, as users write them, in which this differs from another. */
    String unlike(Shape other) {
        Map<String, String> others = other.options();
        return options().entrySet().stream()
                .filter(option -> !option.getValue().equals(others.get(option.getKey())))
                .map(option -> option.getKey() + "=" + option.getValue())
                .collect(Collectors.joining(", "));
    }

    private SequencedMap<String, String> options() {
        SequencedMap<String, String> options = new LinkedHashMap<>();
        options.put("nodes", Integer.toString(nodes));
        options.put("racks", Integer.toString(racks));
        options.put("dcs", Integer.toString(dcs));
        options.put("heap-mb", Integer.toString(heapMb));
        options.put("addresses", addresses.word());
        options.put("quick", Boolean.toString(quick));
        options.put("faults", Boolean.toString(faults));
        options.put("clock", Boolean.toString(clock));
        options.put("secured", Boolean.toString(secured));
        options.put(APART, apartMs + "ms");
        return options;
    }

    /** The data centre of the node with this number, from 1 on. */
    String dc(int number) {
        return "dc" + ((number - 1) % dcs + 1);
    }

    /** The rack of the node with this number, from 1 on. */
    String rack(int number) {
        return "rack" + ((number - 1) / dcs % racks + 1);
    }
}
