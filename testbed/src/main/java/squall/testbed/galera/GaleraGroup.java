package squall.testbed.galera;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import squall.testbed.host.TestbedNote;

/**
 * The recorded facts of a group; which nodes belong to its primary component is known only to the nodes.
 *
 * @param madeBy identifies a file written by Squall
 * @param version of MariaDB
 * @param runAs the user that runs the servers
 * @param lastNumber the highest number that a node has had; numbers of removed nodes are not reused
 */
record GaleraGroup(String madeBy, String version, String runAs, int lastNumber, List<GaleraMember> members) {
    private static final String OURS = "squall testbed galera";
    private static final TestbedNote<GaleraGroup> NOTE =
            new TestbedNote<>(GaleraGroup.class, GaleraGroup::madeBy, OURS);

    GaleraGroup {
        members = List.copyOf(members);
    }

    static GaleraGroup of(String version, String runAs, List<GaleraMember> members) {
        return new GaleraGroup(OURS, version, runAs, members.size(), members);
    }

    /** @param where the text was found, for messages */
    static GaleraGroup read(String where, String text) throws IOException {
        return NOTE.read(where, text);
    }

    String text() throws IOException {
        return NOTE.text(this);
    }

    GaleraGroup with(GaleraMember joining) {
        return new GaleraGroup(
                madeBy,
                version,
                runAs,
                Math.max(lastNumber, joining.number()),
                Stream.concat(members.stream(), Stream.of(joining)).toList());
    }

    GaleraGroup without(GaleraMember leaving) {
        return new GaleraGroup(
                madeBy,
                version,
                runAs,
                lastNumber,
                members.stream().filter(member -> !member.equals(leaving)).toList());
    }

    List<String> names() {
        return members.stream().map(GaleraMember::name).toList();
    }

    /** The member of this name. @throws IllegalArgumentException naming those there are */
    GaleraMember member(String name) {
        return members.stream()
                .filter(member -> member.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("there is no node '" + name + "', there are " + names()));
    }
}
