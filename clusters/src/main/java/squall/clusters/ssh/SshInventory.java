package squall.clusters.ssh;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import squall.clusters.ClientAccess;
import squall.clusters.ssh.RemoteDisk.DiskPlace;
import squall.clusters.ssh.SshClient.SshLogin;
import squall.spi.Cluster.Node;

/**
 * Inventory of the hosts of a cluster; Squall logs in to no other.
 *
 * @param name of the cluster
 * @param links whether links may be disturbed
 */
record SshInventory(String name, ClientAccess clients, boolean links, SshLogin login, List<InventoryEntry> entries) {
    SshInventory {
        entries = List.copyOf(entries);
        List<String> names = entries.stream().map(entry -> entry.node().name()).toList();
        if (names.isEmpty() || names.stream().distinct().count() != names.size()) {
            throw new IllegalArgumentException("nodes must have names of their own, at least one, not " + names);
        }
    }

    /**
     * Entry of a host and its node.
     *
     * @param address by which peers reach it, if that is not the host; else empty
     * @param disk whose power may be cut
     */
    record InventoryEntry(Node node, String address, NodeCommands commands, Optional<DiskPlace> disk) {}

    List<Node> nodes() {
        return entries.stream().map(InventoryEntry::node).toList();
    }

    InventoryEntry entry(Node node) {
        return entries.stream()
                .filter(entry -> entry.node().name().equals(node.name()))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("inventory " + name + " has no node '" + node.name() + "'"));
    }

    /** Returns the first node without a disk whose power may be cut. */
    Optional<Node> withoutDisk() {
        return entries.stream()
                .filter(entry -> entry.disk().isEmpty())
                .findFirst()
                .map(InventoryEntry::node);
    }

    /** Returns whether all nodes have a command for this. */
    boolean knows(NodeCommands.Act act) {
        return entries.stream().allMatch(entry -> entry.commands().words().containsKey(act));
    }

    /**
     * Set of the commands for a node on its host: lists of arguments, never shell text. {@code {name}}, {@code {host}} and {@code {port}}
     * stand for the node's.
     *
     * @param words by their action
     */
    record NodeCommands(Map<Act, List<String>> words) {
        /** Action on a node. */
        enum Act {
            START,
            /** Shuts the node down cleanly; when this returns it has ended. */
            STOP,
            /** Prints the numbers of the node's processes, or of those that all others descend from; none if it does not run. */
            PIDS,
            /** Ends the node at once; by its process ids unless a command is given. */
            KILL,
            /** Ends with 0 if the node takes the writes. */
            PRIMARY
        }

        NodeCommands {
            words = Map.copyOf(words);
        }

        /** Returns these commands, replaced by those that the other has. */
        NodeCommands with(NodeCommands other) {
            Map<Act, List<String>> all = new TreeMap<>(words);
            all.putAll(other.words);
            return new NodeCommands(all);
        }

        Optional<List<String>> to(Act act, Node node) {
            return Optional.ofNullable(words.get(act))
                    .map(line -> line.stream().map(word -> filled(word, node)).toList());
        }

        private static String filled(String word, Node node) {
            return word.replace("{name}", node.name())
                    .replace("{host}", node.host())
                    .replace("{port}", Integer.toString(node.port()));
        }
    }
}
