package squall.testbed.galera;

import java.util.List;
import squall.spi.Options;

/**
 * What a group is to be, and how clients use it.
 *
 * @param nodesGiven whether the number of nodes was chosen
 * @param namespaces whether each node of a new group gets its own network
 * @param clients what clients are given
 */
record GaleraShape(int nodes, boolean nodesGiven, boolean namespaces, Clients clients) {
    static final List<String> OPTIONS = List.of("name", "nodes", "namespaces", "writers", "sync-wait");

    private static final int USUAL_NODES = 3;
    private static final int MOST_NODES = 9;
    private static final int EVERY_STATEMENT = 15;

    /** Which nodes clients connect to: transactions that change a row on two nodes at once conflict at commit. */
    enum Writers {
        ALL,
        ONE
    }

    /**
     * How clients use the group; the group itself is the same.
     *
     * @param syncWait MariaDB's wsrep_sync_wait of every session, a sum: before reads (1), updates and deletes (2), inserts (4) and SHOW (8)
     *     it waits until the node has applied what others committed before. 0: it never waits, so a read may be stale
     */
    record Clients(Writers writers, int syncWait) {
        static final Clients USUAL = new Clients(Writers.ALL, 0);
    }

    /** @throws IllegalArgumentException if an option is unknown or has no such value */
    static GaleraShape of(Options options) {
        options.allowOnly(OPTIONS);
        return new GaleraShape(
                options.number("nodes", USUAL_NODES, 1, MOST_NODES),
                !options.text("nodes", "").isEmpty(),
                options.flag("namespaces", false),
                new Clients(writers(options), options.number("sync-wait", 0, 0, EVERY_STATEMENT)));
    }

    private static Writers writers(Options options) {
        return switch (options.text("writers", "all")) {
            case "all" -> Writers.ALL;
            case "one" -> Writers.ONE;
            default ->
                throw new IllegalArgumentException(
                        "galera: option 'writers' must be all or one, not '" + options.text("writers", "") + "'");
        };
    }
}
