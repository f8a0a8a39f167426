package squall.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import squall.system.PollDeadline;
import squall.system.process.ProcessState;

@EnabledOnOs(OS.LINUX)
class FolderProcessesTest {
    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    @Test
    void only_processes_in_the_folder_are_killed() throws Exception {
        Process resident = sleeper(folder);
        Process neighbour = sleeper(elsewhere);
        try {
            var residents = new FolderProcesses(folder);
            assertThat(residents.pids()).containsExactly(resident.pid());
            residents.kill();
            assertThat(ProcessState.of(resident.pid()).dead()).isTrue();
            assertThat(neighbour.isAlive()).isTrue();
            assertThat(residents.pids()).isEmpty();
        } finally {
            neighbour.destroyForcibly();
            resident.destroyForcibly();
        }
    }

    private static Process sleeper(Path folder) throws Exception {
        Process process = new ProcessBuilder(List.of("sleep", "600"))
                .directory(folder.toFile())
                .start();
        assertThat(PollDeadline.in(Duration.ofMinutes(2))
                        .await(() -> !new FolderProcesses(folder).pids().isEmpty()))
                .isTrue();
        return process;
    }
}
