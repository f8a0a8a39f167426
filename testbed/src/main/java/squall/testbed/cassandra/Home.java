package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import squall.host.Folders;
import squall.host.StateFolder;
import squall.testbed.host.Names;
import squall.testbed.net.Namespaces;
import squall.testbed.net.Subnet;

/** The folder of one cluster: a folder for each node, and the file by which Squall knows it as its own. */
record Home(Path folder) {
    private static final String PRIVATE = "rwx------";

    /** @throws IllegalArgumentException if the name is none */
    static Home named(StateFolder state, String name) throws IOException {
        return new Home(state.folder("cassandra").resolve(Names.checked(name)));
    }

    String name() {
        return folder.getFileName().toString();
    }

    /** Beside the folder, so that it can be held while the folder goes. */
    Path lockFile() {
        return folder.resolveSibling(name() + ".lock");
    }

    NodeFolder node(Seat seat) {
        return new NodeFolder(folder.resolve(seat.name()));
    }

    /** That of a cluster whose nodes have network namespaces of their own. */
    Optional<Subnet> subnet() throws IOException {
        return Subnet.read(Namespaces.file(folder));
    }

    private Path ringFile() {
        return folder.resolve("ring.json");
    }

    NodeKeys keys() {
        return new NodeKeys(folder);
    }

    Path jmxPassword() {
        return folder.resolve("jmx.password");
    }

    /** What is known of the cluster; empty if it was never made. */
    Optional<Ring> ring() throws IOException {
        if (!Files.exists(folder)) {
            return Optional.empty();
        }
        if (!Files.exists(ringFile())) {
            throw new IOException(folder + " was not made by Squall: it has no "
                    + ringFile().getFileName() + ". Move it away, or choose another --name");
        }
        return Optional.of(Ring.read(ringFile().toString(), Files.readString(ringFile())));
    }

    /** Makes the folder, which has its file from the moment it has its name. */
    void make(Ring ring, Optional<Subnet> subnet) throws IOException {
        var making = new Home(folder.resolveSibling(name() + ".making"));
        Folders.delete(making.folder);
        Folders.make(making.folder, PRIVATE);
        var random = new byte[18];
        new SecureRandom().nextBytes(random);
        Folders.write(making.jmxPassword(), HexFormat.of().formatHex(random), "rw-------");
        making.write(ring);
        if (subnet.isPresent()) {
            subnet.get().write(Namespaces.file(making.folder));
        }
        Files.move(making.folder, folder);
    }

    void write(Ring ring) throws IOException {
        Folders.write(ringFile(), ring.text(), "rw-------");
    }

    String password() throws IOException {
        return Files.readString(jmxPassword());
    }

    /** @throws IOException if something in the folder is not ours */
    void requireOwn(Ring ring) throws IOException {
        List<Path> foreign = foreign(ring);
        if (!foreign.isEmpty()) {
            throw new IOException("nothing was removed: " + foreign + " was not made by Squall; move it away first");
        }
    }

    /** Removes the folder and all in it. */
    void delete() throws IOException {
        Path leaving = folder.resolveSibling(name() + ".leaving");
        Folders.delete(leaving); // of a reset that did not come to its end
        Files.move(folder, leaving);
        Folders.delete(leaving);
    }

    private List<Path> foreign(Ring ring) throws IOException {
        try (var entries = Files.list(folder)) {
            return entries.filter(entry -> !entry.equals(ringFile())
                            && !entry.equals(jmxPassword())
                            && !entry.equals(keys().store())
                            && !entry.equals(keys().certificate())
                            && !entry.getFileName().toString().startsWith(Namespaces.FILES)
                            && ring.seats().stream()
                                    .noneMatch(seat -> node(seat).path().equals(entry)))
                    .toList();
        }
    }
}
