package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.FakeCluster;
import squall.cli.progress.ProgressConsole;
import squall.cli.progress.ProgressMode;
import squall.spi.Cluster.State;
import squall.system.OutputScreen;

class ResidueSearchTest {
    @TempDir
    Path folder;

    @Test
    void nothing_is_left_on_a_whole_cluster() throws Exception {
        assertThat(residue(new FakeCluster(3, folder))).isEmpty();
    }

    /** Covers an old error: a node that failed to start at that moment ended the run with exit 5 and without its results. */
    @Test
    void a_node_that_does_not_answer_ends_no_run() throws Exception {
        FakeCluster cluster = new FakeCluster(3, folder);
        cluster.unanswering.add("n2");
        assertThat(residue(cluster))
                .containsExactly(
                        "what faults left is unknown, as it cannot be asked: n2 does not answer; connection refused");
    }

    /** Covers an old error: a failover that ended after the partition was healed left the old primary down, and the run ended with exit 8. */
    @Test
    void a_node_that_was_fenced_after_healing_is_started() throws Exception {
        FakeCluster cluster = new FakeCluster(3, folder);
        cluster.put("n1", State.DOWN);
        assertThat(residue(cluster, say -> cluster.put("n1", State.UP))).isEmpty();
    }

    private static List<String> residue(FakeCluster cluster) throws Exception {
        return residue(cluster, say -> {});
    }

    private static List<String> residue(FakeCluster cluster, ResidueSearch.Settling settling) throws Exception {
        PrintStream err = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        ProgressConsole console =
                new ProgressConsole(err, new OutputScreen(false, false, true, 100), ProgressMode.NONE);
        return new ResidueSearch(cluster, Duration.ofSeconds(1), console, settling).residue();
    }
}
