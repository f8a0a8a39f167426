package squall.adversity.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.FakeCluster;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;
import squall.system.PollDeadline;

/** The fake's nodes run 17.0, 17.1 and 17.2, and n1 is its primary. */
class RollingUpgradeTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    @Test
    void a_node_that_does_not_start_with_the_version_halts_the_upgrade_and_is_named() throws Exception {
        FakeCluster cluster = new FakeCluster(3, folder);
        String before = cluster.picture();
        cluster.refusing.add("n3");
        Fault.Work upgrade = upgrade(cluster, Map.of("to", "18.1", "settle", "10ms"));
        upgrade.inject(LIMIT);
        assertThat(upgrade.effect()).isEqualTo(FaultEffect.seen("n2 runs 18.1, ran 17.1, number 1 of 3"));
        assertThatThrownBy(() -> PollDeadline.in(LIMIT).await(upgrade::done))
                .isInstanceOf(IOException.class)
                .hasMessage("the roll-out halted, the other nodes still serve: n2 runs 18.1, ran 17.1, number 1 of 3:"
                        + " n3: refused");
        assertThat(cluster.version(cluster.node("n1"))).isEqualTo("17.0"); // the primary is last
        cluster.refusing.clear();
        upgrade.heal();
        assertThat(cluster.picture()).isEqualTo(before);
    }

    @Test
    void the_version_must_be_named_where_the_cluster_has_no_usual_one() {
        FakeCluster cluster = new FakeCluster(3, folder);
        assertThat(new RollingUpgrade().refusal(cluster, new Options("fault", Map.of())))
                .contains("option 'to' must name a version: there is no usual one after 17.0");
        assertThat(new RollingUpgrade().refusal(cluster, new Options("fault", Map.of("to", "18.1"))))
                .isEmpty();
    }

    /** Covers an old error: a node that joined later has no former version, without which none of the others was healed. */
    @Test
    void a_node_that_joined_later_keeps_no_other_from_being_healed() throws Exception {
        FakeCluster cluster = new FakeCluster(3, folder);
        String picture = cluster.picture();
        Options to = new Options("fault", Map.of("to", "18.1"));
        var before = new FaultContext("adv_c1_f1", cluster, cluster.nodes().subList(0, 2), Map.of());
        Map<String, String> facts = new RollingUpgrade().fault(before, to).facts();
        cluster.upgrade(cluster.node("n2"), "18.1");
        Fault after = new RollingUpgrade().fault(new FaultContext("adv_c1_f1", cluster, List.of(), facts), to);
        assertThat(after.effect()).isEqualTo(FaultEffect.seen("n1 runs 17.0, n2 runs 18.1"));
        after.heal();
        assertThat(after.effect()).isEqualTo(FaultEffect.absent("n1 runs 17.0, n2 runs 17.1"));
        assertThat(cluster.picture()).isEqualTo(picture);
    }

    private static Fault.Work upgrade(FakeCluster cluster, Map<String, String> options) throws Exception {
        var provider = new RollingUpgrade();
        Options given = new Options("fault", options);
        var before = new FaultContext("adv_c1_f1", cluster, cluster.nodes(), Map.of());
        Map<String, String> facts = provider.fault(before, given).facts();
        return (Fault.Work) provider.fault(new FaultContext("adv_c1_f1", cluster, cluster.nodes(), facts), given);
    }
}
