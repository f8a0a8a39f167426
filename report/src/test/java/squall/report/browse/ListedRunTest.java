package squall.report.browse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.Synthetic;
import squall.results.Manifest;
import squall.results.recorded.RunOutline;

class ListedRunTest {
    @TempDir
    private Path folder;

    @Test
    void a_load_is_told_from_a_run() throws Exception {
        String run = listed("\"phase\": \"run\"").workload();
        assertThat(listed("\"phase\": \"load\"").workload()).isEqualTo(run + " load");
    }

    @Test
    void a_scenario_is_not_repeated_as_its_workload() throws Exception {
        ListedRun run = listed("\"scenario\": \"kill\", \"load\": \"ycsb\"");
        assertThat(List.of(run.scenario(), run.workload())).containsExactly("kill", "ycsb");
        assertThat(listed("\"scenario\": \"kill\"").workload()).isEmpty();
    }

    /** Returns a run whose manifest has these members too. */
    private ListedRun listed(String facts) throws Exception {
        Path run = Synthetic.disturbed(80, List.of("READ"), 10).write(Files.createTempDirectory(folder, "runs"));
        Path manifest = run.resolve(Manifest.NAME);
        Files.writeString(manifest, Files.readString(manifest).replaceFirst("\\{", "{" + facts + ","));
        return ListedRun.of(RunOutline.read(run));
    }
}
