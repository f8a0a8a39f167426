package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import squall.spi.Options;
import squall.system.FileTrees;
import squall.system.StateFolder;

/**
 * Fixture of clusters that test classes share by name, as each takes a while to start; all nodes are gone after the last test. The jars stay
 * in the build folder: they cost 67 MB to copy.
 */
final class CassandraBed implements BeforeAllCallback {
    /** Three nodes with addresses of their own, in which faults can be made. */
    static final String THREE = "three";

    private static final Path FOLDER = Path.of("target", "testbed").toAbsolutePath();

    StateFolder state() throws IOException {
        return StateFolder.at(FOLDER);
    }

    CassandraCluster cluster(String name) throws IOException {
        return new CassandraCluster(state(), name);
    }

    /** Returns the shape of {@link #THREE}. */
    static Options three() {
        return options(Map.of("nodes", "3", "faults", "true"));
    }

    /** Nodes that start soon: nothing is measured here. */
    static Options options(Map<String, String> shape) {
        var all = new HashMap<>(shape);
        all.put("quick", "true");
        return new Options("up", all);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(ExtensionContext.Namespace.create(CassandraBed.class))
                .getOrComputeIfAbsent("clusters", key -> (AutoCloseable) this::remove);
    }

    private void remove() throws IOException, InterruptedException {
        Path clusters = FOLDER.resolve("cassandra");
        if (Files.exists(clusters)) {
            try (var names = Files.list(clusters)) {
                for (Path cluster : names.filter(Files::isDirectory).toList()) {
                    cluster(cluster.getFileName().toString()).reset();
                }
            }
            FileTrees.delete(clusters);
        }
    }
}
