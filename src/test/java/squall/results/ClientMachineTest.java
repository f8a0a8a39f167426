package squall.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import squall.system.process.ControlGroup;
import squall.system.process.ControlGroupHierarchy;
import squall.system.process.ControlGroupHierarchy.Controller;

class ClientMachineTest {
    /** A user who may make no groups skips it. */
    @Test
    void the_limits_of_nodes_on_this_machine_are_read_back_from_the_kernel() throws IOException {
        String node = ControlGroup.NODE + "test-" + ProcessHandle.current().pid();
        List<ControlGroup> groups = new ArrayList<>();
        try {
            for (Controller controller : List.of(Controller.CPU, Controller.MEMORY)) {
                groups.add(made(controller, node));
            }
            groups.getFirst().limitProcessors(0.3);
            groups.getLast().limitMemory(64 << 20);

            assertThat(sizes()).containsEntry(node, "0.3 processors, 64 MB");
        } finally {
            groups.forEach(ControlGroup::removed);
        }
        assertThat(sizes()).doesNotContainKey(node);
    }

    private static ControlGroup made(Controller controller, String node) throws IOException {
        try {
            ControlGroup group = new ControlGroup(ControlGroupHierarchy.here(controller), node);
            group.make();
            return group;
        } catch (IOException e) {
            return abort(String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, String> sizes() {
        Optional<Map<String, String>> sizes = ClientMachine.here().nodeSizes();
        return sizes.orElse(Map.of());
    }
}
