package squall.cql;

import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.noRows;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.query;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.when;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.simulacron.common.cluster.QueryLog;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import squall.spi.Outcome;
import squall.sql.TestTurn;
import squall.sql.WorkEffect;

/** Test that rows are read from the nodes that YugabyteDB names. The hash of key:0 is 49488, that of a is 44389. */
class PartitionPolicyTest {
    private static final String READ = "SELECT v FROM ks.tbl WHERE k = ?";

    private final Stub stub = Stub.of(3);
    private final TestTurn turn = new TestTurn();

    PartitionPolicyTest() throws IOException {
        primeRead();
        stub.partitions(
                new Stub.Partition(0, Map.of(0, "LEADER", 1, "FOLLOWER")),
                new Stub.Partition(44_000, Map.of(1, "LEADER", 2, "FOLLOWER")),
                new Stub.Partition(49_000, Map.of(2, "LEADER", 0, "FOLLOWER")));
    }

    @AfterEach
    void stop() {
        stub.close();
    }

    @Test
    void a_strong_request_goes_to_the_leader_of_its_row() throws IOException, InterruptedException {
        try (CqlDatabase database = stub.connect()) {
            assertThat(database.dialect()).isEqualTo(CqlDialect.YCQL);
            for (int i = 0; i < 5; i++) {
                ask(database, "key:0", DefaultConsistencyLevel.QUORUM);
            }
            assertThat(askedNodes()).containsExactly(2);
            stub.cluster().clearLogs();
            ask(database, "a", DefaultConsistencyLevel.QUORUM);
            assertThat(askedNodes()).containsExactly(1);
        }
    }

    @Test
    void a_read_at_one_goes_to_any_replica_and_to_no_other_node() throws IOException, InterruptedException {
        try (CqlDatabase database = stub.connect()) {
            for (int i = 0; i < 30; i++) {
                ask(database, "key:0", DefaultConsistencyLevel.ONE);
            }
            assertThat(askedNodes()).containsExactlyInAnyOrder(0, 2);
        }
    }

    @Test
    void without_partitions_any_node_is_asked() throws IOException, InterruptedException {
        stub.cluster().clearPrimes(true);
        primeRead();
        try (CqlDatabase database = stub.connect()) {
            assertThat(database.dialect()).isEqualTo(CqlDialect.CASSANDRA);
            for (int i = 0; i < 30; i++) {
                ask(database, "key:0", DefaultConsistencyLevel.QUORUM);
            }
            assertThat(askedNodes()).containsExactlyInAnyOrder(0, 1, 2);
        }
    }

    private void primeRead() {
        LinkedHashMap<String, Object> parameters = new LinkedHashMap<>(Map.of("k", "*"));
        LinkedHashMap<String, String> types = new LinkedHashMap<>(Map.of("k", "varchar"));
        stub.cluster().prime(when(query(READ, List.of(), parameters, types)).then(noRows()));
    }

    private void ask(CqlDatabase database, String key, DefaultConsistencyLevel level) throws InterruptedException {
        try (CqlHandle handle = new CqlHandle(database, 0)) {
            Outcome outcome = handle.unit(WorkEffect.READ, turn, exchange -> {
                exchange.execute(exchange.prepared(READ).bind(key).setConsistencyLevel(level));
                return Outcome.OK;
            });
            assertThat(outcome).isEqualTo(Outcome.OK);
        }
    }

    private Set<Integer> askedNodes() {
        return IntStream.range(0, 3)
                .filter(node ->
                        stub.node(node).getLogs().getQueryLogs().stream().anyMatch(PartitionPolicyTest::isRead))
                .boxed()
                .collect(Collectors.toSet());
    }

    private static boolean isRead(QueryLog log) {
        return READ.equals(log.getQuery()) && log.getType().equals("EXECUTE");
    }
}
