package squall.testbed.cassandra;

import java.util.List;
import squall.spi.Options;

/**
 * What a cluster looks like: nodes dealt out to data centres in turn, and within each to racks in turn.
 *
 * @param racks in each data centre; they are the zones, data centres are the regions
 * @param heapMb of each node's JVM; the process takes two to three times as much
 * @param quick whether nodes start sooner with the JVM's simple compiler only, and answer slower ever after
 * @param secured whether clients must come over TLS and log in
 */
public record Shape(int nodes, int racks, int dcs, int heapMb, Addresses addresses, boolean quick, boolean secured) {
    /** The keys of a shape, and the name. */
    public static final List<String> OPTIONS =
            List.of("name", "nodes", "racks", "dcs", "heap-mb", "addresses", "quick", "secured");

    private static final int MOST_NODES = 32;

    /** One node, sized for tests and small runs. */
    static Shape usual() {
        return new Shape(1, 1, 1, 256, Addresses.usual(System.getProperty("os.name")), false, false);
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
                Addresses.of(where, options.text("addresses", usual.addresses.word())),
                options.flag("quick", usual.quick),
                secured(options, nodes));
    }

    /** As made, with the differences asked for. */
    Shape with(String where, Options options) {
        return new Shape(
                options.number("nodes", nodes, 1, MOST_NODES),
                options.number("racks", racks, 1, MOST_NODES),
                options.number("dcs", dcs, 1, MOST_NODES),
                options.number("heap-mb", heapMb, 128, 1 << 16),
                Addresses.of(where, options.text("addresses", addresses.word())),
                options.flag("quick", quick),
                options.flag("secured", secured));
    }

    /** Who may log in is kept by one node alone, so that several would fall with it. */
    private static boolean secured(Options options, int nodes) {
        boolean secured = options.flag("secured", false);
        if (secured && nodes > 1) {
            throw new IllegalArgumentException("only a single node can be secured, not " + nodes);
        }
        return secured;
    }

    Shape withNodes(int changed) {
        return new Shape(changed, racks, dcs, heapMb, addresses, quick, secured);
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
