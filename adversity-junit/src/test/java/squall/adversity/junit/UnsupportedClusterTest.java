package squall.adversity.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioWriter;

/** Test of a cluster that needs what this machine does not have, as disks of nodes need root: it is not applicable, and fails nothing. */
class UnsupportedClusterTest {
    private static final String FOLDER = "target/toy-without-disks";

    @TempDir
    private Path folder;

    /** Not tests of their own: only the launcher below runs them. */
    static class OnDisks {
        @AdversityTest(scenario = "any", cluster = "toy:folder=" + FOLDER + ",disks=own")
        void isDisabled(AdversityRun run) {
            throw new AssertionError(run);
        }

        @AdversityTest
        void isAborted(InProcessScenarios scenarios) throws IOException {
            scenarios.run(scenario(FOLDER));
        }
    }

    private static Scenario scenario(String folder) {
        return QuickDraft.on("toy", Map.of("folder", folder, "disks", "own"))
                .phase(QuickDraft.pause())
                .build();
    }

    @Test
    void a_scenario_on_it_is_not_applicable_with_the_reason() throws Exception {
        Path file = Files.writeString(folder.resolve("toy.yaml"), ScenarioWriter.text(scenario(folder.toString())));
        PrintedCommand command = PrintedCommand.adversity(
                folder,
                "run",
                file.toString(),
                "--results",
                folder.resolve("results").toString());

        assertThat(command.code()).isEqualTo(6);
        assertThat(command.printed()).contains("error: toys have no disks; the scenario is N/A on this machine");
    }

    @Test
    void tests_on_it_are_skipped() {
        TestExecutionSummary summary = SeparateJvm.executed(OnDisks.class).getSummary();

        assertThat(summary.getTestsFailedCount()).isZero();
        assertThat(summary.getTestsSkippedCount()).isEqualTo(1);
        assertThat(summary.getTestsAbortedCount()).isEqualTo(1);
    }
}
