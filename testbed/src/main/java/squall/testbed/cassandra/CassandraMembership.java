package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import squall.spi.Cluster.State;
import squall.system.FileTrees;
import squall.testbed.cassandra.layout.CassandraRing;
import squall.testbed.cassandra.layout.NodeAddress;
import squall.testbed.cluster.Membership;
import squall.testbed.host.LoopDisk;

/** Membership changes of a cluster: nodes are added and removed by the holder of its lock. */
record CassandraMembership(CassandraNodes nodes) {
    /** Adds a node with its share of the data; after a failure no trace of it is left. */
    NodeAddress join(String rack, String dc) throws IOException, InterruptedException {
        CassandraRing before = nodes.home().required();
        NodeAddress nodeAddress = nodes.home().allocator(nodes.home().subnet()).next(before, rack, dc);
        CassandraRing ring = before.with(nodeAddress);
        NodeServer server = nodes.server(nodeAddress);
        membership().join(server, ring, before, () -> {
            server.choose(CassandraNodes.version(nodes.servers(before).getFirst()));
            nodes.start(ring, List.of(server), line -> {}); // the jars are here since the first node
            nodes.home().write(ring.replacing(nodeAddress.joined()));
        });
        nodes.spreadMetadata(ring, line -> {});
        return nodeAddress;
    }

    private Membership<CassandraRing> membership() {
        return new Membership<>(nodes.home());
    }

    /** Records the nodes that joined after the command that added them had ended. */
    void settle(CassandraRing ring) throws IOException {
        CassandraRing settled = ring;
        for (NodeAddress nodeAddress : ring.nodeAddresses()) {
            settled = settled.replacing(nodeAddress.joined());
        }
        if (!settled.equals(ring)) {
            nodes.home().write(settled);
        }
    }

    /** Moves the node's data to the others, then ends it permanently. */
    NodeAddress leave(String name) throws IOException, InterruptedException {
        CassandraRing ring = nodes.home().required();
        NodeAddress nodeAddress = ring.member(name);
        if (ring.nodeAddresses().size() == 1) {
            throw new IOException(name + " is the last node; remove the whole cluster with 'testbed reset cassandra'");
        }
        NodeServer server = nodes.server(nodeAddress);
        State state = server.state();
        if (state == State.DOWN && neverBegan(server)) {
            forget(server, ring);
            return nodeAddress;
        }
        if (state != State.UP) {
            throw new IOException(name + " is " + state + "; only a node that is UP can move its data to the others");
        }
        requireEnoughLeft(ring, nodeAddress, server.jmx());
        server.jmx().decommission();
        forget(server, ring);
        return nodeAddress;
    }

    /**
     * Returns whether the command that added the node was killed before the process wrote anything, so that the other nodes do not know it.
     */
    private static boolean neverBegan(NodeServer server) throws IOException {
        if (server.member().settled()) {
            return false;
        }
        Optional<LoopDisk> disk = LoopDisk.of(server.folder().path());
        if (disk.isPresent() && !disk.get().mounted()) { // what was written is out of sight
            return !Files.exists(server.folder().arguments());
        }
        return FileTrees.entriesIfAny(server.data()).isEmpty();
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

    /**
     * Removes a node that has left. Its number is not reused, as the others remember it for a while; its process would keep running without
     * purpose.
     */
    private void forget(NodeServer left, CassandraRing ring) throws IOException, InterruptedException {
        membership().forget(left, ring, ring.without(left.member()));
    }
}
