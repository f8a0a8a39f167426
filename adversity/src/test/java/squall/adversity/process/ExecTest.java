package squall.adversity.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.run.DryRunCluster;
import squall.spi.Cluster.Node;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;
import squall.system.PollDeadline;

class ExecTest {
    private static final List<Node> NODES =
            List.of(new Node("n1", "127.0.0.1", 5001, "a", "r"), new Node("n2", "127.0.0.1", 5002, "b", "r"));
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @Test
    void each_command_runs_for_each_node_with_its_words_filled_in() throws Exception {
        Fault fault = fault(NODES, Map.of());
        fault.inject(LIMIT);
        assertThat(folder.resolve("adv_a1b2c3_f1.n1.5001")).exists();
        assertThat(folder.resolve("adv_a1b2c3_f1.n2.5002")).exists();
        assertThat(fault.effect().present()).isTrue();
        fault.heal();
        fault.heal();
        assertThat(fault.effect())
                .isEqualTo(FaultEffect.absent("'test -e " + mark("n1.5001") + "' ended with 1, 'test -e "
                        + mark("n2.5002") + "' ended with 1"));
    }

    @Test
    void without_a_target_a_command_runs_once() throws Exception {
        Fault fault = fault(List.of(), Map.of());
        fault.inject(LIMIT);
        assertThat(folder.resolve("adv_a1b2c3_f1.{node}.{port}")).exists();
        assertThat(fault.steps()).hasSize(3);
    }

    @Test
    void a_command_that_fails_is_told_in_its_own_words() {
        Fault fault = fault(NODES, Map.of("inject", "sh\n-c\necho no such disk; exit 3"));
        assertThatThrownBy(() -> fault.inject(LIMIT))
                .isInstanceOf(IOException.class)
                .hasMessage("'sh -c echo no such disk; exit 3' ended with 3: no such disk");
    }

    @Test
    void what_the_probe_refuses_is_not_begun() {
        Fault fault = fault(NODES, Map.of("probe", "sh\n-c\necho no tc here; exit 1"));
        assertThatThrownBy(fault::facts)
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("ended with 1: no tc here");
    }

    @Test
    void the_watchdog_heals_without_being_asked() throws Exception {
        Set<Path> before = timers();
        Fault fault = fault(NODES, Map.of("deadman", "sh\n-c\nsleep {seconds}; rm " + mark("{node}.{port}")));
        fault.inject(Duration.ofMillis(10));
        assertThat(PollDeadline.in(LIMIT).await(() -> !fault.effect().present()))
                .isTrue();
        assertThat(PollDeadline.in(LIMIT).await(() -> timers().equals(before)))
                .as("the folders of the timers are removed")
                .isTrue();
    }

    /** Covers an old error: the timer of a fault that was healed went on, and ended the next one of the same commands. */
    @Test
    void a_fault_that_is_healed_leaves_no_timer() throws Exception {
        Set<Path> before = timers();
        Fault fault = fault(NODES, Map.of("deadman", "sh\n-c\nsleep {seconds}; rm " + mark("{node}.{port}")));
        fault.inject(Duration.ofMinutes(10));
        assertThat(timers()).hasSize(before.size() + 2);
        fault.heal();
        assertThat(timers()).isEqualTo(before);
        assertThat(PollDeadline.in(LIMIT)
                        .await(() -> ProcessHandle.allProcesses()
                                .flatMap(process -> process.info().commandLine().stream())
                                .noneMatch(line -> line.contains(mark("n1.5001")))))
                .isTrue();
    }

    /** Covers an old error: when all nodes had left the cluster, the command ran for a node of the name {@code {node}}, and failed for ever. */
    @Test
    void a_fault_whose_nodes_have_left_the_cluster_is_healed() throws Exception {
        Options options = new Options(
                "fault", Map.of("inject", "true", "verify", "true", "heal", "false", "deadman", "sleep\n{seconds}"));
        Set<Path> before = timers();
        FaultContext beginning = new FaultContext("adv_a1b2c3_f1", new DryRunCluster(NODES), NODES, Map.of());
        Map<String, String> facts = new Exec().fault(beginning, options).facts();
        new Exec().fault(beginning, options).inject(Duration.ofMinutes(10));
        assertThat(timers()).hasSize(before.size() + 2);
        Fault later = new Exec()
                .fault(new FaultContext("adv_a1b2c3_f1", new DryRunCluster(NODES), List.of(), facts), options);
        assertThat(later.effect().present()).isFalse();
        later.heal();
        assertThat(timers()).isEqualTo(before);
    }

    private static Set<Path> timers() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("adv_a1b2c3_f1"))
                    .collect(Collectors.toSet());
        }
    }

    /** Covers an old error: the watchdog, which works in another folder, did not find a script by its relative path. */
    @Test
    void another_process_heals_in_the_folder_in_which_the_run_began() throws Exception {
        assertThat(fault(NODES, Map.of()).facts())
                .isEqualTo(Map.of("folder", Path.of("").toAbsolutePath().toString(), "nodes", "2"));
        Path left = Files.createFile(folder.resolve("left"));
        FaultContext context = new FaultContext(
                "adv_a1b2c3_f1", new DryRunCluster(NODES), List.of(), Map.of("folder", folder.toString()));
        new Exec()
                .fault(context, new Options("fault", Map.of("inject", "true", "verify", "true", "heal", "rm\nleft")))
                .heal();
        assertThat(left).doesNotExist();
    }

    @Test
    void what_cannot_be_verified_is_no_fault() {
        assertThatThrownBy(() -> new Exec()
                        .refusal(
                                new DryRunCluster(NODES),
                                new Options("fault", Map.of("inject", "true", "heal", "true"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "exec: option 'verify' is missing: it must be a command as a list of arguments; a fault that cannot be verified is not accepted");
    }

    private Fault fault(List<Node> nodes, Map<String, String> others) {
        String mark = mark("{node}.{port}");
        Map<String, String> options = new TreeMap<>(
                Map.of("inject", "touch\n" + mark, "verify", "test\n-e\n" + mark, "heal", "rm\n-f\n" + mark));
        options.putAll(others);
        FaultContext context = new FaultContext("adv_a1b2c3_f1", new DryRunCluster(NODES), nodes, Map.of());
        return new Exec().fault(context, new Options("fault", options));
    }

    private String mark(String ending) {
        return folder.resolve("adv_a1b2c3_f1." + ending).toString();
    }
}
