package squall.system.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.system.PollDeadline;
import squall.system.process.ControlGroupHierarchy.Access;
import squall.system.process.ControlGroupHierarchy.Controller;

/** Test on copies of what kernels show, and on this machine's kernel where this user may make control groups. */
class ControlGroupTest {
    private static final String NAME = "squall-test-" + ProcessHandle.current().pid();
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir
    private Path root;

    @Test
    void version_1_has_a_tree_for_each_controller_and_groups_are_made_at_its_root() throws Exception {
        write("proc/self/cgroup", "9:name=systemd:/\n3:cpu,cpuacct:/session\n0::/\n");
        write("sys/fs/cgroup/cpu,cpuacct/cgroup.procs", "");
        Path tree = root.resolve("sys/fs/cgroup/cpu,cpuacct");

        ControlGroup group = new ControlGroup(ControlGroupHierarchy.in(root, Controller.CPU, Access.MAKE), NAME);

        assertThat(group.hierarchy()).isEqualTo(new ControlGroupHierarchy(Controller.CPU, false, tree, tree));
        group.make();
        group.limitProcessors(0.3);
        assertThat(tree.resolve(NAME).resolve("cpu.cfs_quota_us")).hasContent("30000");
        assertThat(tree.resolve(NAME).resolve("cpu.shares")).hasContent("307");
        assertThat(group.processors()).hasValue(0.3);
    }

    @Test
    void in_version_1_memory_with_swap_is_never_less_than_memory_alone() throws Exception {
        write("proc/self/cgroup", "4:memory:/process\n");
        write("sys/fs/cgroup/memory/cgroup.procs", "");
        write("sys/fs/cgroup/memory/" + NAME + "/memory.memsw.limit_in_bytes", "1000");

        ControlGroup group = new ControlGroup(ControlGroupHierarchy.in(root, Controller.MEMORY, Access.MAKE), NAME);
        group.limitMemory(4096);

        assertThat(group.folder().resolve("memory.memsw.limit_in_bytes")).hasContent("4096");
        assertThat(group.memoryBytes()).hasValue(4096);
    }

    @Test
    void version_2_makes_groups_in_the_highest_group_that_was_delegated_and_asks_it_for_the_controllers()
            throws Exception {
        write("proc/self/cgroup", "0::/user.slice/user-1000.slice/user@1000.service/app.slice/run.scope\n");
        write("sys/fs/cgroup/cgroup.controllers", "cpuset cpu io memory pids\n");
        String delegated = "sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/";
        write(delegated + "cgroup.procs", "");
        write(delegated + "cgroup.controllers", "cpu memory pids\n");
        write(delegated + "cgroup.subtree_control", "memory pids\n");

        ControlGroup cpu = new ControlGroup(ControlGroupHierarchy.in(root, Controller.CPU, Access.MAKE), NAME);
        ControlGroup memory = new ControlGroup(ControlGroupHierarchy.in(root, Controller.MEMORY, Access.MAKE), NAME);
        cpu.make();
        assertThat(root.resolve(delegated + "cgroup.subtree_control")).hasContent("+cpu");
        cpu.limitProcessors(1.5);
        memory.make();
        memory.limitMemory(64 << 20);

        assertThat(cpu.folder()).isEqualTo(memory.folder()).isEqualTo(root.resolve(delegated + NAME));
        assertThat(cpu.folder().resolve("cpu.max")).hasContent("150000 100000");
        assertThat(cpu.folder().resolve("cpu.weight")).hasContent("59");
        assertThat(cpu.processors()).hasValue(1.5);
        assertThat(memory.memoryBytes()).hasValue(64 << 20);
        write(delegated + NAME + "/cpu.max", "max 100000\n");
        write(delegated + NAME + "/memory.max", "max\n");
        assertThat(cpu.processors()).isEmpty();
        assertThat(memory.memoryBytes()).isEmpty();
        assertThatIOException()
                .isThrownBy(() -> ControlGroupHierarchy.in(root, Controller.DISK, Access.MAKE))
                .withMessageContaining("has no controller io, only [cpu, memory, pids]");
    }

    @Test
    void a_disk_is_limited_in_both_directions_in_either_version() throws Exception {
        write("proc/self/cgroup", "0::/\n");
        write("sys/fs/cgroup/cgroup.controllers", "io\n");
        write("sys/fs/cgroup/cgroup.procs", "");
        ControlGroup second = new ControlGroup(ControlGroupHierarchy.in(root, Controller.DISK, Access.MAKE), NAME);
        second.make();
        second.limitDisk("8:0", Optional.of(500L));
        assertThat(second.folder().resolve("io.max")).hasContent("8:0 rbps=500 wbps=500");
        second.limitDisk("8:0", Optional.empty());
        assertThat(second.folder().resolve("io.max")).hasContent("8:0 rbps=max wbps=max");

        write("proc/self/cgroup", "7:blkio:/\n0::/\n");
        write("sys/fs/cgroup/blkio/cgroup.procs", "");
        ControlGroup first = new ControlGroup(ControlGroupHierarchy.in(root, Controller.DISK, Access.MAKE), NAME);
        first.make();
        first.limitDisk("8:0", Optional.empty());
        assertThat(first.folder().resolve("blkio.throttle.write_bps_device")).hasContent("8:0 0");
    }

    @Test
    void a_user_who_may_make_no_groups_is_told_why_and_what_to_do() throws Exception {
        write("proc/self/cgroup", "0::/user.slice/session-3.scope\n");
        write("sys/fs/cgroup/cgroup.controllers", "cpu memory\n");

        assertThatIOException()
                .isThrownBy(() -> ControlGroupHierarchy.in(root, Controller.CPU, Access.MAKE))
                .withMessage("you may not make control groups: neither "
                        + root.resolve("sys/fs/cgroup/user.slice/session-3.scope")
                        + " nor a group around it is writable; run as root on a machine that mounts sys/fs/cgroup for"
                        + " writing, or in a group that systemd delegates: systemd-run --user --scope COMMAND");
        assertThatIOException()
                .isThrownBy(() -> ControlGroupHierarchy.in(root.resolve("nothing"), Controller.CPU, Access.MAKE))
                .withMessageStartingWith("this system has no control groups: ");
    }

    @Test
    void a_user_who_may_make_no_groups_sees_those_of_root() throws Exception {
        write("proc/self/cgroup", "0::/user.slice/session-3.scope\n");
        write("sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
        write("sys/fs/cgroup/" + NAME + "/cpu.max", "30000 100000\n");

        List<ControlGroup> seen = ControlGroup.named(ControlGroupHierarchy.in(root, Controller.CPU, Access.READ), NAME);

        assertThat(seen).extracting(ControlGroup::name).containsExactly(NAME);
        assertThat(seen.getFirst().processors()).hasValue(0.3);
    }

    @Test
    void a_command_enters_its_groups_before_it_does_anything() throws Exception {
        Path one = root.resolve("one");
        Path two = root.resolve("two");

        String said = new ExternalProgram(
                        ControlGroup.entering(
                                List.of(one, two), List.of("sh", "-c", "echo $$ \"$1\"", "sh", "two words")),
                        root,
                        SOON)
                .run()
                .orThrow()
                .text();

        String pid = said.split(" ", 2)[0];
        assertThat(said.strip()).isEqualTo(pid + " two words");
        assertThat(one).hasContent(pid + "\n");
        assertThat(two).hasContent(pid + "\n");
        assertThat(new ExternalProgram(
                                ControlGroup.entering(List.of(root.resolve("missing/procs")), List.of("echo", "done")),
                                root,
                                SOON)
                        .run()
                        .ok())
                .isFalse();
    }

    @Test
    void a_busy_loop_gets_no_more_than_its_share_and_nothing_is_left() throws Exception {
        ControlGroup group = real(Controller.CPU);
        group.make();
        Process loop = null;
        try {
            group.limitProcessors(0.2);
            assertThat(group.processors()).hasValue(0.2);
            List<String> busy = List.of("sh", "-c", "while :; do :; done & while :; do :; done");
            loop = new ProcessBuilder(ControlGroup.entering(List.of(group.procs()), busy)).start();
            ProcessHandle parent = loop.toHandle();
            assertThat(PollDeadline.in(SOON).await(() -> group.pids().size() == 2))
                    .isTrue();

            long usedMs = usedMs(parent);
            long sinceNs = System.nanoTime();
            Thread.sleep(2_000);
            double processors = (usedMs(parent) - usedMs) * 1e6 / (System.nanoTime() - sinceNs);

            assertThat(processors).as("processors used by two loops").isBetween(0.01, 0.3);
            assertThat(group.removed()).isFalse();
        } finally {
            if (loop != null) {
                loop.descendants().forEach(ProcessHandle::destroyForcibly);
                loop.destroyForcibly().waitFor();
            }
            group.remove();
        }
        assertThat(group.exists()).isFalse();
        assertThat(ControlGroup.named(group.hierarchy(), NAME)).isEmpty();
    }

    private static long usedMs(ProcessHandle parent) throws IOException {
        long ticks = ticks(parent.pid());
        for (ProcessHandle child : parent.children().toList()) {
            ticks += ticks(child.pid());
        }
        return ticks * 10; // a tick of /proc is 10 ms on every architecture
    }

    private static long ticks(long pid) throws IOException {
        String[] fields = Files.readString(Path.of("/proc/" + pid + "/stat"))
                .replaceFirst(".*\\) ", "")
                .split(" ", -1);
        return Long.parseLong(fields[11]) + Long.parseLong(fields[12]); // utime and stime, proc_pid_stat(5)
    }

    @Test
    void a_process_beyond_its_memory_is_killed_and_counted() throws Exception {
        ControlGroup group = real(Controller.MEMORY);
        group.make();
        try {
            group.limitMemory(32 << 20);
            assertThat(group.memoryBytes()).hasValue(32 << 20);
            assertThat(group.memoryKills()).isZero();
            List<String> hungry = List.of("sh", "-c", "head -c 200000000 /dev/zero | tail -n 1 >/dev/null");
            new ExternalProgram(ControlGroup.entering(List.of(group.procs()), hungry), root, SOON).run();
            assertThat(group.memoryKills()).isPositive();
        } finally {
            group.remove();
        }
    }

    private static ControlGroup real(Controller controller) {
        try {
            return new ControlGroup(ControlGroupHierarchy.here(controller), NAME);
        } catch (IOException e) {
            return abort(String.valueOf(e.getMessage()));
        }
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.resolveSibling(""));
        Files.writeString(path, text);
    }
}
