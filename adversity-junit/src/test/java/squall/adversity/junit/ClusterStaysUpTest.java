package squall.adversity.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioWriter;

class ClusterStaysUpTest {
    @TempDir
    private Path folder;

    /** Covers an old error: a run that failed after it had begun left its cluster running and did not say so. */
    @Test
    void a_run_that_fails_after_it_began_says_that_its_cluster_stays_up() throws Exception {
        Path file = folder.resolve("toy.yaml");
        Files.writeString(file, ScenarioWriter.text(onFullDisk()));
        PrintedCommand command = PrintedCommand.adversity(
                folder,
                "run",
                file.toString(),
                "--results",
                folder.resolve("results").toString(),
                "--progress",
                "plain");

        assertThat(command.code()).isEqualTo(5);
        assertThat(command.printed()).containsSubsequence("toy stays up: toys down", "no space left on device");
    }

    private Scenario onFullDisk() {
        return QuickDraft.on("toy", Map.of("folder", folder.toString()))
                .under("toy", Map.of("disk", "full"))
                .phase(QuickDraft.pause())
                .build();
    }
}
