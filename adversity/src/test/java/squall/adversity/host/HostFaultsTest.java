package squall.adversity.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.PollDeadline;
import squall.system.process.ExternalProgram;

/** On this machine; what only root can do is left out, and says so, where somebody else runs the tests. */
class HostFaultsTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Path ROOT = Path.of("/");

    @TempDir
    private Path folder;

    /** One node at an address. */
    private record At(String host) implements Cluster {
        @Override
        public Target target() {
            return new Target("none", "", "", "", Map.of());
        }

        @Override
        public List<Node> nodes() {
            return List.of(new Node("n1", host, 1, "zone1", "region1"));
        }

        @Override
        public State state(Node node) {
            return State.UP;
        }
    }

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

    @Test
    void a_cluster_elsewhere_is_none_of_this_machine() {
        assertThat(new ResourceStressProvider.Cpu().refusal(new At("192.0.2.7"), Options.none("cpu")))
                .contains("n1 is on 192.0.2.7, not on this machine");
    }

    @Test
    void the_file_system_of_the_system_neither_freezes_nor_fills() {
        Cluster cluster = new At("127.0.0.1");
        assertThat(new DiskStall().refusal(cluster, Options.none("diskStall"))).isPresent();
        assertThat(new DiskStall().refusal(cluster, new Options("diskStall", Map.of("mount", "/"))))
                .isPresent();
        assertThat(new DiskFull().refusal(cluster, new Options("diskFull", Map.of("folder", "/"))))
                .contains(
                        "/ is on the file system of the operating system or of this command, which must not be filled");
    }

    @Test
    void a_file_system_of_its_own_freezes_and_fills() throws Exception {
        Path mount = mounted();
        try {
            Cluster cluster = new At("127.0.0.1");
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

    /** One node, and its only process. */
    private record Alone(long pid, Path data, At at) implements Cluster, Cluster.Local {
        @Override
        public Target target() {
            return at.target();
        }

        @Override
        public List<Node> nodes() {
            return at.nodes();
        }

        @Override
        public State state(Node node) {
            return State.UP;
        }

        @Override
        public List<Long> pids(Node node) {
            return List.of(pid);
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
            throttled(new Alone(process.pid(), folder, new At("127.0.0.1")));
        } finally {
            process.destroyForcibly();
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
            assertThat(fault.effect()).matches(effect -> effect.present(), "in effect");
        } finally {
            new SlowDisk().fault(context, options).heal();
        }
        fault.heal();
        assertThat(fault.effect()).matches(effect -> !effect.present(), "healed");
    }

    /** It went to the root of the hierarchy: out of its container's or its unit's limits. */
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
            throttled(new Alone(process.pid(), folder, new At("127.0.0.1")));
            assertThat(Files.readAllLines(home.resolve("cgroup.procs"))).contains(Long.toString(process.pid()));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            PollDeadline.in(SOON).await(() -> home.toFile().delete());
        }
    }

    @Test
    void a_cluster_that_cannot_hold_up_its_disks_has_none_that_are_slow() {
        Cluster cluster = new At("127.0.0.1");
        assertThat(new SlowDisk().refusal(cluster, Options.none("slowDisk")))
                .contains("this cluster does not support it");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SlowDisk()
                        .refusal(cluster, new Options("slowDisk", Map.of("kilobytes", "5", "each", "1s"))))
                .withMessage("slowDisk: give either 'kilobytes' or 'each', not both");
    }

    @Test
    void a_clock_is_ahead_or_behind_but_not_both() {
        Cluster cluster = new At("127.0.0.1");
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

    /** A small file system in a file, which only root can mount. */
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
        At cluster = new At("127.0.0.1");
        return provider.fault(
                new FaultContext(name, cluster, cluster.nodes(), Map.of()), new Options(provider.kind(), options));
    }
}
