package squall.testbed.cassandra.layout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.testbed.host.InstanceNames;
import squall.testbed.host.LocalPort;
import squall.testbed.host.PortReservations;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.net.Subnet;

/** The folder of one cluster: a folder for each node, and the file by which Squall knows it as its own. */
public record CassandraFolder(Path folder) {
    private static final String PRIVATE = "rwx------";

    /** @throws IllegalArgumentException if the name is none */
    public static CassandraFolder named(StateFolder state, String name) throws IOException {
        return new CassandraFolder(state.folder("cassandra").resolve(InstanceNames.checked(name)));
    }

    public String name() {
        return folder.getFileName().toString();
    }

    /** Outside the folder, so that it can be held while the folder is removed. */
    public Path lockFile() {
        return folder.resolveSibling(name() + ".lock");
    }

    public CassandraNodeFolder node(NodeAddress nodeAddress) {
        return new CassandraNodeFolder(folder.resolve(nodeAddress.name()));
    }

    /** What assigns ports to nodes, which the cluster keeps. @param subnet if nodes have namespaces */
    public NodeAddressAllocator allocator(Optional<Subnet> subnet) {
        return new NodeAddressAllocator(PortReservations.of(folder), subnet);
    }

    /**
     * Reserves the ports of every cluster of the state folder: reservations are lost when the machine's temporary files are, or when a
     * container starts again, and a cluster that is down cannot defend its ports.
     */
    public void keepPorts() throws IOException, InterruptedException {
        Path all = Objects.requireNonNull(folder.getParent());
        if (!Files.isDirectory(all)) {
            return;
        }
        List<CassandraFolder> made;
        try (Stream<Path> clusters = Files.list(all)) {
            made = clusters.map(CassandraFolder::new)
                    .filter(cluster -> Files.exists(cluster.ringFile()))
                    .toList();
        }
        for (CassandraFolder cluster : made) {
            CassandraRing ring =
                    CassandraRing.read(cluster.ringFile().toString(), Files.readString(cluster.ringFile()));
            if (ring.shape().namespaced()) { // its ports are those of other networks
                continue;
            }
            PortReservations.of(cluster.folder)
                    .keep(ring.nodeAddresses().stream()
                            .map(NodeAddress::linkControl)
                            .flatMap(at -> at.all().stream())
                            .map(LocalPort::number)
                            .distinct()
                            .toList());
        }
    }

    /** The subnet of a cluster whose nodes have their own network namespaces. */
    public Optional<Subnet> subnet() throws IOException {
        return Subnet.read(NetworkNamespaces.file(folder));
    }

    private Path ringFile() {
        return folder.resolve("ring.json");
    }

    public NodeKeys keys() {
        return new NodeKeys(folder);
    }

    public Path jmxPassword() {
        return folder.resolve("jmx.password");
    }

    /** What is known of the cluster; empty if it was never made. */
    public Optional<CassandraRing> ring() throws IOException {
        if (!Files.exists(folder)) {
            return Optional.empty();
        }
        if (!Files.exists(ringFile())) {
            throw new IOException(folder + " was not created by Squall: it has no "
                    + ringFile().getFileName() + ". Move it elsewhere, or choose another --name");
        }
        return Optional.of(CassandraRing.read(ringFile().toString(), Files.readString(ringFile())));
    }

    /** Makes the folder, which has its file from the moment it has its name. */
    public void make(CassandraRing ring, Optional<Subnet> subnet) throws IOException {
        var making = new CassandraFolder(folder.resolveSibling(name() + ".making"));
        FileTrees.delete(making.folder);
        FileTrees.make(making.folder, PRIVATE);
        var random = new byte[18];
        new SecureRandom().nextBytes(random);
        FileTrees.write(making.jmxPassword(), HexFormat.of().formatHex(random), "rw-------");
        making.write(ring);
        if (subnet.isPresent()) {
            subnet.get().write(NetworkNamespaces.file(making.folder));
        }
        Files.move(making.folder, folder);
    }

    public void write(CassandraRing ring) throws IOException {
        FileTrees.write(ringFile(), ring.text(), "rw-------");
    }

    public String password() throws IOException {
        return Files.readString(jmxPassword());
    }

    /** @throws IOException if something in the folder was not created by Squall */
    public void requireOwn(CassandraRing ring) throws IOException {
        List<Path> foreign = foreign(ring);
        if (!foreign.isEmpty()) {
            throw new IOException(
                    "nothing was removed: " + foreign + " was not created by Squall; move it elsewhere first");
        }
    }

    /** Removes the folder and all in it. */
    public void delete() throws IOException {
        Path leaving = folder.resolveSibling(name() + ".leaving");
        FileTrees.delete(leaving); // of a reset that did not come to its end
        Files.move(folder, leaving);
        FileTrees.delete(leaving);
    }

    private List<Path> foreign(CassandraRing ring) throws IOException {
        try (var entries = Files.list(folder)) {
            return entries.filter(entry -> !entry.equals(ringFile())
                            && !entry.equals(jmxPassword())
                            && !entry.equals(keys().store())
                            && !entry.equals(keys().certificate())
                            && !entry.equals(keys().trusted())
                            && !entry.getFileName().toString().startsWith(NetworkNamespaces.FILES)
                            && ring.nodeAddresses().stream()
                                    .noneMatch(nodeAddress ->
                                            node(nodeAddress).path().equals(entry)))
                    .toList();
        }
    }
}
