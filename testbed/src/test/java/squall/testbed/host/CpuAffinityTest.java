package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpuAffinityTest {
    private static final List<String> COMMAND = List.of("sleep", "60");

    @Test
    void lists_are_read_as_the_kernel_writes_them() {
        assertThat(CpuAffinity.listed("0-2,5")).containsExactly(0, 1, 2, 5);
        assertThat(CpuAffinity.listed("7")).containsExactly(7);
    }

    @Test
    void a_command_that_may_run_on_all_is_left_as_it_is() throws IOException {
        int all = CpuAffinity.of(ProcessHandle.current().pid());
        assertThat(CpuAffinity.command(all, 0, COMMAND)).isEqualTo(COMMAND);
    }

    @Test
    void more_processors_than_there_are_are_refused() throws IOException {
        int all = CpuAffinity.of(ProcessHandle.current().pid());
        assertThatIOException()
                .isThrownBy(() -> CpuAffinity.command(all + 1, 0, COMMAND))
                .withMessage((all + 1) + " processors were requested, but this machine has only " + all);
    }
}
