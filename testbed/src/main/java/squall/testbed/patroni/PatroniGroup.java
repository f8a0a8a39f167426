package squall.testbed.patroni;

import java.io.IOException;
import java.util.List;
import squall.testbed.ha.GroupMember;
import squall.testbed.host.TestbedNote;

/**
 * The recorded facts of a group; only etcd knows its leader.
 *
 * @param madeBy identifies a file written by Squall
 * @param runAs the user that runs everything
 */
record PatroniGroup(
        String madeBy, PatroniPrograms.Versions versions, String runAs, List<PatroniMember> patroniMembers) {
    private static final String OURS = "squall testbed postgres-ha by patroni";
    private static final TestbedNote<PatroniGroup> NOTE =
            new TestbedNote<>(PatroniGroup.class, PatroniGroup::madeBy, OURS);

    PatroniGroup {
        patroniMembers = List.copyOf(patroniMembers);
    }

    static PatroniGroup of(PatroniPrograms.Versions versions, String runAs, List<PatroniMember> patroniMembers) {
        return new PatroniGroup(OURS, versions, runAs, patroniMembers);
    }

    /** @param where the text was found, for messages */
    static PatroniGroup read(String where, String text) throws IOException {
        return NOTE.read(where, text);
    }

    String text() throws IOException {
        return NOTE.text(this);
    }

    /** The seat of this name. @throws IllegalArgumentException naming those there are */
    PatroniMember patroniMember(String name) {
        return patroniMembers.stream()
                .filter(patroniMember -> patroniMember.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no node '" + name + "', there are "
                        + patroniMembers.stream().map(PatroniMember::name).toList()));
    }

    /** How many votes decide. */
    int majority() {
        return patroniMembers.size() / 2 + 1;
    }

    /**
     * A node of the group: a PostgreSQL server, the Patroni that keeps it, and its vote in etcd. All three live and die together.
     *
     * @param rest where Patroni answers
     * @param etcd where etcd answers Patroni
     * @param vote where etcd's members communicate with each other
     */
    record PatroniMember(GroupMember member, int rest, int etcd, int vote) {
        String name() {
            return member.name();
        }
    }
}
