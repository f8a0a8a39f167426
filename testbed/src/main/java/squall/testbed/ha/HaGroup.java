package squall.testbed.ha;

import java.util.List;
import java.util.stream.Stream;
import squall.testbed.cluster.ClusterNote;
import squall.testbed.cluster.NoteFormat;

/**
 * Note of a replicated group, on disk before anything is done that relies on it.
 *
 * @param madeBy mark of a file written by Squall
 * @param version of PostgreSQL that created the data
 * @param runAs the user that runs the servers
 * @param primary by name; from the moment it is chosen, before it is promoted
 * @param quorum by name, including the primary: of the others, any one must confirm a commit
 * @param stale names of nodes whose data may contain commits that were never acknowledged, so they must be cloned again
 */
record HaGroup(
        String madeBy,
        String version,
        String runAs,
        List<GroupMember> members,
        String primary,
        List<String> quorum,
        List<String> stale)
        implements ClusterNote<GroupMember> {
    static final NoteFormat<HaGroup> FORMAT =
            new NoteFormat<>("group.json", HaGroup.class, "squall testbed postgres-ha");

    HaGroup {
        members = List.copyOf(members);
        quorum = List.copyOf(quorum);
        stale = List.copyOf(stale);
    }

    /** Creates a group whose first member is the primary. */
    static HaGroup of(String version, String runAs, List<GroupMember> members) {
        List<String> names = members.stream().map(GroupMember::name).toList();
        return new HaGroup(FORMAT.madeBy(), version, runAs, members, names.getFirst(), names, List.of());
    }

    /** Lists the standbys whose confirmation the primary waits for. */
    List<GroupMember> standbys() {
        return quorum.stream()
                .filter(name -> !name.equals(primary))
                .map(this::member)
                .toList();
    }

    /** Returns the quorum in PostgreSQL's syntax; a primary never matches itself, so one text serves every node. */
    String synchronousNames() {
        return "ANY 1 (" + String.join(",", quorum) + ")";
    }

    /** Returns the group after the primary was fenced and another chosen: the old one is out of the quorum, and must be cloned. */
    HaGroup promoting(String next) {
        List<String> left =
                quorum.stream().filter(name -> !name.equals(primary)).toList();
        List<String> useless =
                Stream.concat(stale.stream(), Stream.of(primary)).distinct().toList();
        return new HaGroup(madeBy, version, runAs, members, next, left, useless);
    }

    /** Returns the group in which these nodes have no data and must be cloned. */
    HaGroup withoutData(List<GroupMember> missing) {
        List<String> names = missing.stream().map(GroupMember::name).toList();
        List<String> left =
                quorum.stream().filter(name -> !names.contains(name)).toList();
        return new HaGroup(madeBy, version, runAs, members, primary, left, names);
    }

    /** Returns the group after the node was cloned and streams. */
    HaGroup rejoined(String name) {
        return new HaGroup(
                madeBy,
                version,
                runAs,
                members,
                primary,
                Stream.concat(quorum.stream(), Stream.of(name))
                        .distinct()
                        .sorted()
                        .toList(),
                stale.stream().filter(other -> !other.equals(name)).toList());
    }
}
