package squall.testbed.cassandra.layout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.testbed.cluster.ClusterFolder;
import squall.testbed.cluster.NoteFormat;
import squall.testbed.net.Subnet;

/** Folder of one cluster: a folder for each node, and the file that marks it as Squall's. */
public record CassandraFolder(Path folder) implements ClusterFolder<CassandraRing> {
    private static final String KIND = "cassandra";

    /** @throws IllegalArgumentException if the name is invalid */
    public static CassandraFolder named(StateFolder state, String name) throws IOException {
        return new CassandraFolder(ClusterFolder.named(state, KIND, name));
    }

    @Override
    public NoteFormat<CassandraRing> format() {
        return CassandraRing.FORMAT;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Set<Path> files() {
        return Set.of(jmxPassword(), keys().store(), keys().certificate(), keys().trusted());
    }

    @Override
    public String permissions() {
        return "rwx------";
    }

    /** Returns the allocator of the cluster's ports to nodes. @param subnet if nodes have namespaces */
    public NodeAddressAllocator allocator(Optional<Subnet> subnet) {
        return new NodeAddressAllocator(ports(), subnet);
    }

    /**
     * Reserves the ports of every cluster of the state folder again: reservations are lost when the machine's temporary files are, or when
     * a container restarts, and a cluster that is down cannot defend its ports.
     */
    public void keepPorts() throws IOException, InterruptedException {
        Path all = Objects.requireNonNull(folder.getParent());
        for (Path each : FileTrees.entriesIfAny(all)) {
            if (Files.exists(each.resolve(format().file()))) {
                CassandraFolder cluster = new CassandraFolder(each);
                cluster.keepPorts(cluster.required());
            }
        }
    }

    public NodeKeys keys() {
        return new NodeKeys(folder);
    }

    public Path jmxPassword() {
        return folder.resolve("jmx.password");
    }

    /** Creates the folder with a new password. */
    public void make(CassandraRing ring, Placement placement) throws IOException, InterruptedException {
        make(placement, ring.names(), making -> {
            var random = new byte[18];
            new SecureRandom().nextBytes(random);
            String password = HexFormat.of().formatHex(random);
            FileTrees.write(new CassandraFolder(making).jmxPassword(), password, "rw-------");
            return ring;
        });
    }

    public String password() throws IOException {
        return Files.readString(jmxPassword());
    }
}
