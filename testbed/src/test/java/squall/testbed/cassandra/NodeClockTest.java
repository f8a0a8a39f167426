package squall.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.spi.Cluster.Clocks;
import squall.spi.Cluster.Node;
import squall.system.PollDeadline;
import squall.testbed.host.ProcessClock;

/** Test of a node alone: peers would take no message of a node that dates them minutes back, for some time after its clock is right again. */
@Tag("server")
@Tag("extended")
class NodeClockTest {
    @RegisterExtension
    static final CassandraBed BED = new CassandraBed();

    private static final Duration SOON = Duration.ofMinutes(2);

    @Test
    void a_clock_is_set_and_goes_right_by_itself_when_its_time_is_over() throws Exception {
        assumeTrue(faketime(), "this machine has no libfaketime");
        CassandraCluster cluster = BED.cluster("clock");
        cluster.up(CassandraBed.options(Map.of("clock", "true")), line -> {});
        Node node = cluster.nodes().getFirst();
        assertThat(cluster.unavailable(Clocks.class)).isEmpty();
        assertThat(cluster.ahead(node)).isBetween(Duration.ofSeconds(-30), Duration.ofSeconds(30));
        cluster.skew(node, Duration.ofMinutes(-10), Duration.ofSeconds(5));
        assertThat(PollDeadline.in(SOON).await(() -> cluster.ahead(node).toMinutes() < -5))
                .isTrue();
        assertThat(PollDeadline.in(SOON).await(() -> cluster.ahead(node).toMinutes() > -5))
                .isTrue();
    }

    private static boolean faketime() {
        try {
            ProcessClock.library(Path.of("/"));
            return true;
        } catch (IOException e) {
            return false; // told by the test that is left out
        }
    }
}
