package squall.apps.cli;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import squall.apps.Catalogue;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.Setting;
import squall.apps.Texts;
import squall.apps.run.CqlTables;
import squall.cql.CqlDatabase;
import squall.cql.CqlSettings;
import squall.cql.Keyspace;
import squall.host.StateFolder;
import squall.spi.Options;
import squall.testbed.cassandra.CassandraCluster;

/** One real Cassandra node, and workloads and the command run on it within this process. */
record Ring(CassandraCluster cluster, CqlDatabase database, String url, Path folder, AtomicInteger tables) {
    static Ring start(Path folder) throws IOException, InterruptedException {
        CassandraCluster cluster =
                new CassandraCluster(StateFolder.at(Path.of("target", "testbed").toAbsolutePath()), "apps");
        cluster.up(new Options("up", Map.of("quick", "true")), line -> {});
        String url = cluster.target().url();
        return new Ring(
                cluster,
                CqlDatabase.connect(settings(url.replaceAll("cql://|\\?.*", ""))),
                url,
                folder,
                new AtomicInteger());
    }

    /** Else the driver would let a second go by after each statement that makes a table, lest another follow. */
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

    /** A workload on fresh tables. @param words its name, and options of its own as {@code name=value} */
    Trial trial(String words, long keys, long writes, long reads) throws IOException, InterruptedException {
        String[] parts = words.split(" ");
        Map<String, String> options = new TreeMap<>();
        for (int i = 1; i < parts.length; i++) {
            options.put(parts[i].split("=")[0], parts[i].split("=")[1]);
        }
        CqlApp app = (CqlApp) Catalogue.load().find(parts[0]).orElseThrow();
        Setting setting =
                new Setting("t" + tables.incrementAndGet(), new Texts("key", 0), new Options(parts[0], options));
        CqlSetting whole = new CqlSetting(setting, database.dialect(), new Keyspace("ybdemo_keyspace", ""), 0);
        return Trial.of(app, setting, new CqlTables(app, whole, database), keys, writes, reads);
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
