package squall.testbed.patroni;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.testbed.ha.GroupFolder;
import squall.testbed.host.InstanceNames;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.patroni.PatroniGroup.PatroniMember;

/** The folder of one group, among those of other managers, so that a name means one group only. */
record PatroniFolder(Path folder) implements GroupFolder {
    /** @throws IllegalArgumentException if the name is none */
    static PatroniFolder named(StateFolder state, String name) throws IOException {
        return new PatroniFolder(state.folder("postgres-ha").resolve(InstanceNames.checked(name)));
    }

    /** Where it is put together before it takes its name, whole. */
    PatroniFolder making() {
        return new PatroniFolder(folder.resolveSibling(name() + ".making"));
    }

    Path node(PatroniMember patroniMember) {
        return folder.resolve(patroniMember.name());
    }

    /** Empty if its nodes have none. */
    Optional<NetworkNamespaces> namespaces(PatroniGroup group) throws IOException {
        return namespaces(
                group.patroniMembers().stream().map(PatroniMember::name).toList());
    }

    private Path note() {
        return folder.resolve("patroni.json");
    }

    /** What is known of the group; empty if there is none, or one of another manager. */
    Optional<PatroniGroup> group() throws IOException {
        return Files.exists(note())
                ? Optional.of(PatroniGroup.read(note().toString(), Files.readString(note())))
                : Optional.empty();
    }

    void write(PatroniGroup group) throws IOException {
        FileTrees.write(note(), group.text(), "rw-------");
    }

    /** @throws IOException if something in the folder was not created by Squall */
    void requireOwn(PatroniGroup group) throws IOException {
        Set<Path> own = Stream.concat(
                        Stream.of(note(), passwords().file()),
                        group.patroniMembers().stream().map(this::node))
                .collect(Collectors.toSet());
        requireOnly(own, List.of(NetworkNamespaces.FILES));
    }
}
