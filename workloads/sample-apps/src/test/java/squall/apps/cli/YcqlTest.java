package squall.apps.cli;

import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.noRows;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.query;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.rows;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.when;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.simulacron.common.cluster.ClusterSpec;
import com.datastax.oss.simulacron.server.BoundCluster;
import com.datastax.oss.simulacron.server.Inet4Resolver;
import com.datastax.oss.simulacron.server.Server;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.cql.CqlDatabase;
import squall.cql.CqlDialect;
import squall.cql.driver.CqlSettings;
import squall.fixture.Ports;

/** Test of the statements for YugabyteDB, without one: their texts, and a stub that has partitions and so is taken for one. */
class YcqlTest {
    private static final byte[] FIRST = {127, 0, 78, 1};

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "CassandraKeyValue | CREATE TABLE IF NOT EXISTS ybdemo_keyspace.t (k varchar, v blob, PRIMARY KEY ((k)))",
                "CassandraTransactionalKeyValue | CREATE TABLE IF NOT EXISTS ybdemo_keyspace.t (k varchar, v bigint,"
                        + " PRIMARY KEY (k)) WITH transactions = {'enabled': true}",
                "CassandraSecondaryIndex | CREATE INDEX IF NOT EXISTS tbyvalue ON ybdemo_keyspace.t (v)",
                "CassandraSecondaryIndex non_transactional_index=true | CREATE INDEX IF NOT EXISTS tbyvalue ON"
                        + " ybdemo_keyspace.t (v) WITH transactions = {'enabled': false, 'consistency_level':"
                        + " 'user_enforced'}",
                "CassandraUniqueSecondaryIndex | CREATE UNIQUE INDEX IF NOT EXISTS tbyvalue ON ybdemo_keyspace.t (v)",
                "CassandraEventData | CREATE INDEX IF NOT EXISTS tbytype ON ybdemo_keyspace.t (device_id, event_type,"
                        + " ts) WITH CLUSTERING ORDER BY (event_type ASC, ts DESC) AND transactions = {'enabled':"
                        + " false, 'consistency_level': 'user_enforced'}",
            })
    void tables_and_indexes_are_upstreams(String words, String last) {
        assertThat(Trial.app(words).ddl(Trial.setting(words, "t", CqlDialect.YCQL)))
                .last()
                .isEqualTo(last);
    }

    @Test
    void a_pair_is_one_transaction_in_one_statement_sent_once_at_quorum() throws IOException, InterruptedException {
        String transaction = "BEGIN TRANSACTION INSERT INTO ybdemo_keyspace.pairs (k, v) VALUES (?, ?); "
                + "INSERT INTO ybdemo_keyspace.pairs (k, v) VALUES (?, ?); END TRANSACTION;";
        int port = Ports.free();
        try (Server server = Server.builder()
                .withAddressResolver(new Inet4Resolver(FIRST, port))
                .build()) {
            BoundCluster cluster =
                    server.register(ClusterSpec.builder().withNodes(1).build());
            partitions(cluster);
            takes(cluster, transaction);
            try (CqlDatabase database = CqlDatabase.connect(CqlSettings.of("127.0.78.1:" + port))) {
                assertThat(database.dialect()).isEqualTo(CqlDialect.YCQL);
                assertThat(Trial.over(database, "CassandraTransactionalKeyValue", "pairs", 7, 7, 0)
                                .run())
                        .isEqualTo(7);
            }
            assertThat(cluster.getLogs().getQueryLogs().stream()
                            .filter(log -> transaction.equals(log.getQuery()))
                            .map(log -> log.getType() + " " + log.getConsistency()))
                    .hasSize(8)
                    .startsWith("PREPARE null")
                    .filteredOn(log -> log.equals("EXECUTE QUORUM"))
                    .hasSize(7);
        }
    }

    /** Primes the stub with a transaction that has two texts and two numbers. */
    private static void takes(BoundCluster cluster, String transaction) {
        LinkedHashMap<String, Object> parameters = new LinkedHashMap<>();
        LinkedHashMap<String, String> types = new LinkedHashMap<>();
        for (String name : List.of("k1", "v1", "k2", "v2")) {
            parameters.put(name, "*");
            types.put(name, name.startsWith("k") ? "varchar" : "bigint");
        }
        cluster.prime(when(query(transaction, List.of(), parameters, types)).then(noRows()));
    }

    private static void partitions(BoundCluster cluster) throws IOException {
        cluster.prime(when("SELECT keyspace_name, table_name, start_key, end_key, replica_addresses FROM"
                        + " system.partitions")
                .then(rows().columnTypes(
                                "keyspace_name",
                                "varchar",
                                "table_name",
                                "varchar",
                                "start_key",
                                "blob",
                                "end_key",
                                "blob",
                                "replica_addresses",
                                "map<inet,varchar>")
                        .row(
                                "keyspace_name",
                                "ybdemo_keyspace",
                                "table_name",
                                "pairs",
                                "start_key",
                                ByteBuffer.allocate(0),
                                "end_key",
                                ByteBuffer.allocate(0),
                                "replica_addresses",
                                Map.of(InetAddress.getByAddress(FIRST), "LEADER"))));
    }
}
