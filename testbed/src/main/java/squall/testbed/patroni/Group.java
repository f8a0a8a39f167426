package squall.testbed.patroni;

import java.io.IOException;
import java.util.List;
import squall.testbed.host.OwnNote;

/**
 * What must be remembered of a group; who leads it is known to etcd alone.
 *
 * @param madeBy tells a file of ours
 * @param runAs as whom everything runs
 */
record Group(String madeBy, Programs.Versions versions, String runAs, List<Seat> seats) {
    private static final String OURS = "squall testbed postgres-ha by patroni";
    private static final OwnNote<Group> NOTE = new OwnNote<>(Group.class, Group::madeBy, OURS);

    Group {
        seats = List.copyOf(seats);
    }

    static Group of(Programs.Versions versions, String runAs, List<Seat> seats) {
        return new Group(OURS, versions, runAs, seats);
    }

    /** @param where the text was found, for messages */
    static Group read(String where, String text) throws IOException {
        return NOTE.read(where, text);
    }

    String text() throws IOException {
        return NOTE.text(this);
    }

    /** The seat of this name. @throws IllegalArgumentException naming those there are */
    Seat seat(String name) {
        return seats.stream()
                .filter(seat -> seat.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no node '" + name + "', there are "
                        + seats.stream().map(Seat::name).toList()));
    }

    /** How many votes decide. */
    int majority() {
        return seats.size() / 2 + 1;
    }
}
