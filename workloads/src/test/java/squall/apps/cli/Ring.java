package squall.apps.cli;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import squall.cql.CqlDatabase;
import squall.cql.CqlSettings;
import squall.host.StateFolder;
import squall.spi.Options;
import squall.testbed.cassandra.CassandraCluster;

/** One real Cassandra node, and the command run on it within this process. */
record Ring(CassandraCluster cluster, CqlDatabase database, String url, Path folder) {
    static Ring start(Path folder) throws IOException, InterruptedException {
        CassandraCluster cluster =
                new CassandraCluster(StateFolder.at(Path.of("target", "testbed").toAbsolutePath()), "apps");
        cluster.up(new Options("up", Map.of("quick", "true")), line -> {});
        String url = cluster.target().url();
        return new Ring(cluster, CqlDatabase.connect(CqlSettings.of(url.replaceAll("cql://|\\?.*", ""))), url, folder);
    }

    /** Runs the command on this node with these words, split at blanks. */
    Site.Ended run(String line) {
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
