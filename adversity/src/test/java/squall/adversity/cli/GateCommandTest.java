package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.cli.CommandEnvironment;
import squall.results.Directories;
import squall.results.Schema;

/** {@code bin/adversity gate} on copies of a recorded run of a kill, each with other figures. */
class GateCommandTest {
    private static final Path RECORDED = Path.of("..", "src", "test", "resources", "squall", "golden", "adversity");

    @TempDir
    private static Path results;

    private static List<String> baseline;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeAll
    static void baseline() throws IOException {
        baseline = runs("a", 20, 6, 8);
    }

    @Test
    void runs_as_fast_as_before_pass() throws IOException {
        assertThat(gate(runs("same", 8, 6, 8))).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(lines())
                .startsWith("Gate of 8 new runs against 20 baseline runs", "golden-kill · postgresql")
                .anyMatch(line -> line.endsWith("pass: sure: no figure is worse"))
                .anyMatch(line -> line.startsWith("False alarms") && line.contains("at most 3.79 %"))
                .anyMatch(line -> line.startsWith("Worse") && line.contains("5 of 8 new runs"))
                .filteredOn(line -> line.startsWith("kill.outage_s"))
                .first()
                .asString()
                .endsWith("pass");
    }

    @Test
    void five_runs_that_fail_over_more_slowly_are_enough_for_exit_7() throws IOException {
        assertThat(gate(runs("slow", 5, 12, 14), "--format", "junit")).isEqualTo(7);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("<testsuite name=\"gate.new runs\" tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"0\"")
                .contains(
                        "name=\"kill.outage_s is not worse\"><failure message=\"worse: 5 of 5 new runs beyond the limit");
    }

    @Test
    void after_three_runs_it_is_not_sure_and_says_how_many_it_needs() throws IOException {
        assertThat(gate(runs("few", 3, 6, 8))).isEqualTo(6);
        assertThat(lines()).anyMatch(line -> line.endsWith("skipped: not sure: 1 to 5 more runs"));
    }

    @Test
    void json_has_the_plan_and_the_rule_of_cockroachdb_and_fits_its_schema() throws IOException {
        assertThat(gate(runs("json", 5, 12, 14), "--json")).isEqualTo(7);
        JsonNode json = new ObjectMapper().readTree(out.toByteArray());
        assertThat(Schema.complaints("gate.schema.json", json)).isEmpty();
        assertThat(json.path("decision").asText()).isEqualTo("worse");
        assertThat(json.at("/plan/worse_from").asInt()).isEqualTo(5);
        assertThat(json.at("/plan/false_alarms").asDouble()).isBetween(0.03, 0.05);
        assertThat(json.at("/tables/figures/rows"))
                .extracting(row -> row.path("metric").asText())
                .containsExactly(
                        "kill.goodput_share", "kill.outage_s", "kill.p99_times", "kill.back_after_injection_s");
        assertThat(json.at("/tables/figures/rows/0/limit").isNumber()).isTrue();
        JsonNode rule = json.at("/tables/cockroachdb/rows/0");
        assertThat(rule.path("baseline_failed").asInt()).isEqualTo(20); // 0.71 of the baseline's goodput
        assertThat(rule.path("new_failed").asInt()).isEqualTo(5);
    }

    @Test
    void without_new_runs_it_prints_the_limits() throws IOException {
        assertThat(run("gate", "--baseline", baseline, List.of())).isEqualTo(6);
        assertThat(lines()).anyMatch(line -> line.endsWith("not sure: 4 to 8 more runs"));
    }

    @Test
    void the_page_has_every_run() throws IOException {
        Path page = results.resolve("gate.html");
        assertThat(gate(runs("page", 5, 12, 14), "--format", "html", "--out", page.toString()))
                .isEqualTo(7);
        assertThat(page)
                .content()
                .contains("<title>Gate of 5 new runs against 20 baseline runs")
                .contains("Run by run");
    }

    @Test
    void too_few_baseline_runs_are_exit_2_with_how_many_are_enough() {
        assertThat(run("gate", "--baseline", baseline.subList(0, 5), List.of())).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("error: 5 baseline runs are too few for 4 figures with a false-alarm rate of 5 %")
                .contains(": 8 are enough;");
    }

    @Test
    void an_invalid_run_is_refused_by_its_name() throws IOException {
        List<String> invalid = runs("invalid", 1, 6, 8);
        edit(Path.of(invalid.getFirst(), "manifest.json"), text -> text.replace("\"complete\"", "\"invalid\""));
        assertThat(gate(invalid)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains(invalid.getFirst() + " is invalid, only a complete run can be used");
    }

    @Test
    void another_scenario_and_another_database_are_refused() throws IOException {
        List<String> longer = runs("longer", 1, 6, 8);
        edit(Path.of(longer.getFirst(), "config", "scenario.yaml"), text -> text.replace("hold: 4s", "hold: 5s"));
        assertThat(gate(longer)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("the runs differ in config.scenario.yaml");

        List<String> other = runs("other", 1, 6, 8);
        edit(
                Path.of(other.getFirst(), "manifest.json"),
                text -> text.replace("\"product\": \"postgresql\"", "\"product\": \"cassandra\""));
        assertThat(gate(other)).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("db.product: postgresql / cassandra");
    }

    @Test
    void lost_data_is_exit_4_whatever_the_figures() throws IOException {
        List<String> lossy = runs("lossy", 8, 6, 8);
        edit(
                Path.of(lossy.get(3), "summary.json"),
                text -> text.replaceFirst("\"exit_code\" : 0", "\"exit_code\" : 4"));
        assertThat(gate(lossy)).isEqualTo(4);
        assertThat(lines())
                .anyMatch(line -> line.contains("fail: sure: no figure is worse"))
                .anyMatch(line -> line.contains("lossy3: data check failed"));
    }

    @Test
    void rates_out_of_range_are_refused() throws IOException {
        List<String> one = runs("one", 1, 6, 8);
        assertThat(gate(one, "--false-alarms", "5")).isEqualTo(2);
        assertThat(gate(one, "--false-alarms", "60%")).isEqualTo(2);
        assertThat(gate(one, "--power", "40%")).isEqualTo(2);
        assertThat(gate(one, "--max-runs", "0")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("error: --false-alarms must be from 0.01% to 50%, such as 5%, not '5'\n")
                .contains("not '60%'\n")
                .contains("error: --power must be from 50% to 99.9%, such as 90%, not '40%'\n")
                .contains("error: --max-runs must be 1 to 100, not 0\n");
    }

    private int gate(List<String> newRuns, String... options) {
        return run(
                "gate",
                "--baseline",
                baseline,
                Stream.concat(Stream.concat(Stream.of("--new"), newRuns.stream()), Stream.of(options))
                        .toList());
    }

    private int run(String command, String option, List<String> runs, List<String> more) {
        List<String> words = new ArrayList<>(List.of(command, option));
        words.addAll(runs);
        words.addAll(more);
        return AdversityCommand.execute(
                words,
                new CommandEnvironment(
                        InputStream.nullInputStream(),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        Map.of(),
                        Optional.empty(),
                        results));
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /** Copies of the recorded run, as {@code --repeat} makes them: each with its own seed, journal, and figures from one to the other. */
    private static List<String> runs(String name, int count, int outage, int back) throws IOException {
        List<String> runs = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            Path run = Directories.copy(RECORDED, results.resolve(name + n));
            String id = name + n;
            int seed = n % 9 + 1;
            double more = n % 5 / 10.0;
            int seconds = outage + n % 3;
            String drawn = "\"seed\": " + (1000 + n);
            String standby = n % 2 == 0 ? "n1" : "n2";
            edit(run.resolve("config/scenario.yaml"), text -> text.replace("seed: 7", "seed: " + seed));
            edit(
                    run.resolve("manifest.json"),
                    text -> named(text, id)
                            .replace("e43d8d", "e43d8" + seed)
                            .replace("\"seed\": 7", drawn)
                            .replace("n2:streaming:quorum", standby + ":streaming:quorum"));
            edit(
                    run.resolve("summary.json"),
                    text -> named(text, id)
                            .replace("\"outage_s\" : 0", "\"outage_s\" : " + seconds)
                            .replace(
                                    "\"after_s\" : 8.0",
                                    String.format(Locale.ROOT, "\"after_s\" : %.1f", back + more)));
            runs.add(run.toString());
        }
        return runs;
    }

    private static String named(String text, String id) {
        return text.replaceFirst("(\"run_id\" ?: ?\")[^\"]+", "$1" + id);
    }

    private static void edit(Path file, UnaryOperator<String> change) throws IOException {
        Files.writeString(file, change.apply(Files.readString(file)));
    }
}
