package squall.testbed.cassandra.layout;

import java.util.List;
import squall.spi.Cluster;
import squall.testbed.cluster.ClusterNote;
import squall.testbed.host.LocalPort;

/**
 * Address of a node in the cluster, recorded over restarts.
 *
 * @param number from 1 on, never reused
 * @param tokens of a node that exists from the beginning; empty if it chose them when it joined
 * @param settled whether it has its share of the data, so that others may ask it for the state of the cluster
 */
public record NodeAddress(
        int number, String dc, String rack, NodeEndpoints linkControl, List<String> tokens, boolean settled)
        implements ClusterNote.Member {
    public NodeAddress {
        tokens = List.copyOf(tokens);
    }

    @Override
    public String name() {
        return "n" + number;
    }

    public NodeAddress joined() {
        return new NodeAddress(number, dc, rack, linkControl, tokens, true);
    }

    NodeAddress withTokens(List<String> first) {
        return new NodeAddress(number, dc, rack, linkControl, first, true);
    }

    @Override
    public Cluster.Node node() {
        return new Cluster.Node(name(), linkControl.host(), linkControl.cql(), rack, dc);
    }

    @Override
    public List<LocalPort> ports() {
        return linkControl.all();
    }

    /**
     * Set of the endpoints on which a node listens.
     *
     * @param storage for other nodes, at the host
     * @param cql for clients, at the host
     * @param jmx for management, on 127.0.0.1 whatever the host
     */
    public record NodeEndpoints(String host, int storage, int cql, int jmx) {
        public LocalPort clients() {
            return new LocalPort(host, cql);
        }

        /** Returns the address in Cassandra's format. */
        public String seed() {
            return host + ":" + storage;
        }

        public List<LocalPort> all() {
            return List.of(new LocalPort(host, storage), clients(), new LocalPort("127.0.0.1", jmx));
        }
    }
}
