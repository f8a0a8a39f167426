package squall.apps.cli;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import squall.cli.TestCommand.Ended;
import squall.cql.CqlDatabase;
import squall.cql.driver.CqlSettings;
import squall.spi.Options;
import squall.system.StateFolder;
import squall.testbed.cassandra.CassandraCluster;

/** Fixture of one real Cassandra node, with workloads and the command run on it within this process. */
record Ring(CassandraCluster cluster, CqlDatabase database, String url, Path folder, AtomicInteger tables) {
    static Ring start(String name, Path folder) throws IOException, InterruptedException {
        return start(name, folder, Map.of(), CqlSettings.Consistency.QUORUM);
    }

    /** Returns a node of the alpha of version 6, whose transactions Accord orders. */
    static Ring ofAccord(String name, Path folder) throws IOException, InterruptedException {
        return start(name, folder, Map.of("version", "6.0-alpha2"), CqlSettings.Consistency.ACCORD);
    }

    private static Ring start(
            String name, Path folder, Map<String, String> version, CqlSettings.Consistency consistency)
            throws IOException, InterruptedException {
        CassandraCluster cluster =
                new CassandraCluster(StateFolder.at(Path.of("target", "testbed").toAbsolutePath()), name);
        cluster.up(new Options("up", Map.of("quick", "true")).with(version), line -> {});
        String url = cluster.target().url();
        return new Ring(
                cluster,
                CqlDatabase.connect(settings(url.replaceAll("cql://|\\?.*", "")).with(consistency)),
                url,
                folder,
                new AtomicInteger());
    }

    /** Returns settings without the driver's wait of a second after each statement that creates a table, in which another may follow. */
    private static CqlSettings settings(String node) {
        CqlSettings usual = CqlSettings.of(node);
        return new CqlSettings(
                usual.contactPoints(),
                usual.localDatacenter(),
                usual.login(),
                usual.encryption(),
                usual.consistency(),
                usual.limits(),
                usual.wire(),
                Map.of("advanced.metadata.schema.debouncer.window", "10 milliseconds"));
    }

    /** Creates a workload on new tables. @param words its name, and options of its own as {@code name=value} */
    Trial trial(String words, long keys, long writes, long reads) throws IOException, InterruptedException {
        return Trial.over(database, words, "t" + tables.incrementAndGet(), keys, writes, reads);
    }

    /** Runs the command on this node with these words, split at blanks. */
    Ended run(String line) {
        return Site.run(folder, line + " --url " + url);
    }

    List<Row> tell(String cql) throws IOException, InterruptedException {
        return database.administer("telling", cql);
    }

    void remove() throws IOException, InterruptedException {
        database.close();
        cluster.reset();
    }
}
