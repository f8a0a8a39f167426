package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.cli.TestCommand.Ended;
import squall.cql.CqlDatabase;
import squall.cql.driver.CqlSettings;
import squall.spi.Options;
import squall.system.StateFolder;
import squall.testbed.cassandra.CassandraCluster;

/** The ycql binding on one node of Cassandra 6.0-alpha2, with a table that Accord orders. */
@Tag("server")
@Tag("extended")
class YcqlAccordServerTest {
    private static final String ACCORD = " -p cassandra.transactions=accord";

    /** Requests may time out here without a fault. */
    private static final String OPTIONS =
            " -P workloada -p recordcount=50 -p operationcount=100 -threads 2 --values stamped --error-budget 50%";

    private static CassandraCluster cluster;
    private static String hosts;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        StateFolder state = StateFolder.at(Path.of("target", "testbed").toAbsolutePath());
        cluster = new CassandraCluster(state, "ycql-accord");
        cluster.up(new Options("up", Map.of("quick", "true", "version", "6.0-alpha2")), line -> {});
        hosts = cluster.target().url().replaceAll("cql://|\\?.*", "");
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        cluster.reset();
    }

    @Test
    void a_table_that_accord_orders_is_loaded_and_used() throws IOException, InterruptedException {
        Ended loaded = ycsb("load ycql -p table=ordered" + OPTIONS + ACCORD);
        assertThat(loaded.code()).as(loaded.err()).isZero();
        try (CqlDatabase database = CqlDatabase.connect(CqlSettings.of(hosts))) {
            assertThat(database.administer("asking", "DESCRIBE TABLE ycsb.ordered")
                            .getFirst()
                            .getString("create_statement"))
                    .contains("transactional_mode = 'full'");
        }
        Ended ended = ycsb("run ycql -p table=ordered" + OPTIONS + ACCORD);
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.value("PLAN", "Finished")).contains("100");
    }

    @Test
    void a_table_that_accord_does_not_order_is_refused() {
        assertThat(ycsb("load ycql -p table=plain" + OPTIONS).code()).isZero();
        Ended refused = ycsb("run ycql -p table=plain" + OPTIONS + ACCORD);
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err())
                .contains("table plain exists, but its transactional_mode is 'off', not 'full' as Accord's transactions"
                        + " need it: load it with --existing=drop");
    }

    private static Ended ycsb(String line) {
        return new Ycsb(List.of("-p", "hosts=" + hosts), folder).run(line);
    }
}
