package squall.adversity.safety;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import squall.adversity.FakeCluster;
import squall.adversity.ProviderRegistry;
import squall.fixture.TestPostgres;

/** The contract of faults that work on a database, on a real one. */
@Tag("server")
@Tag("extended")
class FaultContractServerTest {
    static final List<String> KINDS = List.of("addColumn", "backup", "changefeed", "createIndex");

    /** Query for everything that the four create: columns, indexes, publications, slots and sessions, by name. */
    private static final String PICTURE = """
            SELECT string_agg(what, E'\\n' ORDER BY what) FROM (
              SELECT table_name || '.' || column_name AS what FROM information_schema.columns WHERE table_schema = 'public'
              UNION ALL SELECT indexname FROM pg_indexes WHERE schemaname = 'public'
              UNION ALL SELECT pubname FROM pg_publication
              UNION ALL SELECT slot_name FROM pg_replication_slots
              UNION ALL SELECT application_name FROM pg_stat_activity WHERE application_name LIKE 'adv%') AS made""";

    private static TestPostgres server;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws Exception {
        server = new TestPostgres("contract");
        server.tell("ALTER SYSTEM SET wal_level = 'logical'"); // what a change feed wants
        server.restart();
        server.tell("CREATE TABLE large AS SELECT n AS id, 'text ' || n AS words FROM generate_series(1, 200000) n");
    }

    @AfterAll
    static void end() throws Exception {
        server.remove();
    }

    @ParameterizedTest
    @FieldSource("KINDS")
    void healed_work_leaves_the_database_as_it_was(String kind) throws Exception {
        FakeCluster cluster = new FakeCluster(3, folder);
        cluster.at(server.target());
        new FaultContract(cluster, folder, () -> server.ask(PICTURE))
                .holds(ProviderRegistry.ofFaults().named(kind), Map.of(), List.of());
    }
}
