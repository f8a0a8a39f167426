package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.testbed.host.InstanceNames;
import squall.testbed.host.NodeVersion;
import squall.testbed.link.LinkProxy;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.postgres.PostgresBinaries;

/** The folder of one group: a folder for each node, the supervisor's files, and the note of what must be remembered. */
record HaFolder(Path folder) implements GroupFolder {
    /** @throws IllegalArgumentException if the name is none */
    static HaFolder named(StateFolder state, String name) throws IOException {
        return new HaFolder(state.folder("postgres-ha").resolve(InstanceNames.checked(name)));
    }

    /** Where it is put together before it takes its name, whole. */
    HaFolder making() {
        return new HaFolder(folder.resolveSibling(name() + ".making"));
    }

    Path node(GroupMember member) {
        return folder.resolve(member.name());
    }

    NodeVersion version(GroupMember member) {
        return new NodeVersion(node(member));
    }

    /** What each node runs, or will run when it is started. */
    Map<String, String> versions(HaGroup group) throws IOException {
        Map<String, String> versions = new LinkedHashMap<>();
        for (GroupMember member : group.members()) {
            versions.put(
                    member.name(),
                    version(member).given().orElse(PostgresBinaries.versions().pinned()));
        }
        return versions;
    }

    Path supervisorPid() {
        return folder.resolve("supervisor.pid");
    }

    /** Part of the supervisor's command line, by which the process is recognized. */
    Path supervisorArguments() {
        return folder.resolve("supervisor.arguments");
    }

    /** What the supervisor saw and did, a line each. */
    Path supervisorLog() {
        return folder.resolve("supervisor.log");
    }

    /** What lies between nodes and clients where links can be disturbed. */
    LinkProxy links() {
        return new LinkProxy(folder);
    }

    /** Empty if its nodes have none. */
    Optional<NetworkNamespaces> namespaces(HaGroup group) throws IOException {
        return namespaces(group.members().stream().map(GroupMember::name).toList());
    }

    private Path groupFile() {
        return folder.resolve("group.json");
    }

    /** What is known of the group; empty if it was never made. */
    Optional<HaGroup> group() throws IOException {
        Optional<String> text = groupText();
        return text.isPresent() ? Optional.of(HaGroup.read(groupFile().toString(), text.get())) : Optional.empty();
    }

    /** The same as text, for frequent checks whether it has changed. */
    Optional<String> groupText() throws IOException {
        if (!Files.exists(folder)) {
            return Optional.empty();
        }
        if (!Files.exists(groupFile())) {
            throw new IOException(folder + " was not created by Squall: it has no "
                    + groupFile().getFileName() + ". Move it elsewhere, or choose another --name");
        }
        return Optional.of(Files.readString(groupFile()));
    }

    void write(HaGroup group) throws IOException {
        FileTrees.write(groupFile(), group.text(), "rw-------");
    }

    /** @throws IOException if something in the folder was not created by Squall */
    void requireOwn(HaGroup group) throws IOException {
        Set<Path> own = Stream.concat(
                        Stream.of(
                                groupFile(),
                                supervisorPid(),
                                supervisorLog(),
                                supervisorArguments(),
                                passwords().file()),
                        group.members().stream().map(this::node))
                .collect(Collectors.toSet());
        requireOnly(own, List.of(LinkProxy.FILES, NetworkNamespaces.FILES));
    }
}
