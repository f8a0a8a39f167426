package squall.testbed.cluster;

import java.util.List;
import squall.spi.Cluster;
import squall.testbed.host.LocalPort;

/** Note of a cluster: its recorded facts, on disk before anything is done that relies on them. */
public interface ClusterNote<M extends ClusterNote.Member> {
    /** Returns the mark of a file written by Squall. */
    String madeBy();

    List<M> members();

    default List<String> names() {
        return members().stream().map(Member::name).toList();
    }

    /** Finds the member of this name. @throws IllegalArgumentException naming the existing ones */
    default M member(String name) {
        return members().stream()
                .filter(member -> member.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("there is no node '" + name + "', there are " + names()));
    }

    /** Member of a cluster: a node as it is recorded over restarts. */
    interface Member {
        /** Host of all nodes without their own network namespaces. */
        String HOST = "127.0.0.1";

        /** Region of clusters that have only one. */
        String REGION = "region1";

        String name();

        Cluster.Node node();

        /** Returns the ports on which its programs listen. */
        List<LocalPort> ports();
    }
}
