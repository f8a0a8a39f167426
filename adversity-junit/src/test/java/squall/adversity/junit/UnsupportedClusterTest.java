package squall.adversity.junit;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import squall.adversity.cli.AdversityCommand;
import squall.cli.CommandEnvironment;
import squall.scenario.Scenario;
import squall.scenario.dsl.FaultBuilder;
import squall.scenario.dsl.PhaseBuilder;
import squall.scenario.dsl.TargetSelectors;
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
                .phase(PhaseBuilder.serial(
                        "pause",
                        FaultBuilder.with("pause")
                                .at(TargetSelectors.node("n1"))
                                .held(ofSeconds(1))))
                .build();
    }

    @Test
    void a_scenario_on_it_is_not_applicable_with_the_reason() throws Exception {
        Path file = Files.writeString(folder.resolve("toy.yaml"), ScenarioWriter.text(scenario(folder.toString())));
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);

        int code = AdversityCommand.execute(
                List.of(
                        "run",
                        file.toString(),
                        "--results",
                        folder.resolve("results").toString()),
                new CommandEnvironment(
                        InputStream.nullInputStream(), stream, stream, System.getenv(), Optional.empty(), folder));

        assertThat(code).isEqualTo(6);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("error: toys have no disks; the scenario is N/A on this machine");
    }

    @Test
    void tests_on_it_are_skipped() {
        TestExecutionSummary summary = SeparateJvm.executed(OnDisks.class).getSummary();

        assertThat(summary.getTestsFailedCount()).isZero();
        assertThat(summary.getTestsSkippedCount()).isEqualTo(1);
        assertThat(summary.getTestsAbortedCount()).isEqualTo(1);
    }
}
