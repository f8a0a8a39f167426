package squall.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.results.Directories;
import squall.results.recorded.RecordedRun;

class RunConditionsTest {
    private static final Path GOLDEN = Path.of("../src/test/resources/squall/golden/adversity");

    @TempDir
    private Path temp;

    @Test
    void repeated_runs_of_a_scenario_have_the_same_conditions() throws IOException {
        assertThat(changed("seed: 7", "seed: 8")).isEqualTo(conditions(GOLDEN));
    }

    /** Covers an old error: a run whose faults came twice was compared with one whose faults came once. */
    @Test
    void a_run_with_more_rounds_of_its_faults_has_other_conditions() throws IOException {
        assertThat(changed("repetitions: 1", "repetitions: 2")).isNotEqualTo(conditions(GOLDEN));
    }

    private RunConditions changed(String line, String other) throws IOException {
        Path run = temp.resolve("run");
        Directories.copy(GOLDEN, run);
        Path scenario = run.resolve("config/scenario.yaml");
        Files.writeString(scenario, Files.readString(scenario).replace(line, other));
        return conditions(run);
    }

    private static RunConditions conditions(Path run) throws IOException {
        return RunConditions.of(RecordedRun.read(run));
    }
}
