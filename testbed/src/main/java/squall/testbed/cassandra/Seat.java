package squall.testbed.cassandra;

import java.util.List;
import squall.spi.Cluster;

/**
 * A node's place in the cluster, kept over restarts.
 *
 * @param number from 1 on, never used again
 * @param tokens of a node that was there from the beginning; empty if it chose them when it joined
 * @param settled whether it has its share of the data, so that others may ask it for the state of the cluster
 */
record Seat(int number, String dc, String rack, Wires wires, List<String> tokens, boolean settled) {
    Seat {
        tokens = List.copyOf(tokens);
    }

    String name() {
        return "n" + number;
    }

    Seat joined() {
        return new Seat(number, dc, rack, wires, tokens, true);
    }

    Seat withTokens(List<String> first) {
        return new Seat(number, dc, rack, wires, first, true);
    }

    Cluster.Node node() {
        return new Cluster.Node(name(), wires.host(), wires.cql(), rack, dc);
    }
}
