package squall.testbed.patroni;

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
import squall.testbed.net.Namespaces;
import squall.testbed.net.Subnet;
import squall.testbed.postgres.Passwords;

/** The folder of one group, among those of other managers, so that a name means one group only. */
record Home(Path folder) {
    /** Open to the unprivileged user that root's servers run as; what a server writes is closed. */
    static final String OPEN = "rwxr-xr-x";

    /** @throws IllegalArgumentException if the name is none */
    static Home named(StateFolder state, String name) throws IOException {
        return new Home(state.folder("postgres-ha").resolve(Names.checked(name)));
    }

    String name() {
        return folder.getFileName().toString();
    }

    /** Beside the folder, so that it can be held while the folder goes. */
    Path lockFile() {
        return folder.resolveSibling(name() + ".lock");
    }

    /** Where it is put together before it takes its name, whole. */
    Home making() {
        return new Home(folder.resolveSibling(name() + ".making"));
    }

    Path node(Seat seat) {
        return folder.resolve(seat.name());
    }

    Passwords passwords() {
        return new Passwords(folder.resolve("pgpass"));
    }

    /** The subnet of a group whose nodes have network namespaces of their own. */
    Optional<Subnet> subnet() throws IOException {
        return Subnet.read(Namespaces.file(folder));
    }

    /** Empty if its nodes have none. */
    Optional<Namespaces> namespaces(Group group) throws IOException {
        var nodes = group.seats().stream().map(Seat::name).toList();
        return subnet().map(subnet -> new Namespaces(folder, subnet, nodes));
    }

    private Path note() {
        return folder.resolve("patroni.json");
    }

    /** What is known of the group; empty if there is none, or one of another manager. */
    Optional<Group> group() throws IOException {
        return Files.exists(note())
                ? Optional.of(Group.read(note().toString(), Files.readString(note())))
                : Optional.empty();
    }

    void write(Group group) throws IOException {
        Folders.write(note(), group.text(), "rw-------");
    }

    /** @throws IOException if something in the folder is not ours */
    void requireOwn(Group group) throws IOException {
        Set<Path> own = Stream.concat(
                        Stream.of(note(), passwords().file()),
                        group.seats().stream().map(this::node))
                .collect(Collectors.toSet());
        try (var entries = Files.list(folder)) {
            List<Path> foreign = entries.filter(entry -> !own.contains(entry)
                            && !entry.getFileName().toString().startsWith(Namespaces.FILES))
                    .toList();
            if (!foreign.isEmpty()) {
                throw new IOException(
                        "nothing was removed: " + foreign + " was not made by Squall; move it away first");
            }
        }
    }

    /** Removes the folder and all in it. */
    void delete() throws IOException {
        Path leaving = folder.resolveSibling(name() + ".leaving");
        Folders.delete(leaving); // of a reset that did not come to its end
        Files.move(folder, leaving);
        Folders.delete(leaving);
    }
}
