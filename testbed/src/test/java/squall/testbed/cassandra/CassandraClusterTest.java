package squall.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
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
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.spi.Options;
import squall.system.PollDeadline;
import squall.testbed.host.ServerPriority;

/** Three nodes with addresses of their own, one in each rack. */
@Tag("server")
@Tag("extended")
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

    /** Downloads the other version from Maven Central if it is not here. */
    @Test
    void a_node_moves_to_another_version_with_its_data_and_back_while_the_others_answer() throws Exception {
        String from = CassandraJars.versions().pinned();
        String to = cluster.usualUpgrade(from).orElseThrow();
        assumeDownloaded(to);
        table("upgraded");
        Node moved = nodes.get(1);
        for (String version : List.of(to, from)) {
            cluster.upgrade(moved, version);
            assertThat(nodes).extracting(node -> cluster.version(node)).containsExactly(from, version, from);
            assertThat(cluster.target().properties())
                    .containsEntry("version", version.equals(from) ? from : from + " and " + to);
        }
        assertThat(cluster.status()).extracting(NodeStatus::state).containsOnly(State.UP);
    }

    private void assumeDownloaded(String version) throws InterruptedException {
        try {
            assertThat(cluster.refusal(version)).isEmpty();
        } catch (IOException e) {
            System.err.println("NOT TESTED HERE: an upgrade of Cassandra to " + version + "; " + e.getMessage());
            assumeTrue(false, e.getMessage());
        }
    }

    @Test
    void a_version_whose_data_differ_is_refused() throws Exception {
        assertThat(cluster.refusal("4.1.10"))
                .contains("nodes run Apache Cassandra 5.0.5 and can be moved to other versions 5.0.x, not to 4.1.10,"
                        + " whose data differ");
        assertThatThrownBy(() -> cluster.up(
                        CassandraBed.options(Map.of("nodes", "3", "faults", "true", "version", "5.0.6")), line -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the nodes of cassandra 'three' have version 5.0.5, but 5.0.6 was requested: omit the option"
                                + " version, move nodes with the fault rollingUpgrade, or choose another --name");
    }

    /** Covers an old error: another shape was exit 5, as if this machine could not run it. */
    @Test
    void a_second_up_attaches_and_another_shape_is_refused() throws Exception {
        List<Long> before = pids();
        assertThat(cluster.up(Options.none("up"), line -> {})).isFalse();
        assertThat(pids()).isEqualTo(before);
        assertThatThrownBy(() -> cluster.up(CassandraBed.options(Map.of("nodes", "5")), line -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "cassandra 'three' was created with nodes=3, but nodes=5 was requested: omit that option, add or remove nodes, choose another --name, or run 'testbed reset cassandra'");
    }

    @Test
    void nodes_listen_on_loopback_only() throws Exception {
        for (long pid : pids()) {
            assertThat(Listening.addresses(pid)).isNotEmpty().allMatch(address -> address.startsWith("127.0.0."));
        }
    }

    @Test
    void nodes_of_a_ring_run_at_a_lower_priority_than_the_client() throws Exception {
        long ours = niceness("self");
        for (long pid : pids()) {
            assertThat(niceness(Long.toString(pid))).isEqualTo(Math.min(19, ours + ServerPriority.NICE));
        }
        assertThat(cluster.target().properties()).containsEntry("nice", Integer.toString(ServerPriority.NICE));
    }

    @Test
    void a_killed_node_is_not_missed_and_has_the_rows_when_it_is_back() throws Exception {
        table("killed");
        Node victim = nodes.get(2);
        Link into = new Link("n1", victim.name());
        cluster.disturb(into, new Impairment.Cut(), Duration.ofMinutes(5));
        cluster.kill(victim);
        assertThat(cluster.state(victim)).isEqualTo(State.DOWN);
        assertThat(cluster.impairment(into)).isEmpty();
        cluster.restoreLink(into);
        try (var one = new Cql(nodes.getFirst())) {
            one.execute(QUORUM, "INSERT INTO killed.t (k, v) VALUES (2, 'without n3')");
        }
        cluster.start(victim);
        assertThat(cluster.impairment(into))
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
        assertThat(PollDeadline.in(Duration.ofMinutes(2)).await(() -> cluster.state(victim) == State.UP))
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

    /** Returns the 19th word of {@code /proc/PID/stat}; the second is in brackets and may have blanks. */
    private static long niceness(String pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", pid, "stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[16]);
    }

    /** Creates a table with one row that all nodes have. */
    private void table(String keyspace) throws Exception {
        try (var first = new Cql(nodes.getFirst())) {
            first.execute(
                    ONE,
                    "CREATE KEYSPACE " + keyspace + " WITH replication = "
                            + cluster.target().properties().get("replication"));
            first.execute(ONE, "CREATE TABLE " + keyspace + ".t (k int PRIMARY KEY, v text)");
            assertThat(PollDeadline.in(Duration.ofMinutes(2)).await(this::schemaIsAgreedOn))
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
