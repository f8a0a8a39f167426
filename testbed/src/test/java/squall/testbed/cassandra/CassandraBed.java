package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import squall.host.Folders;
import squall.host.StateFolder;
import squall.spi.Options;

/** Clusters of a test class's own; ends with every node gone. The jars stay in the build folder: they cost 66 MB to copy. */
final class CassandraBed implements AfterAllCallback {
    private static final Path FOLDER = Path.of("target", "testbed").toAbsolutePath();

    StateFolder state() throws IOException {
        return StateFolder.at(FOLDER);
    }

    CassandraCluster cluster(String name) throws IOException {
        return new CassandraCluster(state(), name);
    }

    /** Nodes that start soon: nothing is measured here. */
    static Options options(Map<String, String> shape) {
        var all = new HashMap<>(shape);
        all.put("quick", "true");
        return new Options("up", all);
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException, InterruptedException {
        Path clusters = FOLDER.resolve("cassandra");
        if (Files.exists(clusters)) {
            try (var names = Files.list(clusters)) {
                for (Path cluster : names.filter(Files::isDirectory).toList()) {
                    cluster(cluster.getFileName().toString()).reset();
                }
            }
            Folders.delete(clusters);
        }
    }
}
