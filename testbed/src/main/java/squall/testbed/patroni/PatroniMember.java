package squall.testbed.patroni;

import squall.testbed.ha.GroupMember;

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
