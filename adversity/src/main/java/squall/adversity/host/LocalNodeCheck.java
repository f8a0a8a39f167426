package squall.adversity.host;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Options;

/** Check that a fault of this machine affects the cluster. */
final class LocalNodeCheck {
    private LocalNodeCheck() {}

    /** Returns why it does not; empty if all nodes are on this machine. */
    static Optional<String> refusal(Cluster cluster) {
        try {
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

    /** Returns the folder that an option names. @throws IllegalArgumentException if the option is missing */
    static Path folder(Options options, String key) {
        String named = options.text(key, "");
        if (named.isEmpty()) {
            throw new IllegalArgumentException("option '" + key + "' must name a folder");
        }
        return Path.of(named).toAbsolutePath();
    }
}
