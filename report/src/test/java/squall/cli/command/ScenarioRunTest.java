package squall.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.engine.phases.Scenarios.baseline;
import static squall.engine.phases.Scenarios.disturbed;
import static squall.engine.phases.Scenarios.expecting;
import static squall.engine.phases.Scenarios.held;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import squall.cli.RaisedSignal;
import squall.cli.progress.ProgressConsole;
import squall.cli.progress.ProgressMode;
import squall.engine.RunResult;
import squall.engine.phases.FaultInjector;
import squall.engine.phases.Scenarios;
import squall.engine.phases.SwitchedLoad;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.results.RunInfo;
import squall.results.file.CanonicalJson;
import squall.scenario.Phase.Order;
import squall.scenario.Scenario;
import squall.scenario.expect.ExpectationMeasure;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.system.ExitCode;
import squall.system.OutputScreen;
import squall.verdict.ErrorBudget;

@Timeout(300)
class ScenarioRunTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final SwitchedLoad load = new SwitchedLoad();
    private List<String> residue = List.of();
    private ProgressMode mode = ProgressMode.AUTO;

    @Test
    void a_signal_while_the_data_is_checked_leaves_a_complete_directory_too() throws Exception {
        Scenario scenario = Scenarios.quick(baseline(2), disturbed("off", Order.SERIAL, held("off", 2)));
        ExitCode code = run(
                scenario,
                (phase, injection, round, waiting) -> load.fakeInjection().prepared(),
                result -> {
                    RaisedSignal.term();
                    new CountDownLatch(1).await();
                    return List.of();
                });
        assertThat(code).isEqualTo(ExitCode.TERMINATED);
        assertThat(recorded().path("exit_code").asInt()).isEqualTo(143);
        assertThat(recorded().path("adversity").path("phases")).isNotEmpty();
    }

    @Test
    void a_run_under_a_scenario_leaves_its_phases_its_events_and_what_the_fault_cost() throws Exception {
        Scenario scenario = Scenarios.quick(
                baseline(2),
                disturbed("off", Order.SERIAL, expecting(ExpectationMeasure.AVAILABILITY, ">= 0.999"), held("off", 2)));
        ExitCode code = run(
                scenario,
                (phase, injection, round, waiting) -> load.fakeInjection().prepared());
        assertThat(code).isIn(ExitCode.EXPECTATION, ExitCode.INVALID); // as on a machine too busy to keep the pace
        assertThat(texts("phases.json", "kind")).contains("baseline").endsWith("disturbed", "recovery");
        assertThat(texts("phases.json", "phase")).contains("baseline").endsWith("off", "off");
        JsonNode phase = recorded().path("adversity").path("phases").get(0);
        assertThat(phase.path("state").asText()).isEqualTo("missed");
        JsonNode group = phase.path("injection_groups").get(0);
        assertThat(group.path("outage_s").asInt()).isGreaterThanOrEqualTo(2);
        assertThat(group.path("detected_after_s").asInt()).isPositive();
        assertThat(group.path("recovery").path("from_healing").path("after_s").asInt(-1))
                .isNotNegative();
        assertThat(group.path("lost_goodput").path("seconds_of_baseline").asDouble())
                .isGreaterThan(1.5);
        assertThat(folder.resolve("results/latest/junit.xml"))
                .content()
                .contains("failures=\"1\"", "availability &gt;= 0.999");
        assertThat(events()).containsSubsequence("phase", "phase", "inject", "effective", "heal", "verified", "note");
        assertThat(screen())
                .contains("exit 3: off: availability >= 0.999 was expected, but found 0.")
                .containsPattern("off +0\\.[0-9]{2} .* MISSED\\R    off of load\\R")
                .containsPattern("Back: median of 1 s >= 80.0 %\\s+of ")
                .containsPattern("00:\\d\\d off: back at the baseline after off of load\\R")
                .doesNotContain("ops_s=", "inject:", "verified:", "lostAcks");
        assertThat(screen().lines().toList().getLast()).startsWith("results    ");
    }

    @Test
    void a_fault_without_effect_makes_the_run_invalid() throws Exception {
        Scenario scenario = Scenarios.quick(baseline(2), disturbed("off", Order.SERIAL, held("off", 30)));
        ExitCode code = run(
                scenario,
                (phase, injection, round, waiting) ->
                        new SwitchedLoad().fakeInjection().vacuous().prepared());
        assertThat(code).isEqualTo(ExitCode.INVALID);
        assertThat(screen())
                .contains("exit 6: the fault was not in effect: off: it is on")
                .contains("VACUOUS");
    }

    /** Covers an old error: the process ended with 8, and summary.json had another exit code. */
    @Test
    void what_a_fault_left_on_the_cluster_is_in_the_summary_as_in_the_exit_code() throws Exception {
        residue = List.of("n1 is DOWN");
        Scenario scenario = Scenarios.quick(baseline(2), disturbed("off", Order.SERIAL, held("off", 1)));
        ExitCode code = run(
                scenario,
                (phase, injection, round, waiting) -> load.fakeInjection().prepared());
        assertThat(code).isEqualTo(ExitCode.NOT_HEALED);
        assertThat(recorded().path("exit_code").asInt()).isEqualTo(8);
        assertThat(screen()).contains("exit 8: left on the cluster: n1 is DOWN");
    }

    @Test
    void without_progress_the_verdict_and_what_was_missed_are_still_said() throws Exception {
        mode = ProgressMode.NONE;
        Scenario scenario = Scenarios.quick(baseline(2), disturbed("off", Order.SERIAL, held("off", 1)));
        run(
                scenario,
                (phase, injection, round, waiting) ->
                        new SwitchedLoad().fakeInjection().vacuous().prepared());
        List<String> lines = screen().lines().toList();
        assertThat(lines.getFirst()).startsWith("invalid: complete after ");
        assertThat(lines.subList(1, lines.size() - 1)) // a machine that is too busy is one reason more
                .contains("exit 6: the fault was not in effect: off: it is on")
                .allSatisfy(reason -> assertThat(reason).startsWith("exit 6: "));
        assertThat(lines.getLast()).startsWith("results    " + folder);
    }

    @Test
    void a_plan_with_an_end_of_its_own_is_refused() {
        LoadPlan plan = new LoadPlan(
                1,
                new LoadPace.Closed(),
                OptionalLong.of(1),
                Optional.empty(),
                Duration.ZERO,
                Duration.ZERO,
                7,
                LoadPlan.Threads.PLATFORM,
                List.of());
        assertThatThrownBy(() -> run(
                        Scenarios.quick(baseline(2)),
                        (phase, injection, round, waiting) ->
                                load.fakeInjection().prepared(),
                        result -> List.of(),
                        plan))
                .hasMessage("the end of a scenario run is set by the scenario, not by the plan");
    }

    private ExitCode run(Scenario scenario, FaultInjector injector) throws Exception {
        return run(scenario, injector, result -> List.of());
    }

    private ExitCode run(Scenario scenario, FaultInjector injector, FrontEnd data) throws Exception {
        LoadPlan plan = new LoadPlan(
                2,
                new LoadPace.Rate(200, LoadPace.Arrival.CONSTANT),
                OptionalLong.empty(),
                Optional.empty(),
                Duration.ZERO,
                Duration.ofMillis(500),
                7,
                LoadPlan.Threads.PLATFORM,
                List.of());
        return run(scenario, injector, data, plan.givingUpAfter(Duration.ofSeconds(1)));
    }

    private ExitCode run(Scenario scenario, FaultInjector injector, FrontEnd data, LoadPlan plan) throws Exception {
        PreparedLoad job = new PreparedLoad("run", load, plan, info());
        return new MeasuredRun(job, terms(), console()).execute(scenario, injector, new ScenarioFrontEnd() {
            @Override
            public List<CheckResult> checks(RunResult result) throws InterruptedException {
                return data.checks(result);
            }

            @Override
            public List<String> residue() {
                return residue;
            }
        });
    }

    private JsonNode recorded() throws Exception {
        return CanonicalJson.read(folder.resolve("results/latest/summary.json"));
    }

    private List<String> texts(String file, String member) throws Exception {
        JsonNode array = new ObjectMapper()
                .readTree(folder.resolve("results/latest").resolve(file).toFile());
        return StreamSupport.stream(array.spliterator(), false)
                .filter(node -> node.has(member))
                .map(node -> node.path(member).asText())
                .toList();
    }

    private List<String> events() throws Exception {
        ObjectMapper json = new ObjectMapper();
        return Files.readAllLines(folder.resolve("results/latest/events.jsonl")).stream()
                .map(line -> {
                    try {
                        return json.readTree(line).path("type").asText();
                    } catch (java.io.IOException e) {
                        throw new AssertionError(e);
                    }
                })
                .toList();
    }

    private String screen() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private RunTerms terms() {
        return new RunTerms(folder.resolve("results"), ErrorBudget.NONE, List.of(), List.of("bin/adversity", "run"));
    }

    private ProgressConsole console() {
        return new ProgressConsole(
                new PrintStream(err, true, StandardCharsets.UTF_8), new OutputScreen(false, false, false, 100), mode);
    }

    private static RunInfo info() {
        return new RunInfo(
                "switched", "none", List.of("bin/adversity"), 7, Map.of(), Map.of(), DatabaseInfo.NONE, Map.of());
    }
}
