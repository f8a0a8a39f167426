package squall.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.testbed.cassandra.Cql.Consistency.ALL;
import static squall.testbed.cassandra.Cql.Consistency.ONE;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Node;
import squall.system.PollDeadline;

/** Test of faults inside three nodes that are replicas of each other. */
@Tag("server")
@Tag("extended")
class NodeFaultsTest {
    @RegisterExtension
    static final CassandraBed BED = new CassandraBed();

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Impairment CUT = new Impairment.Cut();

    private CassandraCluster cluster;
    private Node first;
    private Link link;

    @BeforeEach
    void up() throws Exception {
        cluster = BED.cluster(CassandraBed.THREE);
        cluster.up(CassandraBed.three(), line -> {});
        first = cluster.nodes().getFirst();
        link = new Link("n1", "n2");
    }

    @Test
    void a_cut_link_carries_no_write_until_it_is_mended() throws Exception {
        table("cut");
        assertThat(cluster.probe(link, SOON)).isPresent();
        cluster.disturb(link, CUT, LONG);
        assertThat(cluster.impairment(link)).contains(CUT);
        assertThat(cluster.impairment(link.reversed())).isEmpty();
        assertThat(cluster.probe(link, PATIENCE)).isEmpty();
        assertThatThrownBy(() -> write("cut")).isInstanceOf(IOException.class).hasMessageContaining("timed out");
        cluster.restoreLink(link);
        cluster.restoreLink(link);
        assertThat(cluster.impairment(link)).isEmpty();
        assertThat(PollDeadline.in(SOON)
                        .await(() -> cluster.probe(link, PATIENCE).isPresent()))
                .isTrue();
        write("cut");
    }

    @Test
    void a_link_that_is_not_restored_is_well_when_its_time_is_over() throws Exception {
        cluster.disturb(link, CUT, Duration.ofSeconds(3));
        assertThat(PollDeadline.in(SOON)
                        .await(() -> cluster.probe(link, PATIENCE).isPresent()))
                .isTrue();
        assertThat(cluster.impairment(link)).isEmpty();
    }

    @Test
    void a_delayed_link_answers_later() throws Exception {
        Impairment delay = new Impairment.Delay(Duration.ofMillis(700), Duration.ofMillis(10));
        cluster.disturb(link, delay, LONG);
        assertThat(cluster.impairment(link)).contains(delay);
        assertThat(cluster.probe(link, SOON))
                .hasValueSatisfying(took -> assertThat(took).isGreaterThanOrEqualTo(Duration.ofMillis(700)));
        cluster.restoreLink(link);
        assertThat(cluster.impairment(link)).isEmpty();
    }

    @Test
    void connections_inside_nodes_are_not_reset() throws Exception {
        assertThat(cluster.refusal(new Impairment.Reset()))
                .contains("rules inside Cassandra delay messages; they cannot reset connections");
    }

    @Test
    void a_disk_that_holds_still_takes_no_write_and_lets_all_go_on_when_it_is_released() throws Exception {
        table("still");
        cluster.hold(first, LONG, LONG);
        assertThat(cluster.probe(first, PATIENCE)).isEmpty();
        assertThatThrownBy(() -> write("still")).isInstanceOf(IOException.class).hasMessageContaining("timed out");
        cluster.release(first);
        cluster.release(first);
        assertThat(cluster.probe(first, SOON)).isPresent();
        write("still");
    }

    @Test
    void a_slow_disk_is_fast_again_when_its_time_is_over() throws Exception {
        cluster.hold(first, Duration.ofMillis(800), Duration.ofSeconds(4));
        assertThat(cluster.probe(first, SOON))
                .hasValueSatisfying(took -> assertThat(took).isGreaterThanOrEqualTo(Duration.ofMillis(800)));
        assertThat(PollDeadline.in(SOON)
                        .await(() -> cluster.probe(first, SOON)
                                .filter(took -> took.compareTo(Duration.ofMillis(800)) < 0)
                                .isPresent()))
                .isTrue();
        cluster.release(first);
    }

    @Test
    void a_snapshot_is_on_each_node_until_it_is_cleared() throws Exception {
        table("kept");
        cluster.snapshot("adv_t1_f1", LONG);
        assertThat(cluster.snapshots("adv_t1_f1"))
                .containsOnlyKeys(cluster.nodes())
                .allSatisfy((node, bytes) -> assertThat(bytes).isPositive());
        cluster.clear("adv_t1_f1");
        cluster.clear("adv_t1_f1");
        assertThat(cluster.snapshots("adv_t1_f1")).isEmpty();
    }

    @Test
    void what_nodes_are_started_with_is_not_changed_while_they_run() {
        assertThatThrownBy(() -> cluster.up(CassandraBed.options(Map.of("faults", "false")), line -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the nodes of cassandra 'three' run with faults=true and clock=false;"
                        + " stop them with 'testbed down cassandra' first, then start them with the other value");
    }

    private void table(String keyspace) throws Exception {
        try (var cql = new Cql(first)) {
            cql.execute(
                    ONE,
                    "CREATE KEYSPACE " + keyspace + " WITH replication = "
                            + cluster.target().properties().get("replication"));
            cql.execute(ONE, "CREATE TABLE " + keyspace + ".t (k int PRIMARY KEY, v text)");
        }
        assertThat(PollDeadline.in(SOON).await(() -> accepted(keyspace).isEmpty()))
                .isTrue();
    }

    /** Returns the error of a write, if it fails; a node that has not heard of the table yet refuses it. */
    private Optional<String> accepted(String keyspace) throws InterruptedException {
        try {
            write(keyspace);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private void write(String keyspace) throws IOException {
        try (var cql = new Cql(first)) {
            cql.execute(ALL, "INSERT INTO " + keyspace + ".t (k, v) VALUES (1, 'row')");
        }
    }
}
