package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import squall.system.FileTrees;
import squall.testbed.host.PortReservations;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.net.Subnet;
import squall.testbed.postgres.PasswordFile;

/** The folder of one group of PostgreSQL servers, among those of all managers, so that a name means one group only. */
public interface GroupFolder {
    /** Open to the unprivileged user that root's servers run as; what a server writes is closed. */
    String OPEN = "rwxr-xr-x";

    Path folder();

    default String name() {
        return folder().getFileName().toString();
    }

    /** Outside the folder, so that it can be held while the folder is removed. */
    default Path lockFile() {
        return folder().resolveSibling(name() + ".lock");
    }

    default PasswordFile passwords() {
        return new PasswordFile(folder().resolve("pgpass"));
    }

    /** What the group keeps while its nodes are down. */
    default PortReservations ports() {
        return PortReservations.of(folder());
    }

    /** The subnet of a group whose nodes have their own network namespaces. */
    default Optional<Subnet> subnet() throws IOException {
        return Subnet.read(NetworkNamespaces.file(folder()));
    }

    /** Empty if these nodes have none. */
    default Optional<NetworkNamespaces> namespaces(List<String> nodes) throws IOException {
        return subnet().map(subnet -> new NetworkNamespaces(folder(), subnet, nodes));
    }

    /** @throws IOException if something in the folder is neither one of these nor begins with one of the prefixes */
    default void requireOnly(Set<Path> own, List<String> prefixes) throws IOException {
        try (Stream<Path> entries = Files.list(folder())) {
            List<Path> foreign = entries.filter(entry -> !own.contains(entry)
                            && prefixes.stream().noneMatch(entry.getFileName().toString()::startsWith))
                    .toList();
            if (!foreign.isEmpty()) {
                throw new IOException(
                        "nothing was removed: " + foreign + " was not created by Squall; move it elsewhere first");
            }
        }
    }

    /** Removes the folder and all in it. */
    default void delete() throws IOException {
        Path leaving = folder().resolveSibling(name() + ".leaving");
        FileTrees.delete(leaving); // of a reset that did not come to its end
        Files.move(folder(), leaving);
        FileTrees.delete(leaving);
    }
}
