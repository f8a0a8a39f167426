package squall.testbed.cassandra;

import java.util.List;
import squall.spi.Cluster;

/**
 * A node's place in the cluster, kept over restarts.
 *
 * @param number from 1 on, never used again
 * @param tokens of a node that exists from the beginning; empty if it chose them when it joined
 * @param settled whether it has its share of the data, so that others may ask it for the state of the cluster
 */
record NodeAddress(
        int number, String dc, String rack, NodeEndpoints linkControl, List<String> tokens, boolean settled) {
    NodeAddress {
        tokens = List.copyOf(tokens);
    }

    String name() {
        return "n" + number;
    }

    NodeAddress joined() {
        return new NodeAddress(number, dc, rack, linkControl, tokens, true);
    }

    NodeAddress withTokens(List<String> first) {
        return new NodeAddress(number, dc, rack, linkControl, first, true);
    }

    Cluster.Node node() {
        return new Cluster.Node(name(), linkControl.host(), linkControl.cql(), rack, dc);
    }
}
