package squall.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.results.Directories;
import squall.results.Manifest;
import squall.results.file.CanonicalJson;
import squall.results.imported.BenchmarkTool;
import squall.results.imported.RunImport;
import squall.results.merge.Clients;
import squall.results.merge.RunMerge;
import squall.results.recorded.RecordedRun;

class RunConditionsTest {
    private static final Path GOLDEN = Path.of("../src/test/resources/squall/golden");
    private static final Path SCENARIO = GOLDEN.resolve("adversity");

    @TempDir
    private Path temp;

    @Test
    void repeated_runs_of_a_scenario_have_the_same_conditions() throws IOException {
        assertThat(changed("seed: 7", "seed: 8")).isEqualTo(conditions(SCENARIO));
    }

    /** Covers an old error: a run whose faults came twice was compared with one whose faults came once. */
    @Test
    void a_run_with_more_rounds_of_its_faults_has_other_conditions() throws IOException {
        assertThat(changed("repetitions: 1", "repetitions: 2")).isNotEqualTo(conditions(SCENARIO));
    }

    /** Covers an old error: default runs of one command were refused, because each draws or counts values of its own. */
    @ParameterizedTest
    @CsvSource({
        "sample-app, '', key_prefix",
        "kv, '', first_write",
        "ycsb-run, '', first_insert",
        "ycsb-run, '', idle_s",
        "tpcc, /db/settings, tpcc.constants"
    })
    void what_a_run_draws_or_counts_is_no_condition(String frontEnd, String parent, String member) throws IOException {
        Path run = copied(frontEnd);
        Path manifest = run.resolve(Manifest.NAME);
        JsonNode json = CanonicalJson.read(manifest);
        ((ObjectNode) json.at(parent)).put(member, "another");
        Files.writeString(manifest, CanonicalJson.pretty(json));

        assertThat(conditions(run)).isEqualTo(conditions(GOLDEN.resolve(frontEnd)));
    }

    /** Covers an old error: runs with drawn seeds, first writes of their own or another time of monitoring were refused. */
    @ParameterizedTest
    @CsvSource({"sysbench, rand-seed", "kv, write-seq", "ycsb-run, squall.metrics-linger"})
    void a_setting_that_a_run_has_of_its_own_is_no_condition(String frontEnd, String setting) throws IOException {
        Path run = copied(frontEnd);
        Files.writeString(
                run.resolve("config/effective.properties"), setting + "=another\n", StandardOpenOption.APPEND);

        assertThat(conditions(run)).isEqualTo(conditions(GOLDEN.resolve(frontEnd)));
    }

    /** Covers an old error: two imported runs were refused even on one side, as each has files of its own. */
    @Test
    void imported_runs_of_one_kind_have_the_same_conditions() throws IOException {
        RunConditions one = imported("sysbench.txt", BenchmarkTool.SYSBENCH, "252", "252");
        assertThat(imported("sysbench.txt", BenchmarkTool.SYSBENCH, "125.66", "99.5"))
                .isEqualTo(one);
        assertThat(imported("sysbench.txt", BenchmarkTool.SYSBENCH, "threads: 8", "threads: 16"))
                .isNotEqualTo(one);
        assertThat(imported("ycsb.txt", BenchmarkTool.YCSB, "508", "508").values())
                .containsEntry("imported.from", "ycsb")
                .containsKey("imported.not_recorded");
    }

    /** Covers an old error: any two merged runs were refused, for the figures of their clients and the names of their files. */
    @Test
    void merged_runs_have_the_conditions_of_their_clients() throws Exception {
        RunConditions one = merged("one", "8");

        assertThat(merged("again", "8")).isEqualTo(one);
        assertThat(merged("other", "9")).isNotEqualTo(one);
        assertThat(one.values())
                .containsEntry("clients", "2")
                .containsEntry("threads", "16")
                .containsEntry("config.batch", "1, 8")
                .containsEntry("config.tables", "4")
                .doesNotContainKey("config.seed");
    }

    private RunConditions merged(String folder, String batch) throws Exception {
        Path results = temp.resolve(folder);
        Path one = Path.of(Clients.one(results));
        Path other = Path.of(Clients.other(results));
        set(one, "batch=1\ntables=4\nseed=" + folder.length() + "\n");
        set(other, "batch=" + batch + "\ntables=4\n");
        return conditions(RunMerge.of(List.of(one, other), Duration.ofSeconds(10))
                .write(results, List.of())
                .path());
    }

    private static void set(Path run, String settings) throws IOException {
        Directories.unlisted(run);
        Files.writeString(run.resolve("config/effective.properties"), settings, StandardOpenOption.APPEND);
    }

    private RunConditions imported(String name, BenchmarkTool tool, String text, String other) throws IOException {
        Path file = Path.of("../src/test/resources/squall/results/imported", name);
        Path changed = Files.createTempFile(temp, "", name);
        Files.writeString(changed, Files.readString(file).replace(text, other));
        return conditions(RunImport.of(tool, List.of(changed), temp, List.of()));
    }

    private Path copied(String frontEnd) throws IOException {
        Path run = Directories.copy(GOLDEN.resolve(frontEnd), temp.resolve("run"));
        Directories.unlisted(run);
        return run;
    }

    private RunConditions changed(String line, String other) throws IOException {
        Path run = temp.resolve("run");
        Directories.copy(SCENARIO, run);
        Path scenario = run.resolve("config/scenario.yaml");
        Files.writeString(scenario, Files.readString(scenario).replace(line, other));
        return conditions(run);
    }

    private static RunConditions conditions(Path run) throws IOException {
        return RunConditions.of(RecordedRun.read(run));
    }
}
