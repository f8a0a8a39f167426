package squall.testbed.ha;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import squall.testbed.host.TestbedNote;

/**
 * What must be remembered of a replicated group, on disk before anything is done that relies on it.
 *
 * @param madeBy identifies a file written by Squall
 * @param version of PostgreSQL that made the data
 * @param runAs the user that runs the servers
 * @param primary by name; from the moment it is chosen, before it is promoted
 * @param quorum by name, the primary included: of the others, any one must confirm a commit
 * @param stale names of nodes whose data may contain commits that were never acknowledged, so they must be cloned again
 */
record HaGroup(
        String madeBy,
        String version,
        String runAs,
        List<GroupMember> members,
        String primary,
        List<String> quorum,
        List<String> stale) {
    private static final String OURS = "squall testbed postgres-ha";
    private static final TestbedNote<HaGroup> NOTE = new TestbedNote<>(HaGroup.class, HaGroup::madeBy, OURS);

    HaGroup {
        members = List.copyOf(members);
        quorum = List.copyOf(quorum);
        stale = List.copyOf(stale);
    }

    /** A new group whose first member is the primary. */
    static HaGroup of(String version, String runAs, List<GroupMember> members) {
        List<String> names = members.stream().map(GroupMember::name).toList();
        return new HaGroup(OURS, version, runAs, members, names.getFirst(), names, List.of());
    }

    /** @param where the text was found, for messages */
    static HaGroup read(String where, String text) throws IOException {
        return NOTE.read(where, text);
    }

    String text() throws IOException {
        return NOTE.text(this);
    }

    /** The member of this name. @throws IllegalArgumentException naming those there are */
    GroupMember member(String name) {
        return members.stream()
                .filter(member -> member.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no node '" + name + "', there are "
                        + members.stream().map(GroupMember::name).toList()));
    }

    /** Those whose confirmation the primary waits for. */
    List<GroupMember> standbys() {
        return quorum.stream()
                .filter(name -> !name.equals(primary))
                .map(this::member)
                .toList();
    }

    /** PostgreSQL's own list; a primary never matches itself, so one text serves every node. */
    String synchronousNames() {
        return "ANY 1 (" + String.join(",", quorum) + ")";
    }

    /** After the primary was fenced: it is out of the quorum, and useless until it is cloned. */
    HaGroup promoting(String next) {
        List<String> left =
                quorum.stream().filter(name -> !name.equals(primary)).toList();
        List<String> useless =
                Stream.concat(stale.stream(), Stream.of(primary)).distinct().toList();
        return new HaGroup(madeBy, version, runAs, members, next, left, useless);
    }

    /** With these still to be cloned. */
    HaGroup withoutData(List<GroupMember> missing) {
        List<String> names = missing.stream().map(GroupMember::name).toList();
        List<String> left =
                quorum.stream().filter(name -> !names.contains(name)).toList();
        return new HaGroup(madeBy, version, runAs, members, primary, left, names);
    }

    /** After the node was cloned and streams. */
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
