package squall.adversity.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.scenario.Scenario;

class InProcessScenariosTest {
    @TempDir
    private Path folder;

    /** Covers an old error: neither Maven's output nor a report of it named the directory of the run. */
    @Test
    void a_run_in_a_test_prints_its_directory() throws IOException {
        InProcessScenarios scenarios = new InProcessScenarios(folder.resolve("results"));
        Scenario scenario = QuickDraft.on("toy", Map.of("folder", folder.toString()))
                .phase(QuickDraft.pause())
                .build();
        PrintStream terminal = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        AdversityRun run;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            run = scenarios.run(scenario);
        } finally {
            System.setOut(terminal);
        }

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("adversity run ", ": exit " + run.exitCode() + ", results in " + run.directory() + "\n");
    }
}
