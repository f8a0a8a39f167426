package squall.adversity.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import squall.adversity.FakeCluster;
import squall.adversity.ProviderRegistry;
import squall.adversity.cli.OwnDisk;
import squall.spi.Cluster.State;
import squall.spi.FaultContext;
import squall.spi.FaultProvider;
import squall.spi.FaultProvider.Aim;
import squall.spi.Options;
import squall.system.PollDeadline;

/**
 * Test of every fault that this installation offers, found as the commands find them: one that is added is tested here with no options, or
 * fails for want of them.
 */
class FaultContractTest {
    /** Options of those that need some, or that have more than one way; {@code DISK} stands for a file system of the test's own. */
    private static final Map<String, List<Map<String, String>>> OPTIONS = Map.ofEntries(
            Map.entry(
                    "corrupt",
                    List.of(
                            Map.of(),
                            Map.of("how", "zero", "restart", "false"),
                            Map.of("how", "truncate", "amount", "2"))),
            Map.entry("diskFull", List.of(Map.of("folder", "DISK"))),
            Map.entry("diskStall", List.of(Map.of(), Map.of("mount", "DISK"))),
            Map.entry(
                    "exec",
                    List.of(Map.of(
                            "inject",
                            "touch\nDATA/made",
                            "verify",
                            "test\n-e\nDATA/made",
                            "heal",
                            "rm\n-f\nDATA/made"))),
            Map.entry("kill", List.of(Map.of(), Map.of("signal", "TERM"))),
            Map.entry("memory", List.of(Map.of("megabytes", "16"))),
            Map.entry("powerCut", List.of(Map.of(), Map.of("hang", "true"))),
            Map.entry("resize", List.of(Map.of("memory", "50", "settle", "10ms"))),
            Map.entry("rollingRestart", List.of(Map.of("settle", "10ms"))),
            Map.entry("rollingUpgrade", List.of(Map.of("to", "18.1", "settle", "10ms"))),
            Map.entry("slowDisk", List.of(Map.of(), Map.of("kilobytes", "500"))));

    /** They do their work on a database by SQL, which no fake speaks: FaultContractServerTest has them on a real one. */
    private static final Collection<String> ON_A_DATABASE = List.of("addColumn", "backup", "changefeed", "createIndex");

    @TempDir
    Path folder;

    private FakeCluster cluster;
    private Process process;
    private final List<AutoCloseable> closing = new ArrayList<>();

    /** Creates four nodes, of which the fourth is down for reasons of its own, and no fault may change that. */
    @BeforeEach
    void four_nodes_and_one_is_down() throws IOException {
        cluster = new FakeCluster(4, Files.createDirectory(folder.resolve("data")));
        cluster.put("n4", State.DOWN);
        for (String node : List.of("n1", "n2")) {
            Files.writeString(cluster.stored(node), (node + " stores this. ").repeat(40));
        }
        process = new ProcessBuilder("sh", "-c", "sleep 600; :").start();
        cluster.run("n1", List.of(process.pid()));
    }

    @AfterEach
    void close() throws Exception {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        for (AutoCloseable each : closing) {
            each.close();
        }
    }

    static Stream<Arguments> every_fault() {
        return ProviderRegistry.ofFaults().all().stream()
                .filter(provider -> !ON_A_DATABASE.contains(provider.kind()))
                .flatMap(provider -> OPTIONS.getOrDefault(provider.kind(), List.of(Map.of())).stream()
                        .map(options -> Arguments.of(provider.kind(), options)));
    }

    @ParameterizedTest
    @MethodSource("every_fault")
    void a_healed_fault_leaves_everything_as_it_was(String kind, Map<String, String> options) throws Exception {
        FaultProvider provider = ProviderRegistry.ofFaults().named(kind);
        Map<String, String> here = new HashMap<>(options);
        if (options.containsValue("DISK")) {
            OwnDisk disk = OwnDisk.in(folder);
            closing.add(disk);
            here.replaceAll((key, value) -> value.replace("DISK", disk.mount().toString()));
        }
        if (options.containsKey("kilobytes")) {
            in_a_control_group_of_its_own();
        }
        here.replaceAll((key, value) -> value.replace("DATA", folder.toString()));
        List<String> nodes = provider.aim(new Options("fault", here)) == Aim.CLUSTER ? List.of() : List.of("n1", "n2");
        contract().holds(provider, here, options.containsKey("kilobytes") ? List.of("n1") : nodes);
    }

    /** Leaves a node down that was down before: it is no business of the healing. */
    @Test
    void a_node_that_was_down_before_a_kill_stays_down() throws Exception {
        contract().holds(ProviderRegistry.ofFaults().named("kill"), Map.of(), List.of("n1", "n4"));
    }

    @Test
    void a_node_that_was_down_before_a_power_cut_stays_down() throws Exception {
        contract().holds(ProviderRegistry.ofFaults().named("powerCut"), Map.of(), List.of("n1", "n4"));
    }

    @Test
    void a_cluster_without_disks_has_no_power_to_cut() {
        assertThat(ProviderRegistry.ofFaults().named("powerCut").refusal(new World(), Options.none("fault")))
                .contains("the nodes of this cluster have no disks whose power Squall may cut");
    }

    /** Expects no power cut in this case, whatever the kernel said. */
    @Test
    void a_disk_that_keeps_what_was_never_synced_has_lost_no_power() throws Exception {
        cluster.keepsUnsynced = true;
        var fault = ProviderRegistry.ofFaults()
                .named("powerCut")
                .fault(
                        new FaultContext(
                                "adv_c0ffee_f1", cluster, cluster.nodes().subList(0, 1), Map.of()),
                        Options.none("fault"));
        fault.inject(Duration.ofMinutes(1));
        assertThat(fault.effect().present()).as(fault.effect().how()).isFalse();
    }

    @Test
    void those_that_need_a_database_are_tested_on_one() {
        assertThat(new TreeSet<>(FaultContractServerTest.KINDS)).isEqualTo(new TreeSet<>(ON_A_DATABASE));
    }

    private void in_a_control_group_of_its_own() throws IOException {
        Path home = Path.of("/sys/fs/cgroup/blkio/squall-contract-"
                + ProcessHandle.current().pid());
        assumeTrue(
                Files.isWritable(home.resolveSibling("cgroup.procs")), "no control group of version 1 for this user");
        Files.createDirectory(home);
        closing.add(() ->
                PollDeadline.in(Duration.ofMinutes(2)).await(() -> home.toFile().delete()));
        Files.writeString(home.resolve("cgroup.procs"), Long.toString(process.pid()));
    }

    private FaultContract contract() throws IOException {
        Path journals = Files.createDirectories(folder.resolve("journals"));
        return new FaultContract(cluster, journals, this::picture);
    }

    private String picture() throws IOException {
        String group = Files.readString(Path.of("/proc/" + process.pid() + "/cgroup"));
        long named = ProcessHandle.allProcesses()
                .filter(each -> each.info().commandLine().orElse("").contains("adv_c0ffee_f1"))
                .count();
        try (Stream<Path> files = Files.walk(folder)) {
            List<String> there = files.map(Path::toString)
                    .filter(file -> !file.contains("journals") && !file.contains("lost+found"))
                    .sorted()
                    .toList();
            String stored = Files.readString(cluster.stored("n1")) + Files.readString(cluster.stored("n2"));
            return stored + cluster.picture() + "\n" + group + named + " processes\n" + there;
        }
    }
}
