package squall.adversity.process;

import static org.assertj.core.api.Assertions.assertThat;

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

    private static Fault kill(FakeCluster cluster) throws Exception {
        return new Kill()
                .fault(new FaultContext("f1", cluster, List.of(cluster.node("n2")), Map.of()), Options.none("kill"));
    }
}
