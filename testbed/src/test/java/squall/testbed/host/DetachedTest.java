package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.system.PollDeadline;
import squall.system.process.DetachedProcess;
import squall.system.process.PidFileProcess;
import squall.system.process.ProcessState;
import squall.system.process.ProcessTree;

class DetachedTest {
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @AfterEach
    void end() throws Exception {
        new UnfreezeTimer(folder).disarm();
        var left = PidFileProcess.named(pidFile(), folder);
        if (left.isPresent()) {
            left.get().tree().kill();
        }
    }

    @Test
    void a_detached_program_has_no_parent_here_and_is_known_by_its_file() throws Exception {
        start("sleep 600; :");
        assertThat(ProcessHandle.current().descendants().map(ProcessHandle::pid))
                .doesNotContain(pid());
    }

    @Test
    void what_it_prints_goes_into_its_file() throws Exception {
        start("echo said; echo complained >&2; read -r line || echo 'nothing to read'; sleep 600; :");
        assertThat(PollDeadline.in(SOON)
                        .await(() -> Files.readAllLines(output()).size() == 3))
                .isTrue();
        assertThat(output()).hasContent("said\ncomplained\nnothing to read\n");
    }

    @Test
    void a_reused_process_id_is_not_ours() throws Exception {
        Files.writeString(pidFile(), Long.toString(ProcessHandle.current().pid()));
        assertThat(PidFileProcess.named(pidFile(), folder.resolve("nobody"))).isEmpty();
    }

    @Test
    void its_output_can_be_read_as_soon_as_it_was_started() throws Exception {
        for (int start = 1; start <= 10; start++) {
            Files.deleteIfExists(output());
            new DetachedProcess(List.of("true"), folder, output(), pidFile()).start();
            assertThat(output()).as("start %d", start).exists();
        }
    }

    @Test
    void the_timer_lets_a_frozen_process_go_on() throws Exception {
        start("while :; do sleep 1; done");
        var tree = new ProcessTree(pid());
        new UnfreezeTimer(folder).arm(tree.freeze(), Duration.ofMillis(1));
        assertThat(PollDeadline.in(SOON).await(() -> ProcessState.of(tree.root()) == ProcessState.ALIVE))
                .isTrue();
    }

    @Test
    void a_disarmed_alarm_leaves_no_process_and_does_nothing() throws Exception {
        start("while :; do sleep 1; done");
        var deadMan = new UnfreezeTimer(folder);
        deadMan.arm(List.of(pid()), Duration.ofMinutes(10));
        deadMan.arm(List.of(pid()), Duration.ofMinutes(20));
        assertThat(timers()).hasSize(1);
        deadMan.disarm();
        assertThat(timers()).isEmpty();
    }

    private List<Long> timers() throws Exception {
        return new FolderProcesses(folder)
                .pids().stream()
                        .filter(pid -> ProcessHandle.of(pid)
                                .flatMap(process -> process.info().commandLine())
                                .filter(line -> line.contains("dead-man.pid"))
                                .isPresent())
                        .toList();
    }

    private void start(String script) throws Exception {
        new DetachedProcess(List.of("/bin/sh", "-c", script, folder.toString()), folder, output(), pidFile()).start();
        assertThat(PollDeadline.in(SOON)
                        .await(() -> PidFileProcess.named(pidFile(), folder).isPresent()))
                .isTrue();
    }

    private long pid() throws Exception {
        return Long.parseLong(Files.readString(pidFile()).strip());
    }

    private Path output() {
        return folder.resolve("output");
    }

    private Path pidFile() {
        return folder.resolve("program.pid");
    }
}
