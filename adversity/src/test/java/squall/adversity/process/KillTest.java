package squall.adversity.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import squall.spi.FaultProvider;
import squall.spi.Options;

class KillTest {
    @TempDir
    Path folder;

    /** Covers an old error: the controller of a StatefulSet starts the next pod so soon that the kill counted as not in effect. */
    @Test
    void a_node_that_is_started_again_at_once_was_killed_all_the_same() throws Exception {
        FakeCluster cluster = new FakeCluster(3, folder);
        cluster.startedByOthers = true;
        Fault kill = kill(cluster);
        kill.inject(Duration.ofMinutes(1));
        assertThat(kill.effect())
                .isEqualTo(FaultEffect.seen("n2 is UP; another process has taken the place of the killed one"));
        kill.heal();
        assertThat(kill.effect()).isEqualTo(FaultEffect.absent("n2 is UP"));
    }

    @Test
    void a_node_whose_process_is_the_one_before_was_not_killed() throws Exception {
        FakeCluster cluster = new FakeCluster(3, folder);
        Fault kill = kill(cluster);
        assertThat(kill.effect().present()).isFalse();
        kill.inject(Duration.ofMinutes(1));
        assertThat(kill.effect()).isEqualTo(FaultEffect.seen("n2 is DOWN"));
        kill.heal();
        assertThat(kill.effect().present()).isFalse();
    }

    /** Covers an old error: a fault whose node had left for good could never be healed: "kill must have a target". */
    @Test
    void of_nodes_that_have_left_nothing_is_left_to_heal() throws Exception {
        FakeCluster cluster = new FakeCluster(3, folder);
        Map<String, String> facts = Map.of("running", "n9");
        for (FaultProvider provider : List.of(new Kill(), new Pause(), new PowerCut(), new CorruptFiles())) {
            Fault fault = provider.fault(new FaultContext("f1", cluster, List.of(), facts), Options.none("fault"));
            fault.heal();
            assertThat(fault.effect().present()).as(provider.kind()).isFalse();
            assertThat(fault.settle()).isEmpty();
        }
    }

    @Test
    void a_fault_of_nodes_needs_a_target() {
        FaultContext nowhere = new FaultContext("f1", new FakeCluster(3, folder), List.of(), Map.of());
        assertThatThrownBy(() -> new Kill().fault(nowhere, Options.none("kill")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kill must have a target, for example {pick: one}");
    }

    private static Fault kill(FakeCluster cluster) throws Exception {
        return new Kill()
                .fault(new FaultContext("f1", cluster, List.of(cluster.node("n2")), Map.of()), Options.none("kill"));
    }
}
