package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.host.Folders;
import squall.host.StateFolder;
import squall.testbed.host.Names;
import squall.testbed.link.LinkProxy;
import squall.testbed.net.Namespaces;

/** The folder of one group: a folder for each node, the supervisor's files, and the note of what must be remembered. */
record Home(Path folder) implements GroupFolder {
    /** @throws IllegalArgumentException if the name is none */
    static Home named(StateFolder state, String name) throws IOException {
        return new Home(state.folder("postgres-ha").resolve(Names.checked(name)));
    }

    /** Where it is put together before it takes its name, whole. */
    Home making() {
        return new Home(folder.resolveSibling(name() + ".making"));
    }

    Path node(Member member) {
        return folder.resolve(member.name());
    }

    Path supervisorPid() {
        return folder.resolve("supervisor.pid");
    }

    /** Stands in the supervisor's command line, so it is known by it. */
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
    Optional<Namespaces> namespaces(Group group) throws IOException {
        return namespaces(group.members().stream().map(Member::name).toList());
    }

    private Path groupFile() {
        return folder.resolve("group.json");
    }

    /** What is known of the group; empty if it was never made. */
    Optional<Group> group() throws IOException {
        Optional<String> text = groupText();
        return text.isPresent() ? Optional.of(Group.read(groupFile().toString(), text.get())) : Optional.empty();
    }

    /** The same as it is written, for who looks often whether it has changed. */
    Optional<String> groupText() throws IOException {
        if (!Files.exists(folder)) {
            return Optional.empty();
        }
        if (!Files.exists(groupFile())) {
            throw new IOException(folder + " was not made by Squall: it has no "
                    + groupFile().getFileName() + ". Move it away, or choose another --name");
        }
        return Optional.of(Files.readString(groupFile()));
    }

    void write(Group group) throws IOException {
        Folders.write(groupFile(), group.text(), "rw-------");
    }

    /** @throws IOException if something in the folder is not ours */
    void requireOwn(Group group) throws IOException {
        Set<Path> own = Stream.concat(
                        Stream.of(
                                groupFile(),
                                supervisorPid(),
                                supervisorLog(),
                                supervisorArguments(),
                                passwords().file()),
                        group.members().stream().map(this::node))
                .collect(Collectors.toSet());
        requireOnly(own, List.of(LinkProxy.FILES, Namespaces.FILES));
    }
}
