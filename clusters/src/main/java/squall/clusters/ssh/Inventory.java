package squall.clusters.ssh;

import java.util.List;
import squall.clusters.Clients;
import squall.spi.Cluster.Node;

/**
 * The hosts of a cluster; no other is ever entered.
 *
 * @param name of the cluster
 * @param links whether links may be disturbed
 */
record Inventory(String name, Clients clients, boolean links, Login login, List<Entry> entries) {
    Inventory {
        entries = List.copyOf(entries);
        List<String> names = entries.stream().map(entry -> entry.node().name()).toList();
        if (names.isEmpty() || names.stream().distinct().count() != names.size()) {
            throw new IllegalArgumentException("nodes must have names of their own, at least one, not " + names);
        }
    }

    /**
     * A host and its node.
     *
     * @param address by which peers reach it, if that is not the host; else empty
     */
    record Entry(Node node, String address, Commands commands) {}

    List<Node> nodes() {
        return entries.stream().map(Entry::node).toList();
    }

    Entry entry(Node node) {
        return entries.stream()
                .filter(entry -> entry.node().name().equals(node.name()))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("inventory " + name + " has no node '" + node.name() + "'"));
    }

    /** Whether all nodes have a command for this. */
    boolean knows(Commands.Act act) {
        return entries.stream().allMatch(entry -> entry.commands().words().containsKey(act));
    }
}
