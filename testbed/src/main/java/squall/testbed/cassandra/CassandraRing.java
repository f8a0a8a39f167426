package squall.testbed.cassandra;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.spi.Cluster.Link;
import squall.testbed.host.TestbedNote;

/**
 * What must be remembered of a cluster.
 *
 * @param madeBy identifies a file written by Squall
 * @param version of Cassandra that made the data
 * @param made the number of nodes ever created, so that no number is reused
 */
record CassandraRing(
        String madeBy, String version, String name, CassandraShape shape, int made, List<NodeAddress> nodeAddresses) {
    private static final String OURS = "squall testbed cassandra";
    private static final TestbedNote<CassandraRing> NOTE =
            new TestbedNote<>(CassandraRing.class, CassandraRing::madeBy, OURS);

    CassandraRing {
        nodeAddresses = List.copyOf(nodeAddresses);
    }

    /** A new cluster, with ports that are free now. */
    static CassandraRing of(String version, String name, CassandraShape shape, NodeAddressAllocator allocator)
            throws IOException, InterruptedException {
        return new CassandraRing(OURS, version, name, shape, shape.nodes(), allocator.first(shape));
    }

    /** @param where the text was found, for messages */
    static CassandraRing read(String where, String text) throws IOException {
        return NOTE.read(where, text);
    }

    String text() throws IOException {
        return NOTE.text(this);
    }

    /** The seat of this name. @throws IllegalArgumentException naming those there are */
    NodeAddress nodeAddress(String node) {
        return nodeAddresses.stream()
                .filter(nodeAddress -> nodeAddress.name().equals(node))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no node '" + node + "', there are "
                        + nodeAddresses.stream().map(NodeAddress::name).toList()));
    }

    /** The seeds of a starting node, in Cassandra's format; a node that is yet to join must not be its own seed. */
    String seeds() {
        return nodeAddresses.stream()
                .filter(NodeAddress::settled)
                .map(nodeAddress -> nodeAddress.linkControl().seed())
                .collect(Collectors.joining(","));
    }

    /** How much longer than others the link takes; clients are near to all nodes. */
    Duration apart(Link link) {
        long dcs = nodeAddresses.stream()
                .filter(nodeAddress -> List.of(link.from(), link.to()).contains(nodeAddress.name()))
                .map(NodeAddress::dc)
                .distinct()
                .count();
        return Duration.ofMillis(dcs > 1 ? shape.apartMs() : 0);
    }

    /** Whether nodes run at lower priority than clients: several nodes on one machine leave too little of it for the measuring client. */
    boolean standsBack() {
        return nodeAddresses.size() > 1;
    }

    CassandraRing with(NodeAddress nodeAddress) {
        return changed(
                made + 1,
                Stream.concat(nodeAddresses.stream(), Stream.of(nodeAddress)).toList());
    }

    CassandraRing replacing(NodeAddress nodeAddress) {
        return changed(
                made,
                nodeAddresses.stream()
                        .map(old -> old.number() == nodeAddress.number() ? nodeAddress : old)
                        .toList());
    }

    CassandraRing without(NodeAddress nodeAddress) {
        return changed(
                made,
                nodeAddresses.stream()
                        .filter(old -> old.number() != nodeAddress.number())
                        .toList());
    }

    CassandraRing shaped(CassandraShape other) {
        return new CassandraRing(madeBy, version, name, other, made, nodeAddresses);
    }

    private CassandraRing changed(int everMade, List<NodeAddress> changed) {
        return new CassandraRing(madeBy, version, name, shape.withNodes(changed.size()), everMade, changed);
    }
}
