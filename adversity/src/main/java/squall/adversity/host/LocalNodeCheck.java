package squall.adversity.host;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Cluster.Local;
import squall.spi.Cluster.Node;
import squall.spi.Options;
import squall.system.StateFolder;

/** Check that a fault of this machine affects the cluster, and not this command. */
final class LocalNodeCheck {
    private LocalNodeCheck() {}

    /** Returns why it does not; empty if all nodes are on this machine, whose network namespaces have addresses of their own. */
    static Optional<String> refusal(Cluster cluster) {
        try {
            if (cluster.unavailable(Local.class).isEmpty()) {
                return Optional.empty();
            }
            for (Node node : cluster.nodes()) {
                if (!InetAddress.getByName(node.host()).isLoopbackAddress()) {
                    return Optional.of(node.name() + " is on " + node.host() + ", not on this machine");
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Returns why a fault of a folder's file system must not happen; empty if it may. @param harmed what it would be: filled or frozen */
    static Optional<String> refusal(Cluster cluster, Path folder, String harmed) {
        try {
            Optional<String> needed = needed(folder, StateFolder.here().path());
            return needed.isPresent() ? needed.map(why -> why + ", which must not be " + harmed) : refusal(cluster);
        } catch (IOException e) {
            return Optional.of(folder + " cannot be inspected: " + e.getMessage());
        }
    }

    /**
     * Returns which folder that this command needs is on the file system of another, as a clause; empty if none is. With a full or frozen one no
     * program starts and no line of the journal is written: the run would hang, and the fault would never be recorded as healed.
     *
     * @param journals folder on the file system of the journals
     */
    static Optional<String> needed(Path folder, Path journals) throws IOException {
        List<Path> needed = List.of(
                Path.of("/"),
                Path.of("").toAbsolutePath(),
                Path.of(System.getProperty("java.io.tmpdir")),
                Path.of(System.getProperty("user.home")),
                journals);
        FileStore store = Files.getFileStore(folder);
        for (Path other : needed) {
            if (Files.exists(other) && store.equals(Files.getFileStore(other))) {
                return Optional.of(folder + " is on the file system of " + other);
            }
        }
        return Optional.empty();
    }

    /** Returns the folder that an option names. @throws IllegalArgumentException if the option is missing */
    static Path folder(Options options, String key) {
        String named = options.text(key, "");
        if (named.isEmpty()) {
            throw new IllegalArgumentException("option '" + key + "' must name a folder");
        }
        return Path.of(named).toAbsolutePath();
    }
}
