package squall.testbed.ha;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.system.FileTrees;
import squall.system.FolderLock;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.system.process.PidFileProcess;
import squall.system.process.ProcessState;
import squall.testbed.cluster.ClusterFolder;

/** The real process, on a group whose servers never ran. The test holds the group's lock, as commands do, so that nothing is promoted. */
class SupervisorProcessTest {
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private HaFolder home;
    private SupervisorProcess supervision;
    private FolderLock.Held lock;

    @BeforeEach
    void a_group_whose_servers_never_ran() throws Exception {
        StateFolder state = StateFolder.at(folder.resolve("state"));
        home = HaFolder.named(state, "watched");
        FileTrees.make(home.folder(), ClusterFolder.OPEN);
        home.passwords().create();
        home.write(HaGroup.of("17.5", "", List.of(member(1), member(2), member(3))));
        supervision = new SupervisorProcess(state, home);
        lock = new FolderLock(home.lockFile(), SOON).take();
    }

    /** Returns a member at port 1, where nothing listens. */
    private static GroupMember member(int number) {
        return new GroupMember("n" + number, GroupMember.HOST, 1, "zone" + number);
    }

    @AfterEach
    void end() throws Exception {
        supervision.end();
        lock.close();
    }

    /** Covers an old error: once {@code testbed up} told the process id of a supervisor that it had just started as 0. */
    @Test
    void it_is_running_and_watching_when_it_was_started() throws Exception {
        for (int start = 1; start <= 5; start++) {
            assertThat(supervision.start()).as("start %d", start).isTrue();
            assertThat(log()).contains(" watching " + home.folder() + " every 200 ms; 3 misses count as a failure\n");
            assertThat(supervision.process())
                    .as("start %d", start)
                    .get()
                    .extracting(PidFileProcess::pid)
                    .isEqualTo(Long.parseLong(
                            Files.readString(home.supervisor().pidFile()).strip()));
            assertThat(supervision.end()).as("start %d", start).isTrue();
        }
    }

    @Test
    void one_that_runs_is_left_alone() throws Exception {
        supervision.start();
        PidFileProcess first = supervision.process().orElseThrow();
        assertThat(supervision.start()).isFalse();
        assertThat(supervision.process()).contains(first);
    }

    @Test
    void one_that_was_ended_is_gone_and_there_is_no_second_to_end() throws Exception {
        supervision.start();
        long pid = supervision.process().orElseThrow().pid();
        assertThat(supervision.end()).isTrue();
        assertThat(ProcessState.of(pid).dead()).isTrue();
        assertThat(supervision.process()).isEmpty();
        assertThat(supervision.end()).isFalse();
    }

    @Test
    void a_primary_that_does_not_answer_has_failed() throws Exception {
        supervision.start();
        assertThat(PollDeadline.in(SOON).await(() -> log().contains(" n1 has failed: n1 (127.0.0.1:1): ")))
                .as(log())
                .isTrue();
    }

    @Test
    void one_that_cannot_read_its_group_does_not_start_and_says_why() throws Exception {
        Files.delete(home.folder().resolve("group.json"));
        assertThatIOException()
                .isThrownBy(() -> supervision.start())
                .withMessageMatching("the supervisor of postgres-ha 'watched' did not start: \\S+ ended: \\Q"
                        + home.folder() + "\\E was not created by Squall: it has no group.json. Move it elsewhere, or"
                        + " choose another --name; see \\Q" + home.supervisor().output() + "\\E");
        assertThat(supervision.process()).isEmpty();
    }

    private String log() throws IOException {
        return Files.readString(home.supervisor().output());
    }
}
