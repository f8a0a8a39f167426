package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.host.Folders;
import squall.spi.Cluster.State;
import squall.testbed.net.Namespaces;

/** Who belongs to a cluster; changed by the holder of its lock. */
record Membership(Nodes nodes) {
    /** A new node with its share of the data; on failure it was never there. */
    Seat join(String rack, String dc) throws IOException, InterruptedException {
        Ring before = nodes.ring();
        Seat seat = Seating.next(before, nodes.home().subnet(), rack, dc);
        Ring ring = before.with(seat);
        nodes.home().write(ring);
        boolean joined = false;
        try {
            Optional<Namespaces> namespaces = nodes.namespaces(ring);
            if (namespaces.isPresent()) {
                namespaces.get().up();
            }
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
        if (state == State.DOWN && neverBegan(seat)) {
            forget(ring, seat);
            return seat;
        }
        if (state != State.UP) {
            throw new IOException(name + " is " + state + "; only a node that is UP can hand its data over");
        }
        requireEnoughLeft(ring, seat, server.jmx());
        server.jmx().decommission();
        forget(ring, seat);
        return seat;
    }

    /** Whoever added it was killed before its process wrote anything: the others never heard of it. */
    private boolean neverBegan(Seat seat) throws IOException {
        if (seat.settled()) {
            return false;
        }
        Path data = nodes.home().node(seat).data();
        if (!Files.isDirectory(data)) {
            return true;
        }
        try (Stream<Path> written = Files.list(data)) {
            return written.findAny().isEmpty();
        }
    }

    private static void requireEnoughLeft(Ring ring, Seat leaving, Jmx jmx) throws IOException, InterruptedException {
        Set<String> beside = ring.seats().stream()
                .filter(seat -> seat.dc().equals(leaving.dc()))
                .map(seat -> seat.wires().seed())
                .collect(Collectors.toSet());
        int left = beside.size() - 1;
        for (var keyspace : jmx.replicas(beside).entrySet()) {
            if (keyspace.getValue() > left) {
                throw new IOException(leaving.name() + " cannot leave: keyspace " + keyspace.getKey() + " wants "
                        + keyspace.getValue() + " replicas in " + leaving.dc() + ", and " + left
                        + " nodes would be left there; lower its replication first, or add a node");
            }
        }
    }

    /** Its number is not given again: the others remember it for a while. */
    private void forget(Ring ring, Seat seat) throws IOException, InterruptedException {
        nodes.server(seat).kill(); // a node that has left lives on, for nothing
        Optional<Namespaces> namespaces = nodes.namespaces(ring);
        if (namespaces.isPresent()) {
            namespaces.get().remove(seat.name());
        }
        nodes.home().write(ring.without(seat));
        Folders.delete(nodes.home().node(seat).path());
    }
}
