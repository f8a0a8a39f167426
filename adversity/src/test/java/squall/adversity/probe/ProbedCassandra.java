package squall.adversity.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import squall.adversity.probe.ConsistencyProbes.ProbeStores;
import squall.adversity.probe.intent.IntentLog;
import squall.adversity.probe.intent.IntentLogFile;
import squall.cql.CqlDatabase;
import squall.cql.driver.CqlAddress;
import squall.cql.driver.CqlSettings;
import squall.scenario.ProbeSettings;
import squall.spi.Options;
import squall.system.StateFolder;
import squall.testbed.cassandra.CassandraCluster;

/** Fixture of a node of Cassandra with probes; ends with the node gone. */
final class ProbedCassandra implements BeforeAllCallback, AfterAllCallback {
    private final String name;
    private final Map<String, String> options;
    private final ProbeSettings probes;

    private @Nullable CassandraCluster cluster;
    private @Nullable CqlDatabase database;

    /** @param options of the new node, in addition to {@code quick} */
    ProbedCassandra(String name, Map<String, String> options, ProbeSettings probes) {
        this.name = name;
        this.options = new TreeMap<>(options);
        this.options.put("quick", "true");
        this.probes = probes;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        cluster =
                new CassandraCluster(StateFolder.at(Path.of("target", "testbed").toAbsolutePath()), name);
        cluster.up(new Options("up", options), line -> {});
        database = CqlDatabase.connect(CqlSettings.of(
                CqlAddress.ofUrl(cluster.target().url()).contactPoints().getFirst()));
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException, InterruptedException {
        if (database != null) {
            database.close();
        }
        if (cluster != null) {
            cluster.reset();
        }
    }

    CassandraCluster cluster() {
        return Objects.requireNonNull(cluster, "the node was started");
    }

    /** Begins the log of a run in a new folder of it. */
    static IntentLog log(Path folder, String run) throws IOException {
        return IntentLog.begin(
                Files.createDirectory(folder.resolve(run)).resolve(IntentLog.NAME), IntentLogFile.Origin.here(run));
    }

    /** Returns the probes of a run after they have worked for a while. @param folder of its log */
    ConsistencyProbes stopped(Path folder, String run, IntentLog intents) throws IOException, InterruptedException {
        ProbeStores stores = ProbeStores.at(cluster().target(), cluster().nodes(), run, probes.accord());
        return StoppedProbes.in(folder.resolve(run), probes, stores, intents);
    }

    /** Returns the names of the run's tables. */
    List<String> tables(String run) throws IOException, InterruptedException {
        return open()
                .administer(
                        "looking", "SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'squall_probes'")
                .stream()
                .map(row -> row.getString(0))
                .filter(table -> table.endsWith("_" + run))
                .toList();
    }

    void tell(String cql) throws IOException, InterruptedException {
        open().administer("telling", cql);
    }

    private CqlDatabase open() {
        return Objects.requireNonNull(database, "the node was started");
    }
}
