package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.spi.Options;
import squall.system.PollDeadline;
import squall.testbed.host.SizedNodes.Demand;

class NodeSizeTest {
    private static final NodeSize SMALL = size("0.1", 256);

    @TempDir
    private Path folder;

    @Test
    void options_are_a_number_of_processors_and_an_amount_of_memory() {
        assertThat(of(Map.of("node-cpus", "0.30", "node-memory", "768M"))).contains(size("0.3", 768));
        assertThat(of(Map.of("node-memory", "2g"))).contains(new NodeSize(Optional.empty(), Optional.of(2048)));
        assertThat(of(Map.of())).isEmpty();
        assertThat(size("0.3", 768)).hasToString("node-cpus=0.3, node-memory=768M");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "0.001", "half", "1e3", "NaN", "9999", "1/3", " "})
    void other_numbers_of_processors_are_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(Map.of("node-cpus", text)))
                .withMessage("option 'node-cpus' must be a number of processors in [0.01, 1024], for example 0.3, not '"
                        + text + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0M", "768", "768MB", "1.5G", "255M", "99999999G"})
    void other_amounts_of_memory_are_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(Map.of("node-memory", text)))
                .withMessage(
                        "option 'node-memory' must be an amount of memory from 256M on, for example 768M or 2G, not '"
                                + text + "'");
    }

    @Test
    void nodes_may_not_need_more_than_the_machine_has() {
        MachineSize machine = MachineSize.here();
        assertThatIOException()
                .isThrownBy(() -> size(Integer.toString(machine.cores()), 64).require(2, 0))
                .withMessageStartingWith("2 nodes of " + machine.cores() + " processors need " + 2 * machine.cores()
                        + ", and this machine has " + machine.cores()
                        + ", of which clients need 0.1 at least: give each at most ");
        assertThatIOException()
                .isThrownBy(() -> size(Integer.toString(machine.cores()), 64).require(1, 0))
                .withMessageContaining(", of which clients need 0.1 at least: give each at most "
                        + (machine.cores() - 1) + ".90, or start fewer nodes");
        long all = machine.memoryBytes() >> 20;
        assertThatIOException()
                .isThrownBy(() -> size("0.01", (int) all).require(2, 0))
                .withMessageStartingWith(
                        "2 nodes of " + all + " MB need " + 2 * all + " MB, and this machine has " + all);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SMALL.require(1, 512))
                .withMessage("option 'node-memory' must be at least 512M, or such a node would not start, not 256M");
    }

    @Test
    void what_nodes_leave_is_for_clients() {
        assertThat(size("0.3", 64).spare(3, new MachineSize(1, 2))).isEqualByComparingTo("1.1");
    }

    @Test
    void a_size_is_chosen_before_nodes_run_and_kept_until_it_is_forgotten() throws Exception {
        assumeGroups();
        SizedNodes nodes = new SizedNodes(folder.resolve("cluster"));
        nodes.choose(Optional.of(SMALL), new Demand(false, false, 1, 16));
        assertThat(nodes.given()).contains(SMALL);
        nodes.choose(Optional.empty(), new Demand(true, true, 1, 16));
        nodes.choose(Optional.of(SMALL), new Demand(true, true, 1, 16));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> nodes.choose(Optional.of(size("0.2", 256)), new Demand(true, true, 1, 16)))
                .withMessage(
                        "nodes of cluster run with node-cpus=0.1, node-memory=256M, but node-cpus=0.2, node-memory=256M"
                                + " was requested: stop them with 'testbed down' first, omit these options, or choose another --name");
        assertThat(nodes.properties(List.of("n1")))
                .containsEntry("node_cpus", "0.1, not in effect: no node runs")
                .containsKey("client_cpus");
        nodes.forget();
        assertThat(nodes.given()).isEmpty();
        assertThat(nodes.properties(List.of("n1"))).isEmpty();
    }

    @Test
    void a_size_that_a_cluster_which_was_never_made_had_asked_for_is_not_that_of_the_next() throws Exception {
        assumeGroups();
        SizedNodes nodes = new SizedNodes(folder.resolve("cluster"));
        nodes.choose(Optional.of(SMALL), new Demand(false, false, 1, 16));
        nodes.choose(Optional.empty(), new Demand(false, false, 1, 16));
        assertThat(nodes.given()).isEmpty();
    }

    @Test
    void a_node_runs_in_groups_of_its_size_and_nothing_is_left_of_them() throws Exception {
        assumeGroups();
        SizedNodes nodes = new SizedNodes(folder.resolve("cluster"));
        nodes.choose(Optional.of(SMALL), new Demand(false, false, 2, 16));
        Process node = new ProcessBuilder(nodes.command("n1", List.of("sleep", "600"))).start();
        try {
            nodes.command("n2", List.of("sleep", "600")); // never started
            assertThat(PollDeadline.in(Duration.ofMinutes(2))
                            .await(() -> !nodes.readBack(List.of("n1")).isEmpty())) // its shell enters the groups first
                    .isTrue();
            assertThat(nodes.readBack(List.of("n1", "n2"))).containsExactly(Map.entry("n1", SMALL));
            assertThat(nodes.properties(List.of("n1", "n2")))
                    .containsEntry("node_cpus", "0.1")
                    .containsEntry("node_memory", "256M");
            assertThatIOException()
                    .isThrownBy(() -> nodes.starting(() -> {
                        throw new IOException("it did not start");
                    }))
                    .withMessage("it did not start");
            assertThat(groups()).isEqualTo(2); // of n1, for processors and for memory
        } finally {
            node.destroyForcibly().waitFor();
            nodes.forget();
        }
        assertThat(groups()).isZero();
    }

    private long groups() throws IOException {
        long found = 0;
        for (String tree : List.of("cpu", "memory")) {
            Path root = Path.of("/sys/fs/cgroup", tree);
            if (Files.isDirectory(root)) {
                try (var folders = Files.list(root)) {
                    found += folders.filter(group -> group.toString()
                                    .contains("squall-node-cluster-"
                                            + Integer.toHexString(folder.resolve("cluster")
                                                    .toString()
                                                    .hashCode())))
                            .count();
                }
            }
        }
        return found;
    }

    private static void assumeGroups() {
        try {
            SMALL.trial();
        } catch (IOException e) {
            assumeTrue(false, String.valueOf(e.getMessage()));
        }
    }

    private static NodeSize size(String processors, int megabytes) {
        return new NodeSize(Optional.of(new BigDecimal(processors)), Optional.of(megabytes));
    }

    private static Optional<NodeSize> of(Map<String, String> options) {
        return NodeSize.of(new Options("up", options));
    }
}
