package squall.testbed.cassandra.layout;

import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import squall.testbed.cassandra.layout.NodeAddress.NodeEndpoints;
import squall.testbed.host.LocalPort;
import squall.testbed.host.PortReservations;
import squall.testbed.net.Subnet;

/**
 * Allocator of addresses and ports to nodes: the first free ones, from Cassandra's default ports upwards, which the cluster keeps.
 *
 * @param subnet of a cluster whose nodes have their own network namespaces
 */
public record NodeAddressAllocator(PortReservations ports, Optional<Subnet> subnet) {
    private static final int CQL = 9042;
    private static final int STORAGE = 7000;
    private static final int JMX = 7199;
    private static final int RANGE = 100;

    /** Distance of the storage ports of two nodes: one that is in use must not move a node to the port of another one that left. */
    private static final int STORAGE_GAP = 5;

    /** Allocates the nodes with which a cluster begins, and their tokens. */
    List<NodeAddress> first(CassandraShape shape) throws IOException, InterruptedException {
        var nodeAddresses = new ArrayList<NodeAddress>();
        for (int number = 1; number <= shape.nodes(); number++) {
            nodeAddresses.add(nodeAddress(shape, number, shape.dc(number), shape.rack(number), nodeAddresses));
        }
        return nodeAddresses.stream()
                .map(nodeAddress -> withTokens(nodeAddress, nodeAddresses))
                .toList();
    }

    /** Allocates one more node; it chooses its tokens itself. */
    public NodeAddress next(CassandraRing ring, String rack, String dc) throws IOException, InterruptedException {
        return nodeAddress(ring.shape(), ring.made() + 1, dc, rack, ring.nodeAddresses());
    }

    private NodeAddress nodeAddress(CassandraShape shape, int number, String dc, String rack, List<NodeAddress> present)
            throws IOException, InterruptedException {
        String host = shape.addresses().host(number, subnet);
        if (shape.namespaced()) { // no other process can listen there
            return new NodeAddress(number, dc, rack, new NodeEndpoints(host, STORAGE, CQL, JMX), List.of(), false);
        }
        var taken = present.stream().map(NodeAddress::linkControl).toList();
        // Its own storage port by number: after a node has left, the others ignore messages from its address for a
        // minute.
        int firstStorage = STORAGE + STORAGE_GAP * (number - 1);
        var linkControl = new NodeEndpoints(
                host,
                port(
                        shape,
                        firstStorage,
                        host,
                        taken.stream().map(NodeEndpoints::storage).toList()),
                port(shape, CQL, host, taken.stream().map(NodeEndpoints::cql).toList()),
                free(JMX, "127.0.0.1", taken.stream().map(NodeEndpoints::jmx).toList()));
        return new NodeAddress(number, dc, rack, linkControl, List.of(), false);
    }

    /**
     * Reserves a port for all nodes: if they have their own addresses, they share one port number, which must also be free on future
     * addresses.
     */
    private int port(CassandraShape shape, int from, String host, List<Integer> taken)
            throws IOException, InterruptedException {
        return switch (shape.addresses()) {
            case SHARED -> free(from, host, taken);
            case OWN -> taken.isEmpty() ? freeOnAll(from, shape) : taken.getFirst();
            case NAMESPACES -> from;
        };
    }

    private int freeOnAll(int from, CassandraShape shape) throws IOException, InterruptedException {
        return first(
                from,
                "addresses of the nodes",
                port -> IntStream.rangeClosed(1, shape.nodes())
                        .allMatch(number ->
                                new LocalPort(shape.addresses().host(number, Optional.empty()), port).free()));
    }

    private int free(int from, String host, List<Integer> taken) throws IOException, InterruptedException {
        return first(from, host, port -> !taken.contains(port) && new LocalPort(host, port).free());
    }

    private int first(int from, String where, Predicate<Integer> fits) throws IOException, InterruptedException {
        return ports.takeFirst(from, from + RANGE - 1, fits)
                .orElseThrow(() -> new IOException("no port from " + from + " to " + (from + RANGE - 1) + " is free on "
                        + where + ": stop a server, or remove a cluster with 'testbed reset' (ports of clusters are in "
                        + ports.registry() + ")"));
    }

    private static NodeAddress withTokens(NodeAddress nodeAddress, List<NodeAddress> nodeAddresses) {
        List<NodeAddress> sameDc = nodeAddresses.stream()
                .filter(other -> other.dc().equals(nodeAddress.dc()))
                .toList();
        int dc = Integer.parseInt(nodeAddress.dc().substring("dc".length()));
        return nodeAddress.withTokens(InitialTokens.of(sameDc.indexOf(nodeAddress), sameDc.size(), dc));
    }

    /** Initial tokens of the first nodes of a data centre, so that all can start at once. */
    public static final class InitialTokens {
        public static final int PER_NODE = 16;

        private static final BigInteger LEAST = BigInteger.TWO.pow(63).negate();
        private static final BigInteger RING = BigInteger.TWO.pow(64);

        private InitialTokens() {}

        /**
         * Computes tokens that are evenly spaced over Murmur3's range, dealt to the nodes in turn.
         *
         * @param node from 0 on, of those in its data centre
         * @param dc from 0 on; shifts the tokens slightly, as no two nodes of a cluster may have the same
         */
        static List<String> of(int node, int nodes, int dc) {
            var count = BigInteger.valueOf((long) nodes * PER_NODE);
            return IntStream.range(0, PER_NODE)
                    .mapToObj(turn -> BigInteger.valueOf((long) turn * nodes + node))
                    .map(k -> LEAST.add(RING.multiply(k).divide(count)).add(BigInteger.valueOf(dc)))
                    .map(BigInteger::toString)
                    .toList();
        }
    }
}
