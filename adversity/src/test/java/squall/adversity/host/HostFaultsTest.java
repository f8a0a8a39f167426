package squall.adversity.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.PlainCluster;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.system.PollDeadline;
import squall.system.process.ControlGroup;
import squall.system.process.ControlGroupHierarchy;
import squall.system.process.ControlGroupHierarchy.Controller;
import squall.system.process.ExternalProgram;

/** Test on this machine; the part that only root can do is skipped for other users, and says so. */
class HostFaultsTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Path ROOT = Path.of("/");

    @TempDir
    private Path folder;

    @Test
    void processors_are_busy_until_any_process_heals_them() throws Exception {
        Fault fault = fault(new ResourceStressProvider.Cpu(), "adv_b1_f1", Map.of("workers", "2"));
        fault.inject(Duration.ofMinutes(1));
        assertThat(fault.effect().how()).isEqualTo("2 processes named adv_b1_f1 that keep a processor busy");
        Fault rebuilt = fault(new ResourceStressProvider.Cpu(), "adv_b1_f1", Map.of("workers", "2"));
        rebuilt.heal();
        rebuilt.heal();
        assertThat(fault.effect().present()).isFalse();
    }

    @Test
    void processors_rest_by_themselves_when_the_time_is_over() throws Exception {
        Fault fault = fault(new ResourceStressProvider.Cpu(), "adv_b1_f2", Map.of("workers", "1"));
        fault.inject(Duration.ofSeconds(1));
        assertThat(PollDeadline.in(SOON).await(() -> !fault.effect().present())).isTrue();
        fault.heal();
    }

    @Test
    void memory_is_held_and_given_back() throws Exception {
        Fault fault = fault(new ResourceStressProvider.Memory(), "adv_b1_f3", Map.of("megabytes", "16"));
        fault.inject(Duration.ofMinutes(1));
        assertThat(fault.effect().present()).isTrue();
        fault.heal();
        assertThat(fault.effect().present()).isFalse();
    }

    /** Covers an old error: processes were counted, and one that the kernel had ended for its memory left others of its name. */
    @Test
    void memory_that_no_process_has_is_no_fault() throws Exception {
        FaultContext context =
                new FaultContext("adv_b1_f4", new PlainCluster(PlainCluster.NOWHERE), List.of(), Map.of());
        Fault fault =
                new ResourceStressProvider.ResourceStress(context, 1, 64L << 20, "sleep \"$1\"; :", "that hold 64 MB");
        fault.inject(Duration.ofMinutes(1));
        try {
            assertThat(fault.effect().present()).isFalse();
            assertThat(fault.effect().how())
                    .matches("1 processes named adv_b1_f4 that hold 64 MB, of which they have [0-9] MB");
        } finally {
            fault.heal();
        }
    }

    @Test
    void a_cluster_elsewhere_is_none_of_this_machine() {
        Cluster elsewhere = new PlainCluster(
                PlainCluster.NOWHERE, List.of(new Cluster.Node("n1", "192.0.2.7", 1, "zone1", "region1")));
        assertThat(new ResourceStressProvider.Cpu().refusal(elsewhere, Options.none("cpu")))
                .contains("n1 is on 192.0.2.7, not on this machine");
    }

    /** Covers an old error: cpu, memory, diskFull and diskStall were N/A on clusters in network namespaces. */
    @Test
    void a_node_in_a_network_namespace_is_on_this_machine() {
        Cluster namespaced = new OneProcessNodes(
                "198.18.3.1", folder, ProcessHandle.current().pid());
        assertThat(new ResourceStressProvider.Cpu().refusal(namespaced, Options.none("cpu")))
                .isEmpty();
    }

    @Test
    void the_file_system_of_the_system_neither_freezes_nor_fills() {
        Cluster cluster = new PlainCluster(PlainCluster.NOWHERE);
        assertThat(new DiskStall().refusal(cluster, Options.none("diskStall"))).isPresent();
        assertThat(new DiskStall().refusal(cluster, new Options("diskStall", Map.of("mount", "/"))))
                .isPresent();
        assertThat(new DiskFull().refusal(cluster, new Options("diskFull", Map.of("folder", "/"))))
                .contains("/ is on the file system of /, which must not be filled");
    }

    /** Covers an old error: no line can be added to the journal on a full disk, so that the fault could not be recorded as healed. */
    @Test
    void the_file_system_of_the_journals_neither_freezes_nor_fills() throws Exception {
        Path another = Path.of("/proc"); // than that of this folder and of the system
        assertThat(LocalNodeCheck.needed(another, Path.of("/"))).isEmpty();
        assertThat(LocalNodeCheck.needed(another, another.resolve("self")))
                .contains("/proc is on the file system of /proc/self");
    }

    /** Covers an old error: where a service's home folder is / or that of temporary files, the message was "duplicate element". */
    @Test
    void a_home_folder_may_be_any_of_those_that_are_not_frozen() {
        String home = System.getProperty("user.home");
        System.setProperty("user.home", "/");
        try {
            assertThat(new DiskStall()
                            .refusal(
                                    new PlainCluster(PlainCluster.NOWHERE),
                                    new Options("diskStall", Map.of("mount", "/"))))
                    .isPresent();
        } finally {
            System.setProperty("user.home", home);
        }
    }

    @Test
    void a_file_system_of_its_own_freezes_and_fills() throws Exception {
        Path mount = mounted();
        try {
            Cluster cluster = new PlainCluster(PlainCluster.NOWHERE);
            Map<String, String> stall = Map.of("mount", mount.toString());
            assertThat(new DiskStall().refusal(cluster, new Options("diskStall", stall)))
                    .isEmpty();
            proved(new DiskStall(), "adv_b1_f4", stall);
            Map<String, String> full = Map.of("folder", mount.toString());
            assertThat(new DiskFull().refusal(cluster, new Options("diskFull", full)))
                    .isEmpty();
            proved(new DiskFull(), "adv_b1_f5", full);
        } finally {
            run("umount", mount.toString());
        }
    }

    /** Cluster whose nodes have one process each. */
    private static final class OneProcessNodes extends PlainCluster implements Cluster.Local {
        private final List<Long> pids;
        private final Path data;

        OneProcessNodes(Path data, Long... pids) {
            this("127.0.0.1", data, pids);
        }

        OneProcessNodes(String host, Path data, Long... pids) {
            super(
                    PlainCluster.NOWHERE,
                    IntStream.rangeClosed(1, pids.length)
                            .mapToObj(number -> new Node("n" + number, host, number, "zone1", "region1"))
                            .toList());
            this.pids = List.of(pids);
            this.data = data;
        }

        @Override
        public List<Long> pids(Node node) {
            return List.of(pids.get(node.port() - 1));
        }

        @Override
        public Path data(Node node) {
            return data;
        }
    }

    @Test
    void a_device_is_throttled_for_one_node_by_a_control_group() throws Exception {
        Process process = new ProcessBuilder("sleep", "600").start();
        try {
            throttled(new OneProcessNodes(folder, process.pid()));
        } finally {
            process.destroyForcibly();
        }
    }

    /** Covers an old error: one node was throttled after the other, and the time between them was not recorded. */
    @Test
    void the_devices_of_several_nodes_are_throttled_at_the_same_time() throws Exception {
        Process first = new ProcessBuilder("sleep", "600").start();
        Process second = new ProcessBuilder("sleep", "600").start();
        try {
            throttled(new OneProcessNodes(folder, first.pid(), second.pid()));
        } finally {
            first.destroyForcibly();
            second.destroyForcibly();
        }
    }

    /** Verifies that the fault takes from the share that the kernel gives the node, not from that of the machine. */
    @Test
    void processors_and_memory_are_taken_from_a_node_that_has_a_size() throws Exception {
        ControlGroup group = sized();
        Process process =
                new ProcessBuilder(ControlGroup.entering(List.of(group.procs()), List.of("sleep", "600"))).start();
        try {
            Cluster cluster = new OneProcessNodes(folder, process.pid());
            assertThat(PollDeadline.in(SOON).await(() -> group.pids().equals(List.of(process.pid()))))
                    .isTrue();
            stressed(new ResourceStressProvider.Cpu(), cluster, Map.of("workers", "2"), group);
            stressed(new ResourceStressProvider.Memory(), cluster, Map.of("megabytes", "8"), group);
            assertThat(group.pids()).containsExactly(process.pid());
            assertThat(group.processors()).hasValue(0.1);
        } finally {
            process.destroyForcibly().waitFor();
            group.remove();
        }
    }

    private static void stressed(FaultProvider provider, Cluster cluster, Map<String, String> given, ControlGroup group)
            throws Exception {
        Options options = new Options(provider.kind(), given);
        FaultContext before = new FaultContext("adv_b1_f8", cluster, cluster.nodes(), Map.of());
        Map<String, String> facts = provider.fault(before, options).facts();
        Fault fault = provider.fault(new FaultContext("adv_b1_f8", cluster, cluster.nodes(), facts), options);
        fault.inject(Duration.ofSeconds(30));
        try {
            assertThat(fault.effect()).matches(effect -> effect.present(), "in effect");
            assertThat(PollDeadline.in(SOON).await(() -> group.pids().size() > 1))
                    .as("more processes than the node's own")
                    .isTrue();
        } finally {
            fault.heal();
        }
        assertThat(PollDeadline.in(SOON).await(() -> group.pids().size() == 1)).isTrue();
        assertThat(fault.effect()).matches(effect -> !effect.present(), "healed");
    }

    private static ControlGroup sized() throws IOException {
        try {
            String name = ControlGroup.NODE + "test-" + ProcessHandle.current().pid();
            var group = new ControlGroup(ControlGroupHierarchy.here(Controller.CPU), name);
            group.make();
            group.limitProcessors(0.1);
            return group;
        } catch (IOException e) {
            return abort(String.valueOf(e.getMessage()));
        }
    }

    private static void throttled(Cluster cluster) throws Exception {
        Options options = new Options("slowDisk", Map.of("kilobytes", "500"));
        Optional<String> refusal = new SlowDisk().refusal(cluster, options);
        assumeTrue(refusal.isEmpty(), refusal.orElse(""));
        FaultContext before = new FaultContext("adv_b1_f6", cluster, cluster.nodes(), Map.of());
        Map<String, String> facts = new SlowDisk().fault(before, options).facts();
        FaultContext context = new FaultContext("adv_b1_f6", cluster, cluster.nodes(), facts);
        Fault fault = new SlowDisk().fault(context, options);
        fault.inject(Duration.ofSeconds(30));
        try {
            assertThat(fault.skew().isPresent()).isEqualTo(cluster.nodes().size() > 1);
            assertThat(fault.effect()).matches(effect -> effect.present(), "in effect");
        } finally {
            new SlowDisk().fault(context, options).heal();
        }
        fault.heal();
        assertThat(fault.effect()).matches(effect -> !effect.present(), "healed");
    }

    /** Covers an old error: it went to the root of the hierarchy, out of its container's or its unit's limits. */
    @Test
    void a_throttled_process_goes_back_to_the_control_group_it_came_from() throws Exception {
        Path home = Path.of(
                "/sys/fs/cgroup/blkio/squall-test-" + ProcessHandle.current().pid());
        assumeTrue(
                Files.isWritable(home.resolveSibling("cgroup.procs")), "no control group of version 1 for this user");
        Files.createDirectory(home);
        Process process = new ProcessBuilder("sh", "-c", "sleep 600; :").start();
        try {
            Files.writeString(home.resolve("cgroup.procs"), Long.toString(process.pid()));
            throttled(new OneProcessNodes(folder, process.pid()));
            assertThat(Files.readAllLines(home.resolve("cgroup.procs"))).contains(Long.toString(process.pid()));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            PollDeadline.in(SOON).await(() -> home.toFile().delete());
        }
    }

    @Test
    void a_cluster_that_cannot_hold_up_its_disks_has_none_that_are_slow() {
        Cluster cluster = new PlainCluster(PlainCluster.NOWHERE);
        assertThat(new SlowDisk().refusal(cluster, Options.none("slowDisk")))
                .contains("this cluster does not support it");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SlowDisk()
                        .refusal(cluster, new Options("slowDisk", Map.of("kilobytes", "5", "each", "1s"))))
                .withMessage("slowDisk: give either 'kilobytes' or 'each', not both");
    }

    /** Refuses it, because every sync takes at least no time, so that the fault would pass for one in effect. */
    @Test
    void a_delay_of_no_time_does_not_slow_a_disk() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SlowDisk()
                        .refusal(new PlainCluster(PlainCluster.NOWHERE), new Options("slowDisk", Map.of("each", "0s"))))
                .withMessage("slowDisk: option 'each' must be at least 1ms, not '0s'");
    }

    @Test
    void a_clock_is_ahead_or_behind_but_not_both() {
        Cluster cluster = new PlainCluster(PlainCluster.NOWHERE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClockSkew()
                        .refusal(cluster, new Options("clockSkew", Map.of("ahead", "5s", "behind", "5s"))))
                .withMessage("clockSkew: give either 'ahead' or 'behind', not both");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ClockSkew().refusal(cluster, new Options("clockSkew", Map.of("ahead", "10ms"))))
                .withMessage("clockSkew: 'ahead' or 'behind' must be at least 1s, not 10ms");
    }

    private static void proved(FaultProvider provider, String name, Map<String, String> options) throws Exception {
        Fault fault = fault(provider, name, options);
        assertThat(fault.effect().present()).isFalse();
        fault.inject(Duration.ofSeconds(30));
        try {
            assertThat(fault.effect()).matches(effect -> effect.present(), "in effect");
        } finally {
            fault(provider, name, options).heal();
        }
        fault.heal();
        assertThat(fault.effect()).matches(effect -> !effect.present(), "healed");
    }

    /** Mounts a small file system in a file, which only root can do. */
    private Path mounted() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root mounts file systems");
        Path image = folder.resolve("image");
        Path mount = Files.createDirectory(folder.resolve("mount"));
        run("truncate", "-s", "64M", image.toString());
        run("mkfs.ext4", "-q", "-F", image.toString());
        boolean there = new ExternalProgram(
                        List.of("mount", "-o", "loop", image.toString(), mount.toString()), ROOT, SOON)
                .run()
                .ok();
        assumeTrue(there, "this kernel mounts no file as a file system");
        return mount;
    }

    private static void run(String... command) throws IOException, InterruptedException {
        new ExternalProgram(List.of(command), ROOT, SOON).run().orThrow();
    }

    private static Fault fault(FaultProvider provider, String name, Map<String, String> options) {
        PlainCluster cluster = new PlainCluster(PlainCluster.NOWHERE);
        return provider.fault(
                new FaultContext(name, cluster, cluster.nodes(), Map.of()), new Options(provider.kind(), options));
    }
}
