package squall.testbed.cassandra.layout;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.spi.Cluster.Link;
import squall.testbed.cluster.ClusterNote;
import squall.testbed.cluster.NoteFormat;

/**
 * Note of a cluster.
 *
 * @param madeBy mark of a file written by Squall
 * @param version of Cassandra that created the data
 * @param made the number of nodes ever created, so that no number is reused
 */
public record CassandraRing(
        String madeBy, String version, String name, CassandraShape shape, int made, List<NodeAddress> nodeAddresses)
        implements ClusterNote<NodeAddress> {
    static final NoteFormat<CassandraRing> FORMAT =
            new NoteFormat<>("ring.json", CassandraRing.class, "squall testbed cassandra");

    public CassandraRing {
        nodeAddresses = List.copyOf(nodeAddresses);
    }

    /** Creates a cluster, with ports that are free now. */
    public static CassandraRing of(String version, String name, CassandraShape shape, NodeAddressAllocator allocator)
            throws IOException, InterruptedException {
        return new CassandraRing(FORMAT.madeBy(), version, name, shape, shape.nodes(), allocator.first(shape));
    }

    @Override
    public List<NodeAddress> members() {
        return nodeAddresses;
    }

    /**
     * Returns the seeds of a starting node, in Cassandra's format; a node that is yet to join must not be its own seed. Since version 6 the
     * first seed founds the metadata service alone: several that start together each want to.
     */
    public String seeds() {
        return nodeAddresses.stream()
                .filter(NodeAddress::settled)
                .limit(new CassandraVersion(version).accord() ? 1 : Long.MAX_VALUE)
                .map(nodeAddress -> nodeAddress.linkControl().seed())
                .collect(Collectors.joining(","));
    }

    /** Returns the additional latency of the link; clients are near to all nodes. */
    public Duration apart(Link link) {
        long dcs = nodeAddresses.stream()
                .filter(nodeAddress -> List.of(link.from(), link.to()).contains(nodeAddress.name()))
                .map(NodeAddress::dc)
                .distinct()
                .count();
        return Duration.ofMillis(dcs > 1 ? shape.apartMs() : 0);
    }

    /**
     * Returns whether nodes run at lower priority than clients: several nodes on one machine leave too little of it for the measuring
     * client.
     */
    public boolean standsBack() {
        return nodeAddresses.size() > 1;
    }

    public CassandraRing with(NodeAddress nodeAddress) {
        return changed(
                made + 1,
                Stream.concat(nodeAddresses.stream(), Stream.of(nodeAddress)).toList());
    }

    public CassandraRing replacing(NodeAddress nodeAddress) {
        return changed(
                made,
                nodeAddresses.stream()
                        .map(old -> old.number() == nodeAddress.number() ? nodeAddress : old)
                        .toList());
    }

    public CassandraRing without(NodeAddress nodeAddress) {
        return changed(
                made,
                nodeAddresses.stream()
                        .filter(old -> old.number() != nodeAddress.number())
                        .toList());
    }

    public CassandraRing shaped(CassandraShape other) {
        return new CassandraRing(madeBy, version, name, other, made, nodeAddresses);
    }

    private CassandraRing changed(int everMade, List<NodeAddress> changed) {
        return new CassandraRing(madeBy, version, name, shape.withNodes(changed.size()), everMade, changed);
    }
}
