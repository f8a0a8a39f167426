package squall.testbed.cassandra;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import squall.testbed.host.Port;
import squall.testbed.net.Subnet;

/** Gives nodes their addresses and ports: the first that nobody listens on, from Cassandra's usual ones upwards. */
final class Seating {
    private static final int CQL = 9042;
    private static final int STORAGE = 7000;
    private static final int JMX = 7199;
    private static final int RANGE = 100;

    /** Between the storage ports of two nodes: one that is in use must not move a node to the port of another one that left. */
    private static final int STORAGE_GAP = 5;

    private Seating() {}

    /** The nodes that a cluster begins with, their tokens shared out. */
    static List<Seat> first(Shape shape, Optional<Subnet> subnet) throws IOException {
        var seats = new ArrayList<Seat>();
        for (int number = 1; number <= shape.nodes(); number++) {
            seats.add(seat(shape, number, shape.dc(number), shape.rack(number), new Taken(seats, subnet)));
        }
        return seats.stream().map(seat -> withTokens(seat, seats)).toList();
    }

    /** One more node; it chooses its tokens itself. */
    static Seat next(Ring ring, Optional<Subnet> subnet, String rack, String dc) throws IOException {
        return seat(ring.shape(), ring.made() + 1, dc, rack, new Taken(ring.seats(), subnet));
    }

    private static Seat seat(Shape shape, int number, String dc, String rack, Taken where) throws IOException {
        String host = shape.addresses().host(number, where.subnet());
        if (shape.namespaced()) { // where nobody else can listen
            return new Seat(number, dc, rack, new Wires(host, STORAGE, CQL, JMX), List.of(), false);
        }
        var taken = where.seats().stream().map(Seat::wires).toList();
        var wires = new Wires(
                host,
                port(
                        shape,
                        STORAGE
                                + STORAGE_GAP
                                        * (number - 1), // nodes ignore for a minute what they hear from where one has
                        // left
                        host,
                        taken.stream().map(Wires::storage).toList()),
                port(shape, CQL, host, taken.stream().map(Wires::cql).toList()),
                free(JMX, "127.0.0.1", taken.stream().map(Wires::jmx).toList()));
        return new Seat(number, dc, rack, wires, List.of(), false);
    }

    /** With addresses of their own all nodes share one number, which is free on the addresses to come too. */
    private static int port(Shape shape, int from, String host, List<Integer> taken) throws IOException {
        return switch (shape.addresses()) {
            case SHARED -> free(from, host, taken);
            case OWN -> taken.isEmpty() ? freeOnAll(from, shape) : taken.getFirst();
            case NAMESPACES -> from;
        };
    }

    private static int freeOnAll(int from, Shape shape) throws IOException {
        return first(
                from,
                "addresses of the nodes",
                port -> IntStream.rangeClosed(1, shape.nodes())
                        .allMatch(number -> new Port(shape.addresses().host(number, Optional.empty()), port).free()));
    }

    private static int free(int from, String host, List<Integer> taken) throws IOException {
        return first(from, host, port -> !taken.contains(port) && new Port(host, port).free());
    }

    private static int first(int from, String where, IntPredicate fits) throws IOException {
        return IntStream.range(from, from + RANGE)
                .filter(fits)
                .findFirst()
                .orElseThrow(() -> new IOException("no port from " + from + " to " + (from + RANGE - 1) + " is free on "
                        + where + "; end some server there"));
    }

    private static Seat withTokens(Seat seat, List<Seat> seats) {
        List<Seat> beside =
                seats.stream().filter(other -> other.dc().equals(seat.dc())).toList();
        int dc = Integer.parseInt(seat.dc().substring("dc".length()));
        return seat.withTokens(Tokens.of(beside.indexOf(seat), beside.size(), dc));
    }

    /** Who sits there already, and the subnet of a cluster with namespaces. */
    private record Taken(List<Seat> seats, Optional<Subnet> subnet) {}
}
