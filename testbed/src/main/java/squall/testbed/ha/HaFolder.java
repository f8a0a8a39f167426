package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import squall.system.StateFolder;
import squall.testbed.cluster.ClusterFolder;
import squall.testbed.cluster.NoteFormat;
import squall.testbed.host.Daemon;
import squall.testbed.host.NodeVersion;
import squall.testbed.link.LinkProxy;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.postgres.PasswordFile;
import squall.testbed.postgres.PostgresBinaries;

/** Folder of one group: a folder for each node, the supervisor's files, and the note of the recorded facts. */
record HaFolder(Path folder) implements ClusterFolder<HaGroup> {
    /** @throws IllegalArgumentException if the name is invalid */
    static HaFolder named(StateFolder state, String name) throws IOException {
        return new HaFolder(ClusterFolder.named(state, ReplicatedCluster.KIND, name));
    }

    @Override
    public NoteFormat<HaGroup> format() {
        return HaGroup.FORMAT;
    }

    @Override
    public String kind() {
        return ReplicatedCluster.KIND;
    }

    @Override
    public Set<Path> files() {
        return Set.of(
                supervisor().pidFile(),
                supervisor().output(),
                supervisor().mark(),
                passwords().file());
    }

    @Override
    public List<String> prefixes() {
        return List.of(LinkProxy.FILES, NetworkNamespaces.FILES);
    }

    PasswordFile passwords() {
        return ReplicatedCluster.passwords(this);
    }

    /** Returns the version of each node, which it runs or will run when it is started. */
    Map<String, String> versions(HaGroup group) throws IOException {
        Map<String, String> versions = new LinkedHashMap<>();
        for (GroupMember member : group.members()) {
            versions.put(
                    member.name(),
                    new NodeVersion(node(member))
                            .given()
                            .orElse(PostgresBinaries.versions().pinned()));
        }
        return versions;
    }

    /** Returns the supervisor's daemon; its output has its observations and actions, a line each. */
    Daemon supervisor() {
        return Daemon.java("supervisor", folder);
    }

    /** Returns the proxy between nodes and clients, if links can be disturbed. */
    LinkProxy links() {
        return new LinkProxy(folder);
    }
}
