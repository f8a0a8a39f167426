package squall.testbed.galera;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.spi.Options;
import squall.testbed.host.DiskShape;
import squall.testbed.host.NodeSize;

/**
 * Shape of a group, and the way in which clients use it.
 *
 * @param nodesGiven whether the number of nodes was chosen
 * @param namespaces whether each node of a new group gets its own network
 * @param clients settings of the clients
 */
record GaleraShape(int nodes, boolean nodesGiven, boolean namespaces, Clients clients, Optional<String> flushLog) {
    private static final String FLUSH_LOG = "flush-log";

    static final List<String> OPTIONS = Stream.concat(
                    Stream.of("name", "nodes", "namespaces", DiskShape.OPTION, FLUSH_LOG, "writers", "sync-wait"),
                    NodeSize.OPTIONS.stream())
            .toList();

    /** Default of innodb_flush_log_at_trx_commit. */
    static final String DURABLE = "1";

    private static final int USUAL_NODES = 3;
    private static final int MOST_NODES = 9;
    private static final int EVERY_STATEMENT = 15;

    /** Choice of the nodes to which clients connect: transactions that change a row on two nodes at once conflict at commit. */
    enum Writers {
        ALL,
        ONE
    }

    /**
     * Settings of the clients; the group itself does not depend on them.
     *
     * @param syncWait MariaDB's wsrep_sync_wait of every session, a sum: before reads (1), updates and deletes (2), inserts (4) and SHOW
     *     (8) it waits until the node has applied what others committed before. 0: it never waits, so a read may be stale
     */
    record Clients(Writers writers, int syncWait) {
        static final Clients USUAL = new Clients(Writers.ALL, 0);
    }

    /** @throws IllegalArgumentException if an option is unknown or has an invalid value */
    static GaleraShape of(Options options) {
        options.allowOnly(OPTIONS);
        return new GaleraShape(
                options.number("nodes", USUAL_NODES, 1, MOST_NODES),
                !options.text("nodes", "").isEmpty(),
                options.flag("namespaces", false),
                new Clients(writers(options), options.number("sync-wait", 0, 0, EVERY_STATEMENT)),
                options.text(FLUSH_LOG, "").isEmpty()
                        ? Optional.empty()
                        : Optional.of(Integer.toString(options.number(FLUSH_LOG, 1, 0, 2))));
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
