package squall.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static squall.testbed.cassandra.Cql.Consistency.ALL;
import static squall.testbed.cassandra.Cql.Consistency.ONE;
import static squall.testbed.cassandra.Cql.Consistency.QUORUM;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.host.Deadline;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.spi.Cluster.Trouble;
import squall.spi.Options;
import squall.testbed.host.StandBack;

/** Three nodes with addresses of their own, one in each rack. */
@Tag("server")
class CassandraClusterTest {
    @RegisterExtension
    static final CassandraBed BED = new CassandraBed();

    private static final Options THREE = CassandraBed.three();

    private CassandraCluster cluster;
    private List<Node> nodes;

    @BeforeEach
    void up() throws Exception {
        cluster = BED.cluster(CassandraBed.THREE);
        cluster.up(THREE, line -> {});
        nodes = cluster.nodes();
    }

    @Test
    void three_nodes_are_up_in_a_rack_each_and_believe_it_of_one_another() throws Exception {
        assertThat(nodes)
                .extracting(Node::name, Node::host, Node::zone, Node::region)
                .containsExactly(
                        tuple("n1", "127.0.0.1", "rack1", "dc1"),
                        tuple("n2", "127.0.0.2", "rack2", "dc1"),
                        tuple("n3", "127.0.0.3", "rack3", "dc1"));
        for (NodeStatus status : cluster.status()) {
            assertThat(status.state()).isEqualTo(State.UP);
            assertThat(status.mode()).isEqualTo("NORMAL");
            assertThat(status.peers()).hasSize(3).values().containsOnly("UP");
        }
    }

    @Test
    void a_second_up_attaches_and_another_shape_is_refused() throws Exception {
        List<Long> before = pids();
        assertThat(cluster.up(Options.none("up"), line -> {})).isFalse();
        assertThat(pids()).isEqualTo(before);
        assertThatThrownBy(() -> cluster.up(CassandraBed.options(Map.of("nodes", "5")), line -> {}))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "cassandra 'three' was made with nodes=3, and asked for is nodes=5: leave that out, add or remove"
                                + " nodes, choose another --name, or 'testbed reset cassandra'");
    }

    @Test
    void nodes_listen_on_loopback_only() throws Exception {
        for (long pid : pids()) {
            assertThat(Listening.addresses(pid)).isNotEmpty().allMatch(address -> address.startsWith("127.0.0."));
        }
    }

    @Test
    void nodes_of_a_ring_let_whoever_measures_them_go_first() throws Exception {
        long ours = niceness("self");
        for (long pid : pids()) {
            assertThat(niceness(Long.toString(pid))).isEqualTo(Math.min(19, ours + StandBack.NICE));
        }
        assertThat(cluster.target().properties()).containsEntry("nice", Integer.toString(StandBack.NICE));
    }

    @Test
    void a_killed_node_is_not_missed_and_has_the_rows_when_it_is_back() throws Exception {
        table("killed");
        Node victim = nodes.get(2);
        Link into = new Link("n1", victim.name());
        cluster.disturb(into, new Trouble.Cut(), Duration.ofMinutes(5));
        cluster.kill(victim);
        assertThat(cluster.state(victim)).isEqualTo(State.DOWN);
        assertThat(cluster.trouble(into)).isEmpty();
        cluster.mend(into);
        try (var one = new Cql(nodes.getFirst())) {
            one.execute(QUORUM, "INSERT INTO killed.t (k, v) VALUES (2, 'without n3')");
        }
        cluster.start(victim);
        assertThat(cluster.trouble(into))
                .as("a node that is started anew has forgotten its troubles")
                .isEmpty();
        try (var back = new Cql(victim)) {
            assertThat(back.execute(ONE, "SELECT v FROM killed.t WHERE k = 1")).containsExactly("before");
            assertThat(back.execute(QUORUM, "SELECT v FROM killed.t WHERE k = 2"))
                    .containsExactly("without n3");
        }
    }

    @Test
    void a_paused_node_goes_on_by_itself_when_its_time_is_over() throws Exception {
        Node victim = nodes.get(1);
        cluster.pause(victim, Duration.ofSeconds(2));
        assertThat(cluster.state(victim)).isEqualTo(State.PAUSED);
        assertThatThrownBy(() -> cluster.up(THREE, line -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("n2 is frozen (SIGSTOP)");
        assertThat(Deadline.in(Duration.ofSeconds(20)).await(() -> cluster.state(victim) == State.UP))
                .isTrue();
    }

    @Test
    void a_paused_node_goes_on_when_it_is_told_to() throws Exception {
        Node victim = nodes.get(1);
        cluster.pause(victim, Duration.ofMinutes(10));
        assertThat(cluster.state(victim)).isEqualTo(State.PAUSED);
        cluster.resume(victim);
        cluster.resume(victim);
        assertThat(cluster.state(victim)).isEqualTo(State.UP);
        table("resumed");
    }

    /** The 19th word of {@code /proc/PID/stat}; the second is in brackets and may have blanks. */
    private static long niceness(String pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", pid, "stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[16]);
    }

    /** With one row that all nodes have. */
    private void table(String keyspace) throws Exception {
        try (var first = new Cql(nodes.getFirst())) {
            first.execute(
                    ONE,
                    "CREATE KEYSPACE " + keyspace + " WITH replication = "
                            + cluster.target().properties().get("replication"));
            first.execute(ONE, "CREATE TABLE " + keyspace + ".t (k int PRIMARY KEY, v text)");
            assertThat(Deadline.in(Duration.ofSeconds(30)).await(this::schemaIsAgreedOn))
                    .isTrue();
            first.execute(ALL, "INSERT INTO " + keyspace + ".t (k, v) VALUES (1, 'before')");
        }
    }

    private boolean schemaIsAgreedOn() throws IOException {
        var versions = new HashSet<String>();
        for (Node node : nodes) {
            try (var cql = new Cql(node)) {
                versions.addAll(cql.execute(ONE, "SELECT schema_version FROM system.local"));
            }
        }
        return versions.size() == 1;
    }

    private List<Long> pids() throws Exception {
        var pids = new ArrayList<Long>();
        for (NodeStatus status : cluster.status()) {
            pids.add(status.pid());
        }
        return pids;
    }
}
