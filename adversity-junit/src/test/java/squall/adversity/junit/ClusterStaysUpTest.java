package squall.adversity.junit;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.cli.AdversityCommand;
import squall.cli.CommandEnvironment;
import squall.scenario.Scenario;
import squall.scenario.dsl.FaultBuilder;
import squall.scenario.dsl.PhaseBuilder;
import squall.scenario.dsl.TargetSelectors;
import squall.scenario.yaml.ScenarioWriter;

class ClusterStaysUpTest {
    @TempDir
    private Path folder;

    /** Covers an old error: a run that failed after it had begun left its cluster running and did not say so. */
    @Test
    void a_run_that_fails_after_it_began_says_that_its_cluster_stays_up() throws Exception {
        Path file = folder.resolve("toy.yaml");
        Files.writeString(file, ScenarioWriter.text(onFullDisk()));
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);

        int code = AdversityCommand.execute(
                List.of(
                        "run",
                        file.toString(),
                        "--results",
                        folder.resolve("results").toString(),
                        "--progress",
                        "plain"),
                new CommandEnvironment(
                        InputStream.nullInputStream(), stream, stream, System.getenv(), Optional.empty(), folder));

        assertThat(code).isEqualTo(5);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .containsSubsequence("toy stays up: toys down", "no space left on device");
    }

    private Scenario onFullDisk() {
        return QuickDraft.on("toy", Map.of("folder", folder.toString()))
                .under("toy", Map.of("disk", "full"))
                .phase(PhaseBuilder.serial(
                        "pause",
                        FaultBuilder.with("pause")
                                .at(TargetSelectors.node("n1"))
                                .held(ofSeconds(1))))
                .build();
    }
}
