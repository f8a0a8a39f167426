package squall.testbed.cassandra;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import squall.spi.Cluster.State;
import squall.testbed.host.Folders;

/** Who belongs to a cluster; changed by the holder of its lock. */
record Membership(Nodes nodes) {
    /** A new node with its share of the data; on failure it was never there. */
    Seat join(String rack, String dc) throws IOException, InterruptedException {
        Ring before = nodes.ring();
        Seat seat = Seating.next(before, rack, dc);
        Ring ring = before.with(seat);
        nodes.home().write(ring);
        boolean joined = false;
        try {
            Consumer<String> nobody = line -> {}; // the jars are here since the first node
            nodes.start(nodes.cassandra(nobody), ring, List.of(nodes.server(seat)));
            nodes.home().write(ring.replacing(seat.joined()));
            joined = true;
        } finally {
            if (!joined) {
                forget(ring, seat);
            }
        }
        return seat;
    }

    /** Of nodes that joined while nobody waited for them. */
    void settle(Ring ring) throws IOException {
        Ring settled = ring;
        for (Seat seat : ring.seats()) {
            settled = settled.replacing(seat.joined());
        }
        if (!settled.equals(ring)) {
            nodes.home().write(settled);
        }
    }

    /** Hands the node's data to the others, then ends it for good. */
    Seat leave(String name) throws IOException, InterruptedException {
        Ring ring = nodes.ring();
        Seat seat = ring.seat(name);
        if (ring.seats().size() == 1) {
            throw new IOException(name + " is the last node; 'testbed reset cassandra' removes all");
        }
        NodeServer server = nodes.server(seat);
        State state = server.state();
        if (state != State.UP) {
            throw new IOException(name + " is " + state + "; only a node that is UP can hand its data over");
        }
        server.jmx().decommission();
        forget(ring, seat);
        return seat;
    }

    /** Its number is not given again: the others remember it for a while. */
    private void forget(Ring ring, Seat seat) throws IOException, InterruptedException {
        nodes.server(seat).kill(); // a node that has left lives on, for nothing
        nodes.home().write(ring.without(seat));
        Folders.delete(nodes.home().node(seat).path());
    }
}
