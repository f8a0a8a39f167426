package squall.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static squall.testbed.cassandra.Cql.Consistency.QUORUM;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.spi.Cluster.State;

/** Node of the alpha of version 6, which is downloaded at first. */
@Tag("server")
@Tag("extended")
class AccordServerTest {
    @RegisterExtension
    static final CassandraBed BED = new CassandraBed();

    private static final String VERSION = "6.0-alpha2";

    private static CassandraCluster cluster;

    @BeforeAll
    static void up() throws Exception {
        cluster = BED.cluster("accord");
        cluster.up(CassandraBed.options(Map.of("version", VERSION)), line -> {});
    }

    @AfterAll
    static void remove() throws Exception {
        cluster.reset();
    }

    @Test
    void it_is_called_what_it_is() throws Exception {
        assertThat(cluster.status())
                .extracting(NodeStatus::state, NodeStatus::mode)
                .containsExactly(tuple(State.UP, "NORMAL"));
        assertThat(cluster.version(cluster.nodes().getFirst())).isEqualTo(VERSION);
        assertThat(cluster.facts()).containsEntry("version", VERSION + " (experimental)");
        assertThat(cluster.target().properties()).containsEntry("version", VERSION + " (experimental)");
    }

    @Test
    void a_transaction_over_two_partitions_is_applied_as_a_whole_or_not_at_all() throws Exception {
        try (var cql = new Cql(cluster.nodes().getFirst())) {
            cql.execute(
                    QUORUM,
                    "CREATE KEYSPACE accord WITH replication = "
                            + cluster.target().properties().get("replication"));
            cql.execute(QUORUM, "CREATE TABLE accord.t (k int PRIMARY KEY, v text) WITH transactional_mode = 'full'");
            cql.execute(
                    QUORUM,
                    "BEGIN TRANSACTION INSERT INTO accord.t (k, v) VALUES (1, 'a'); INSERT INTO accord.t (k, v)"
                            + " VALUES (2, 'a'); COMMIT TRANSACTION");
            for (String expected : new String[] {"b", "a"}) { // the second time the condition holds
                cql.execute(
                        QUORUM,
                        "BEGIN TRANSACTION LET one = (SELECT v FROM accord.t WHERE k = 1); IF one.v = '" + expected
                                + "' THEN UPDATE accord.t SET v = 'c' WHERE k = 1; UPDATE accord.t SET v = 'c'"
                                + " WHERE k = 2; END IF COMMIT TRANSACTION");
                for (int key : new int[] {1, 2}) {
                    assertThat(cql.execute(QUORUM, "SELECT v FROM accord.t WHERE k = " + key))
                            .containsExactly(expected.equals("a") ? "c" : "a");
                }
            }
        }
    }

    @Test
    void it_does_not_turn_into_a_release() throws Exception {
        assertThat(cluster.refusal("5.0.5"))
                .contains("nodes run Apache Cassandra 6.0-alpha2 and can be moved to other versions 6.0.x, not to"
                        + " 5.0.5, whose data differ");
        assertThat(cluster.refusal("6.0-alpha1"))
                .contains("nodes run Apache Cassandra 6.0-alpha2 and are not moved to 6.0-alpha1, as one of the two is"
                        + " experimental: create a new cluster");
        assertThatThrownBy(() -> cluster.up(CassandraBed.options(Map.of("version", "5.0.5")), line -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cassandra 'accord' was created by Cassandra 6.0-alpha2, here is 5.0.5; remove it with"
                        + " 'testbed reset cassandra'");
    }

    /** A version of the right form that nobody has published. */
    @Test
    void a_version_that_was_never_published_makes_nothing() throws Exception {
        CassandraCluster other = BED.cluster("never-published");
        assertThatThrownBy(() -> other.up(CassandraBed.options(Map.of("version", "6.0-alpha99")), line -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Apache Cassandra 6.0-alpha99 is not published on Maven Central, or not for this platform;"
                        + " choose another version");
        assertThat(other.exists()).isFalse();
    }
}
