package squall.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.testbed.cassandra.Cql.Consistency.ONE;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.spi.Cluster.Node;
import squall.spi.Options;
import squall.system.ProcessState;

/** Nodes on one address, with a port each. */
@Tag("server")
class ScalingTest {
    @RegisterExtension
    static final CassandraBed BED = new CassandraBed();

    @Test
    void a_node_joins_and_the_first_one_leaves_with_its_rows_kept() throws Exception {
        CassandraCluster cluster = BED.cluster("scaling");
        cluster.up(CassandraBed.options(Map.of("nodes", "1", "addresses", "shared")), line -> {});
        Node first = cluster.nodes().getFirst();
        assertThatThrownBy(() -> cluster.remove(first))
                .isInstanceOf(IOException.class)
                .hasMessage("n1 is the last node; remove the whole cluster with 'testbed reset cassandra'");
        fill(first);

        Node second = cluster.add("rack1", "dc1");
        assertThat(second).isEqualTo(new Node("n2", first.host(), second.port(), "rack1", "dc1"));
        assertThat(second.port()).isGreaterThan(first.port()); // the next one that no other cluster has
        assertThat(cluster.status()).allSatisfy(status -> {
            assertThat(status.mode()).isEqualTo("NORMAL");
            assertThat(status.peers()).hasSize(2).values().containsOnly("UP");
        });

        replicate(first, 2);
        assertThatThrownBy(() -> cluster.remove(first))
                .isInstanceOf(IOException.class)
                .hasMessage("n1 cannot leave: keyspace kept needs 2 replicas in dc1, and 1 nodes would be left there;"
                        + " lower its replication first, or add a node");
        replicate(first, 1);

        long left = cluster.status().getFirst().pid();
        cluster.remove(first);
        assertThat(cluster.nodes()).containsExactly(second);
        assertThat(ProcessState.of(left).dead()).isTrue();
        try (var cql = new Cql(second)) {
            assertThat(cql.execute(ONE, "SELECT v FROM kept.t")).hasSize(100).containsOnly("row");
        }

        cluster.down();
        cluster.up(Options.none("up"), line -> {});
        try (var cql = new Cql(second)) {
            assertThat(cql.execute(ONE, "SELECT v FROM kept.t")).hasSize(100);
        }

        CassandraFolder home = CassandraFolder.named(BED.state(), "scaling");
        CassandraRing ring = home.ring().orElseThrow();
        home.write(ring.with(home.allocator(home.subnet())
                .next(ring, "rack1", "dc1"))); // as if the process that adds it were killed now
        cluster.remove(cluster.nodes().getLast());
        assertThat(cluster.nodes()).containsExactly(second);
    }

    private static void replicate(Node node, int replicas) throws IOException {
        try (var cql = new Cql(node)) {
            cql.execute(
                    ONE,
                    "ALTER KEYSPACE kept WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': " + replicas
                            + "}");
        }
    }

    private static void fill(Node node) throws IOException {
        try (var cql = new Cql(node)) {
            cql.execute(ONE, "CREATE KEYSPACE kept WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 1}");
            cql.execute(ONE, "CREATE TABLE kept.t (k int PRIMARY KEY, v text)");
            for (int k = 0; k < 100; k++) {
                cql.execute(ONE, "INSERT INTO kept.t (k, v) VALUES (" + k + ", 'row')");
            }
        }
    }
}
