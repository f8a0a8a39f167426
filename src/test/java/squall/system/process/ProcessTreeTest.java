package squall.system.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class ProcessTreeTest {
    private static final int CHILDREN = 8;

    private Process parent;
    private ProcessTree tree;

    @BeforeEach
    void start() throws Exception {
        parent = new ProcessBuilder("/bin/sh", "-c", "for i in 1 2 3 4 5 6 7 8; do sleep 600 & done; echo ready; wait")
                .start();
        assertThat(parent.inputReader().readLine()).isEqualTo("ready");
        tree = new ProcessTree(parent.pid());
    }

    @AfterEach
    void kill() throws Exception {
        tree.kill();
    }

    @Test
    void a_frozen_tree_is_stopped_whole_and_runs_again() throws Exception {
        List<Long> frozen = tree.freeze();
        assertThat(frozen).hasSize(1 + CHILDREN).startsWith(parent.pid());
        assertThat(states(frozen)).containsExactly(ProcessState.STOPPED);
        tree.thaw();
        assertThat(states(frozen)).containsExactly(ProcessState.ALIVE);
    }

    @Test
    void a_killed_tree_is_dead_even_if_it_was_frozen() throws Exception {
        List<Long> all = tree.freeze();
        tree.kill();
        assertThat(states(all)).allMatch(ProcessState::dead);
    }

    private static Set<ProcessState> states(List<Long> pids) throws IOException, InterruptedException {
        var states = new HashSet<ProcessState>();
        for (long pid : pids) {
            states.add(ProcessState.of(pid));
        }
        return states;
    }
}
