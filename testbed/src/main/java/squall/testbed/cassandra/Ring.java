package squall.testbed.cassandra;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.spi.Cluster.Link;
import squall.testbed.host.OwnNote;
import squall.testbed.net.Subnet;

/**
 * What must be remembered of a cluster.
 *
 * @param madeBy tells a file of ours
 * @param version of Cassandra that made the data
 * @param made how many nodes there ever were, so that no number is given twice
 */
record Ring(String madeBy, String version, String name, Shape shape, int made, List<Seat> seats) {
    private static final String OURS = "squall testbed cassandra";
    private static final OwnNote<Ring> NOTE = new OwnNote<>(Ring.class, Ring::madeBy, OURS);

    Ring {
        seats = List.copyOf(seats);
    }

    /** A new cluster, with ports that nobody uses now. @param subnet where nodes have namespaces */
    static Ring of(String version, String name, Shape shape, Optional<Subnet> subnet) throws IOException {
        return new Ring(OURS, version, name, shape, shape.nodes(), Seating.first(shape, subnet));
    }

    /** @param where the text was found, for messages */
    static Ring read(String where, String text) throws IOException {
        return NOTE.read(where, text);
    }

    String text() throws IOException {
        return NOTE.text(this);
    }

    /** The seat of this name. @throws IllegalArgumentException naming those there are */
    Seat seat(String node) {
        return seats.stream()
                .filter(seat -> seat.name().equals(node))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no node '" + node + "', there are "
                        + seats.stream().map(Seat::name).toList()));
    }

    /** Whom a starting node asks, in Cassandra's form; a node that is still to join must not ask itself. */
    String seeds() {
        return seats.stream()
                .filter(Seat::settled)
                .map(seat -> seat.wires().seed())
                .collect(Collectors.joining(","));
    }

    /** How much longer than others the link takes; clients are near to all nodes. */
    Duration apart(Link link) {
        long dcs = seats.stream()
                .filter(seat -> List.of(link.from(), link.to()).contains(seat.name()))
                .map(Seat::dc)
                .distinct()
                .count();
        return Duration.ofMillis(dcs > 1 ? shape.apartMs() : 0);
    }

    /** Whether nodes let clients go first: several on one machine leave those who measure them too little of it. */
    boolean standsBack() {
        return seats.size() > 1;
    }

    Ring with(Seat seat) {
        return changed(made + 1, Stream.concat(seats.stream(), Stream.of(seat)).toList());
    }

    Ring replacing(Seat seat) {
        return changed(
                made,
                seats.stream()
                        .map(old -> old.number() == seat.number() ? seat : old)
                        .toList());
    }

    Ring without(Seat seat) {
        return changed(
                made,
                seats.stream().filter(old -> old.number() != seat.number()).toList());
    }

    Ring shaped(Shape other) {
        return new Ring(madeBy, version, name, other, made, seats);
    }

    private Ring changed(int everMade, List<Seat> changed) {
        return new Ring(madeBy, version, name, shape.withNodes(changed.size()), everMade, changed);
    }
}
