package squall.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import squall.testbed.cassandra.CassandraNodes.PendingRanges;

class PendingRangesTest {
    private boolean sent;
    private boolean copying;
    private long nowNs = 17;

    private final PendingRanges ranges = new PendingRanges(() -> sent, () -> copying, () -> nowNs);

    @Test
    void a_node_that_copies_data_before_the_others_send_it_writes_must_not_join() throws Exception {
        assertThat(ranges.look()).isTrue();
        copying = true;
        assertThat(ranges.look()).isFalse();
        sent = true;
        assertThat(ranges.look()).isFalse();
    }

    @Test
    void a_node_that_copies_data_while_older_writes_are_on_their_way_must_not_join() throws Exception {
        sent = true;
        assertThat(ranges.look()).isTrue();
        nowNs += PendingRanges.WRITE_LIMIT.toNanos() - 1;
        copying = true;
        assertThat(ranges.look()).isFalse();
    }

    @Test
    void a_node_joins_if_writes_were_sent_long_enough_before_it_copied_data() throws Exception {
        sent = true;
        assertThat(ranges.look()).isTrue();
        nowNs += PendingRanges.WRITE_LIMIT.toNanos();
        assertThat(ranges.look()).isTrue();
        copying = true;
        assertThat(ranges.look()).isTrue();
    }

    @Test
    void the_others_are_not_asked_again_once_it_is_certain() throws Exception {
        sent = true;
        ranges.look();
        nowNs += Duration.ofSeconds(10).toNanos();
        ranges.look();
        sent = false;
        copying = true;
        assertThat(ranges.look()).isTrue();
    }
}
