package squall.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import squall.spi.ConnectionStep;
import squall.spi.ConnectionStep.Kind;
import squall.spi.DriverSteps.NodeStep;

/** Events as the driver reports them; times are milliseconds. */
class NodeConnectionLogTest {
    private static final String N1 = "n1:9042";
    private static final String N2 = "n2:9042";
    private static final long MS = 1_000_000;

    private final NodeConnectionLog log = new NodeConnectionLog(Node::toString);

    @Test
    void pauses_and_attempts_lie_between_loss_and_connection() {
        log.reconnecting(N1);
        pausing(N1, 100, 500);
        lost(N1, 100);
        pausing(N1, 1_000, 640);
        opened(N1, 1_650);
        assertThat(steps())
                .containsExactly(
                        step(N1, Kind.BROKEN, 100, 100),
                        step(N1, Kind.PAUSED, 100, 600),
                        step(N1, Kind.REFUSED, 600, 1_000),
                        step(N1, Kind.PAUSED, 1_000, 1_640),
                        step(N1, Kind.CONNECTED, 1_640, 1_650));
    }

    @Test
    void a_node_that_still_has_a_connection_is_not_lost() {
        log.reconnecting(N1);
        pausing(N1, 100, 500);
        pausing(N1, 700, 500);
        opened(N1, 1_300);
        assertThat(steps()).isEmpty();
    }

    @Test
    void what_was_before_the_loss_of_the_last_connection_does_not_count() {
        log.reconnecting(N1);
        pausing(N1, 100, 500);
        lost(N1, 400);
        pausing(N1, 700, 500);
        assertThat(steps())
                .containsExactly(
                        step(N1, Kind.BROKEN, 400, 400),
                        step(N1, Kind.PAUSED, 400, 600),
                        step(N1, Kind.REFUSED, 600, 700));
    }

    @Test
    void the_pause_of_an_earlier_reconnection_is_forgotten() {
        log.reconnecting(N1);
        pausing(N1, 100, 500);
        lost(N1, 900);
        log.reconnecting(N1);
        pausing(N1, 900, 100);
        assertThat(steps()).containsExactly(step(N1, Kind.BROKEN, 900, 900));
    }

    /** Covers the control connection, which is made on its own schedule and carries no requests. */
    @Test
    void a_connection_during_a_pause_does_not_end_it() {
        lost(N1, 100);
        pausing(N1, 100, 1_000);
        opened(N1, 400);
        opened(N1, 1_110);
        assertThat(steps())
                .containsExactly(
                        step(N1, Kind.BROKEN, 100, 100),
                        step(N1, Kind.PAUSED, 100, 1_100),
                        step(N1, Kind.CONNECTED, 1_100, 1_110));
    }

    /** Covers a node that another one says is back: the driver tries it at once. */
    @Test
    void a_pause_that_the_driver_cut_short_ends_with_the_connection() {
        lost(N1, 100);
        pausing(N1, 100, 1_000);
        opened(N1, 400);
        reconnected(N1, 400);
        assertThat(steps())
                .containsExactly(
                        step(N1, Kind.BROKEN, 100, 100),
                        step(N1, Kind.PAUSED, 100, 400),
                        step(N1, Kind.CONNECTED, 400, 400));
    }

    @Test
    void a_node_that_the_driver_no_longer_wants_is_not_connected() {
        lost(N1, 100);
        pausing(N1, 100, 1_000);
        reconnected(N1, 400);
        assertThat(steps()).containsExactly(step(N1, Kind.BROKEN, 100, 100));
    }

    @Test
    void nodes_have_their_own_steps() {
        lost(N1, 100);
        lost(N2, 200);
        lost(N2, 250);
        opened(N2, 300);
        lost(N2, 400);
        assertThat(steps())
                .containsExactly(
                        step(N1, Kind.BROKEN, 100, 100),
                        step(N2, Kind.BROKEN, 200, 200),
                        step(N2, Kind.CONNECTED, 300, 300),
                        step(N2, Kind.BROKEN, 400, 400));
    }

    @Test
    void steps_beyond_what_is_kept_are_counted() {
        for (int i = 0; i < 50_002; i++) {
            lost(N1, i);
            opened(N1, i);
        }
        assertThat(log.steps(0).steps()).hasSize(100_000);
        assertThat(log.steps(0).omitted()).isEqualTo(4);
    }

    private void lost(String node, long atMs) {
        log.lost(node, atMs * MS);
    }

    private void pausing(String node, long atMs, long pauseMs) {
        log.pausing(node, Duration.ofMillis(pauseMs), atMs * MS);
    }

    private void opened(String node, long atMs) {
        log.opened(node, atMs * MS);
    }

    private void reconnected(String node, long atMs) {
        log.reconnected(node, atMs * MS);
    }

    private List<NodeStep> steps() {
        return log.steps(log.begunNs()).steps();
    }

    private static NodeStep step(String node, Kind kind, long fromMs, long toMs) {
        return new NodeStep(node, new ConnectionStep(kind, fromMs * MS, toMs * MS, node));
    }
}
