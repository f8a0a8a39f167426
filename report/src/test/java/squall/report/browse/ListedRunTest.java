package squall.report.browse;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.Synthetic;
import squall.results.Manifest;
import squall.results.file.CanonicalJson;
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

    /** Covers an old error: each run of a command with a drawn seed was a group of its own. */
    @Test
    void a_seed_of_any_spelling_is_left_out_of_the_command() throws Exception {
        assertThat(command("bin/sysbench", "oltp_read_only", "run", "--rand-seed=7"))
                .isEqualTo("bin/sysbench oltp_read_only run");
        assertThat(command("bin/ycsb", "run", "-p", "squall.seed=7", "-s")).isEqualTo("bin/ycsb run -s");
        assertThat(command("bin/kv", "run", "--seed", "7", "--tag=a")).isEqualTo("bin/kv run");
    }

    /** Returns the listed command of a run whose manifest has this one. */
    private String command(String... words) throws Exception {
        Path run = written();
        Path manifest = run.resolve(Manifest.NAME);
        ObjectNode json = (ObjectNode) CanonicalJson.read(manifest);
        ArrayNode command = json.putArray("command");
        for (String word : words) {
            command.add(word);
        }
        Files.writeString(manifest, CanonicalJson.pretty(json));
        return ListedRun.of(RunOutline.read(run)).command();
    }

    /** Returns a run whose manifest has these members too. */
    private ListedRun listed(String facts) throws Exception {
        Path run = written();
        Path manifest = run.resolve(Manifest.NAME);
        Files.writeString(manifest, Files.readString(manifest).replaceFirst("\\{", "{" + facts + ","));
        return ListedRun.of(RunOutline.read(run));
    }

    private Path written() throws Exception {
        return Synthetic.disturbed(80, List.of("READ"), 10).write(Files.createTempDirectory(folder, "runs"));
    }
}
