package squall.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.testbed.cassandra.Cql.Consistency.ONE;
import static squall.testbed.cassandra.Cql.Consistency.QUORUM;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.spi.Cluster.Node;
import squall.spi.Options;
import squall.system.process.ProcessState;
import squall.testbed.cassandra.layout.CassandraFolder;
import squall.testbed.cassandra.layout.CassandraRing;

/** Nodes on one address, with a port each. */
@Tag("server")
@Tag("extended")
class ScalingTest {
    private static final int KEYS = 50;

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
        assertThat(second.port()).isNotEqualTo(first.port());
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
        CassandraRing ring = home.note().orElseThrow();
        home.write(ring.with(home.allocator(home.subnet())
                .next(ring, "rack1", "dc1"))); // as if the process that adds it were killed now
        cluster.remove(cluster.nodes().getLast());
        assertThat(cluster.nodes()).containsExactly(second);
    }

    /** Reads and writes with the answers of a majority of three replicas, while the three change twice. */
    @Test
    void two_nodes_join_three_under_load_and_with_three_replicas_no_write_is_lost_and_no_read_goes_back()
            throws Exception {
        CassandraCluster cluster = BED.cluster("replicas");
        cluster.up(CassandraBed.options(Map.of("nodes", "3", "racks", "1", "quick", "true")), line -> {});
        List<Node> before = cluster.nodes();
        try (var cql = new Cql(before.getFirst())) {
            cql.execute(
                    QUORUM, "CREATE KEYSPACE kept WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3}");
            cql.execute(QUORUM, "CREATE TABLE kept.t (k int PRIMARY KEY, v text)");
        }
        List<Versions> writers = List.of(new Versions(0, before), new Versions(KEYS, before));
        try (var threads = Executors.newFixedThreadPool(writers.size())) {
            List<Future<Integer>> written =
                    writers.stream().map(threads::submit).toList();
            try {
                cluster.add("rack1", "dc1");
                cluster.add("rack1", "dc1");
            } finally {
                writers.forEach(Versions::end);
            }
            for (Future<Integer> each : written) {
                assertThat(each.get()).as("acknowledged writes").isGreaterThan(KEYS);
            }
        }
        assertThat(cluster.nodes()).hasSize(5);
        for (Versions writer : writers) {
            assertThat(writer.goneBack()).isEmpty();
            for (Node node : cluster.nodes()) {
                assertThat(writer.lost(node))
                        .as("lost, asked at %s", node.name())
                        .isEmpty();
            }
        }
        cluster.down();
    }

    /** Client that writes ever higher versions of keys of its own, and reads each at once through another node. */
    private static final class Versions implements Callable<Integer> {
        private final int from;
        private final List<Node> nodes;
        private final int[] acknowledged = new int[KEYS];
        private final List<String> goneBack = new ArrayList<>();
        private volatile boolean ended;

        Versions(int from, List<Node> nodes) {
            this.from = from;
            this.nodes = nodes;
        }

        void end() {
            ended = true;
        }

        /** Returns the reads that went back in time. To be called when it has ended. */
        List<String> goneBack() {
            return goneBack;
        }

        @Override
        public Integer call() {
            int written = 0;
            int failed = 0;
            for (int turn = 0; !ended; turn++) {
                int key = turn % KEYS;
                try (var writing = new Cql(nodes.get(turn % nodes.size()));
                        var reading = new Cql(nodes.get((turn + 1) % nodes.size()))) {
                    int version = turn + 1;
                    writing.execute(
                            QUORUM, "INSERT INTO kept.t (k, v) VALUES (" + (from + key) + ", '" + version + "')");
                    acknowledged[key] = version;
                    written++;
                    int read = read(reading, key);
                    if (read < version) {
                        goneBack.add("key " + (from + key) + ": " + read + " after " + version);
                    }
                } catch (IOException e) {
                    failed++; // not acknowledged, or not read: neither proves anything
                }
            }
            assertThat(failed).as("failed, of which few may").isLessThan(Math.max(KEYS, written / 10));
            return written;
        }

        private int read(Cql cql, int key) throws IOException {
            List<String> found = cql.execute(QUORUM, "SELECT v FROM kept.t WHERE k = " + (from + key));
            return found.isEmpty() ? 0 : Integer.parseInt(found.getFirst());
        }

        /** Keys whose version at the node is older than the last one acknowledged. */
        List<String> lost(Node node) throws IOException {
            List<String> lost = new ArrayList<>();
            try (var cql = new Cql(node)) {
                for (int key = 0; key < KEYS; key++) {
                    int read = read(cql, key);
                    if (read < acknowledged[key]) {
                        lost.add("key " + (from + key) + ": " + read + " instead of " + acknowledged[key]);
                    }
                }
            }
            return lost;
        }
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
