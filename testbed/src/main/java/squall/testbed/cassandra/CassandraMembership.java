package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.spi.Cluster.State;
import squall.system.FileTrees;
import squall.testbed.cassandra.layout.CassandraRing;
import squall.testbed.cassandra.layout.NodeAddress;
import squall.testbed.net.NetworkNamespaces;

/** Adds and removes nodes of a cluster; called by the holder of its lock. */
record CassandraMembership(CassandraNodes nodes) {
    /** A new node with its share of the data; on failure it was never there. */
    NodeAddress join(String rack, String dc) throws IOException, InterruptedException {
        CassandraRing before = nodes.ring();
        NodeAddress nodeAddress = nodes.home().allocator(nodes.home().subnet()).next(before, rack, dc);
        CassandraRing ring = before.with(nodeAddress);
        nodes.home().write(ring);
        boolean joined = false;
        try {
            Optional<NetworkNamespaces> namespaces = nodes.namespaces(ring);
            if (namespaces.isPresent()) {
                namespaces.get().up();
            }
            NodeServer server = nodes.server(nodeAddress);
            server.choose(CassandraNodes.version(nodes.servers(before).getFirst()));
            nodes.start(ring, List.of(server), line -> {}); // the jars are here since the first node
            nodes.home().write(ring.replacing(nodeAddress.joined()));
            joined = true;
        } finally {
            if (!joined) {
                forget(ring, nodeAddress);
            }
        }
        return nodeAddress;
    }

    /** For nodes that joined after the command that added them had ended. */
    void settle(CassandraRing ring) throws IOException {
        CassandraRing settled = ring;
        for (NodeAddress nodeAddress : ring.nodeAddresses()) {
            settled = settled.replacing(nodeAddress.joined());
        }
        if (!settled.equals(ring)) {
            nodes.home().write(settled);
        }
    }

    /** Hands the node's data to the others, then ends it for good. */
    NodeAddress leave(String name) throws IOException, InterruptedException {
        CassandraRing ring = nodes.ring();
        NodeAddress nodeAddress = ring.nodeAddress(name);
        if (ring.nodeAddresses().size() == 1) {
            throw new IOException(name + " is the last node; remove the whole cluster with 'testbed reset cassandra'");
        }
        NodeServer server = nodes.server(nodeAddress);
        State state = server.state();
        if (state == State.DOWN && neverBegan(nodeAddress)) {
            forget(ring, nodeAddress);
            return nodeAddress;
        }
        if (state != State.UP) {
            throw new IOException(name + " is " + state + "; only a node that is UP can move its data to the others");
        }
        requireEnoughLeft(ring, nodeAddress, server.jmx());
        server.jmx().decommission();
        forget(ring, nodeAddress);
        return nodeAddress;
    }

    /** The command that added it was killed before the process wrote anything, so the other nodes do not know it. */
    private boolean neverBegan(NodeAddress nodeAddress) throws IOException {
        if (nodeAddress.settled()) {
            return false;
        }
        Path data = nodes.home().node(nodeAddress).data();
        if (!Files.isDirectory(data)) {
            return true;
        }
        try (Stream<Path> written = Files.list(data)) {
            return written.findAny().isEmpty();
        }
    }

    private static void requireEnoughLeft(CassandraRing ring, NodeAddress leaving, JmxClient jmx)
            throws IOException, InterruptedException {
        Set<String> sameDc = ring.nodeAddresses().stream()
                .filter(nodeAddress -> nodeAddress.dc().equals(leaving.dc()))
                .map(nodeAddress -> nodeAddress.linkControl().seed())
                .collect(Collectors.toSet());
        int left = sameDc.size() - 1;
        for (var keyspace : jmx.replicas(sameDc).entrySet()) {
            if (keyspace.getValue() > left) {
                throw new IOException(leaving.name() + " cannot leave: keyspace " + keyspace.getKey() + " needs "
                        + keyspace.getValue() + " replicas in " + leaving.dc() + ", and " + left
                        + " nodes would be left there; lower its replication first, or add a node");
            }
        }
    }

    /** Its number is not given again: the others remember it for a while. */
    private void forget(CassandraRing ring, NodeAddress nodeAddress) throws IOException, InterruptedException {
        nodes.server(nodeAddress).kill(); // the process of a node that has left keeps running for no purpose
        Optional<NetworkNamespaces> namespaces = nodes.namespaces(ring);
        if (namespaces.isPresent()) {
            namespaces.get().remove(nodeAddress.name());
        }
        nodes.home().write(ring.without(nodeAddress));
        FileTrees.delete(nodes.home().node(nodeAddress).path());
    }
}
