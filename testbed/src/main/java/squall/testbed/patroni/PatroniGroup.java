package squall.testbed.patroni;

import java.util.List;
import java.util.stream.Stream;
import squall.spi.Cluster;
import squall.testbed.cluster.ClusterNote;
import squall.testbed.cluster.NoteFormat;
import squall.testbed.ha.GroupMember;
import squall.testbed.host.LocalPort;

/**
 * Note of a group; only etcd knows its leader.
 *
 * @param madeBy mark of a file written by Squall
 * @param runAs the user that runs all processes
 */
record PatroniGroup(String madeBy, PatroniPrograms.Versions versions, String runAs, List<PatroniMember> patroniMembers)
        implements ClusterNote<PatroniGroup.PatroniMember> {
    static final NoteFormat<PatroniGroup> FORMAT =
            new NoteFormat<>("patroni.json", PatroniGroup.class, "squall testbed postgres-ha by patroni");

    PatroniGroup {
        patroniMembers = List.copyOf(patroniMembers);
    }

    static PatroniGroup of(PatroniPrograms.Versions versions, String runAs, List<PatroniMember> patroniMembers) {
        return new PatroniGroup(FORMAT.madeBy(), versions, runAs, patroniMembers);
    }

    @Override
    public List<PatroniMember> members() {
        return patroniMembers;
    }

    /** Returns the number of votes that is a majority. */
    int majority() {
        return patroniMembers.size() / 2 + 1;
    }

    /**
     * Member of the group: a PostgreSQL server, its Patroni, and its member of etcd. All three are started and ended together.
     *
     * @param rest port of Patroni's REST interface
     * @param etcd port on which etcd answers Patroni
     * @param vote port on which etcd's members communicate with each other
     */
    record PatroniMember(GroupMember member, int rest, int etcd, int vote) implements Member {
        @Override
        public String name() {
            return member.name();
        }

        @Override
        public Cluster.Node node() {
            return member.node();
        }

        @Override
        public List<LocalPort> ports() {
            return Stream.concat(member.ports().stream(), Stream.of(at(rest), at(etcd), at(vote)))
                    .toList();
        }

        LocalPort at(int port) {
            return new LocalPort(member.host(), port);
        }
    }
}
