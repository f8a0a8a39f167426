package squall.testbed.patroni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import squall.spi.Cluster.State;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.system.process.ProcessState;
import squall.testbed.ha.MemberConnection;
import squall.testbed.ha.ReplicatedCluster.Linking;

/** Test that creates a whole group, stops it, brings it up again and removes it. Needs what {@link PatroniClusterTest} needs. */
@Tag("server")
@Tag("extended")
@EnabledIf("installed")
class PatroniMaintenanceTest {
    private static final Path FOLDER =
            Path.of(System.getProperty("java.io.tmpdir"), "squall-test-patroni-up-" + System.nanoTime());
    private static final List<State> UP = List.of(State.UP, State.UP, State.UP);
    private static final List<State> DOWN = List.of(State.DOWN, State.DOWN, State.DOWN);

    static boolean installed() {
        try {
            PatroniPrograms.here();
            return true;
        } catch (IOException e) {
            System.err.println("SKIPPED: PatroniMaintenanceTest: " + e.getMessage());
            return false;
        }
    }

    @BeforeAll
    static void a_group_is_made_once() throws Exception {
        assertThat(maintenance().down()).as("nothing to stop").isFalse();
        assertThat(maintenance().reset()).as("nothing to remove").isFalse();
        assertThat(up())
                .containsExactly(
                        "creating three PostgreSQL servers, managed by Patroni",
                        "waiting for Patroni to have a leader and two standbys",
                        "changed");
    }

    @AfterAll
    static void a_reset_leaves_no_file_and_no_process() throws Exception {
        Path folder = home().folder();
        List<Long> processes = new ArrayList<>();
        for (PatroniNode node : servers().nodes()) {
            processes.addAll(node.pids());
        }
        try {
            assertThat(maintenance().reset()).isTrue();
            assertThat(folder).doesNotExist();
            assertThat(processes).hasSizeGreaterThan(9);
            for (long pid : processes) {
                assertThat(ProcessState.of(pid).dead()).as("process %d", pid).isTrue();
            }
        } finally {
            FileTrees.delete(FOLDER);
        }
    }

    @Test
    void a_group_that_is_up_is_left_alone() throws Exception {
        List<Long> before = pids();
        assertThat(up()).containsExactly("unchanged");
        assertThat(pids()).isEqualTo(before);
    }

    @Test
    void a_stopped_group_comes_back_with_its_data() throws Exception {
        leader().execute("CREATE TABLE kept (id int)");
        leader().execute("INSERT INTO kept VALUES (7)");
        assertThat(maintenance().down()).isTrue();
        assertThat(states()).isEqualTo(DOWN);
        assertThat(maintenance().down()).isFalse();
        assertThat(up()).containsExactly("waiting for Patroni to have a leader and two standbys", "changed");
        assertThat(states()).isEqualTo(UP);
        assertThat(leader().rows("SELECT id FROM kept")).containsExactly("7");
    }

    @Test
    void a_file_that_squall_did_not_make_stops_a_reset_before_any_server_is_stopped() throws Exception {
        Path foreign = home().folder().resolve("notes.txt");
        Files.writeString(foreign, "mine");
        try {
            assertThatIOException()
                    .isThrownBy(() -> maintenance().reset())
                    .withMessage("nothing was removed: [" + foreign
                            + "] was not created by Squall; move it elsewhere first");
            assertThat(states()).isEqualTo(UP);
        } finally {
            Files.delete(foreign);
        }
    }

    @Test
    void a_group_that_was_made_without_namespaces_cannot_have_them_later() {
        assertThatIOException()
                .isThrownBy(() -> maintenance().up(Linking.NAMESPACES, line -> {}))
                .withMessage("postgres-ha 'up' was created without namespaces: choose another --name, or run 'testbed"
                        + " reset postgres-ha'");
    }

    private static PatroniFolder home() throws IOException {
        return PatroniFolder.named(StateFolder.at(FOLDER), "up");
    }

    private static PatroniCluster maintenance() throws IOException {
        return new PatroniCluster(StateFolder.at(FOLDER), "up");
    }

    /** Returns the messages, and whether anything was changed. */
    private static List<String> up() throws IOException, InterruptedException {
        List<String> said = new ArrayList<>();
        boolean changed = maintenance().up(Linking.AS_BEFORE, said::add);
        said.add(changed ? "changed" : "unchanged");
        return said;
    }

    private static PatroniServers servers() throws IOException {
        return PatroniServers.of(home(), home().note().orElseThrow());
    }

    private static MemberConnection leader() throws IOException, InterruptedException {
        return servers().sql(servers().leadership().leader().orElseThrow());
    }

    private static List<State> states() throws IOException, InterruptedException {
        List<State> states = new ArrayList<>();
        for (PatroniNode node : servers().nodes()) {
            states.add(node.state());
        }
        return states;
    }

    private static List<Long> pids() throws IOException, InterruptedException {
        List<Long> pids = new ArrayList<>();
        for (PatroniNode node : servers().nodes()) {
            pids.add(node.patroni().process().orElseThrow().pid());
            pids.add(node.etcd().process().orElseThrow().pid());
            pids.add(node.postmaster().orElseThrow().pid());
        }
        return pids;
    }
}
