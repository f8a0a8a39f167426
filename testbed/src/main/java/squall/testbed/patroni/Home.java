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
import squall.testbed.ha.GroupFolder;
import squall.testbed.host.Names;
import squall.testbed.net.Namespaces;

/** The folder of one group, among those of other managers, so that a name means one group only. */
record Home(Path folder) implements GroupFolder {
    /** @throws IllegalArgumentException if the name is none */
    static Home named(StateFolder state, String name) throws IOException {
        return new Home(state.folder("postgres-ha").resolve(Names.checked(name)));
    }

    /** Where it is put together before it takes its name, whole. */
    Home making() {
        return new Home(folder.resolveSibling(name() + ".making"));
    }

    Path node(Seat seat) {
        return folder.resolve(seat.name());
    }

    /** Empty if its nodes have none. */
    Optional<Namespaces> namespaces(Group group) throws IOException {
        return namespaces(group.seats().stream().map(Seat::name).toList());
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
        requireOnly(own, List.of(Namespaces.FILES));
    }
}
