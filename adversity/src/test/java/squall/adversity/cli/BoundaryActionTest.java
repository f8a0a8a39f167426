package squall.adversity.cli;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import squall.adversity.cli.BoundaryCell.CellPlace;
import squall.adversity.cli.BoundaryCell.CellVerdict;
import squall.adversity.cli.BoundaryFlags.BoundaryAxes;
import squall.adversity.cli.BoundaryMap.Boundary;
import squall.adversity.cli.RunAction.RepetitionCollector;
import squall.cli.command.MaximumSearch;
import squall.measure.recovery.Seconds;
import squall.results.Schema;
import squall.results.file.CanonicalJson;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup.LoadRate;
import squall.scenario.expect.Expectations;
import squall.system.ExitCode;
import squall.verdict.AdversitySummary;
import squall.verdict.Outcomes;
import squall.verdict.ProbeEvidence;
import squall.verdict.ScenarioJudge;

class BoundaryActionTest {
    private static final AdversitySummary BACK = result(4);
    private static final AdversitySummary NEVER_BACK = result(40);
    private static final AdversitySummary NO_BASELINE = new AdversitySummary(
            1, "metastable", Optional.empty(), Optional.empty(), List.of(), List.of(), List.of(), Map.of());

    private final List<String> printed = new ArrayList<>();
    private final List<String> documents = new ArrayList<>();
    private final List<Long> seeds = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"9, below 10 %", "10, 10 to 15 %", "33, 30 to 35 %", "47, 45 to 50 %", "90, above 90 %"})
    void bisection_finds_the_boundary_in_a_few_steps(int highest, String boundary) {
        MaximumSearch loads = axes(5).loads();
        SortedMap<Long, Boolean> tried = new TreeMap<>();
        for (OptionalLong next = loads.next(tried); next.isPresent(); next = loads.next(tried)) {
            tried.put(next.getAsLong(), next.getAsLong() <= highest);
        }
        assertThat(Boundary.of(1, OptionalDouble.empty(), tried).text()).isEqualTo(boundary);
        assertThat(tried).hasSizeLessThanOrEqualTo(6);
    }

    @Test
    void what_recovered_above_a_load_that_did_not_moves_no_boundary() {
        assertThat(Boundary.of(2, OptionalDouble.of(1.5), new TreeMap<>(Map.of(10L, true, 40L, false, 50L, true))))
                .isEqualTo(new Boundary(2, OptionalDouble.of(1.5), OptionalLong.of(10), OptionalLong.of(40)));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 90, 5, '--from and --to must be percents in [1, 100], in this order, not 0 and 90'",
        "50, 40, 5, '--from and --to must be percents in [1, 100], in this order, not 50 and 40'",
        "50, 101, 5, '--from and --to must be percents in [1, 100], in this order, not 50 and 101'",
        "10, 90, 0, '--within must be at least 1, not 0'"
    })
    void a_range_that_is_none_is_refused(int from, int to, int within, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BoundaryAxes.of(from, to, within, List.of()))
                .withMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1s,soon", "soon,0s", "1s,,2s,soon", "0s"})
    void a_hold_that_is_no_duration_is_refused(String typed) {
        BoundaryFlags flags = new BoundaryFlags();
        new CommandLine(flags).parseArgs("--hold", typed);
        assertThatIllegalArgumentException()
                .isThrownBy(flags::axes)
                .withMessageStartingWith(
                        "--hold must be a duration such as 250ms, 30s, 5m or 2h, above 0, or several with commas between them, not '");
    }

    @Test
    void a_hold_that_is_named_twice_is_refused() {
        BoundaryFlags flags = new BoundaryFlags();
        new CommandLine(flags).parseArgs("--hold", "1s,2s,1000ms");
        assertThatIllegalArgumentException().isThrownBy(flags::axes).withMessage("--hold names a time twice: 1s,2s,1s");
    }

    @Test
    void each_hold_has_a_boundary_of_its_own_and_the_map_a_column() throws Exception {
        assertThat(execute(1, List.of(ofSeconds(1), ofMillis(2500)), 74)).isEqualTo(ExitCode.OK);
        assertThat(printed)
                .containsSubsequence(
                        "recovery after the faults of metastable, by load in percent of the maximum and by hold of the faults",
                        "load %  1s     2500ms",
                        "10      1/1    1/1",
                        "30             0/1",
                        "50      1/1    0/1",
                        "90      0/1 *  0/1 *",
                        "2/3: two of three runs recovered; *: not all were steady before the faults",
                        "boundary of run 1, hold 1s: 70 to 80 %",
                        "boundary of run 1, hold 2500ms: 20 to 30 %",
                        "page: boundary-run-10-42-1000.html");
        JsonNode map = CanonicalJson.read("map", documents.getFirst());
        assertThat(Schema.complaints("adversity-boundary.schema.json", map)).isEmpty();
        JsonNode schema = CanonicalJson.read(Path.of("..", "results", "schema", "adversity-boundary.schema.json"))
                .path("properties");
        assertThat(names(map)).isEqualTo(names(schema));
        assertThat(names(map.at("/cells/0"))).isEqualTo(names(schema.at("/cells/items/properties")));
        assertThat(names(map.at("/boundaries/1"))).isEqualTo(names(schema.at("/boundaries/items/properties")));
        assertThat(map.at("/boundaries/1"))
                .hasToString("{\"repeat\":1,\"hold_s\":2.5,\"recovers\":20,\"does_not\":30}");
        assertThat(documents.getLast())
                .contains("<title>Squall: Boundary of metastable</title>", ">0/1 *<", "70 to 80 %");
    }

    @Test
    void each_hold_has_its_own_spread_over_repeats() throws Exception {
        assertThat(execute(2, List.of(ofSeconds(1), ofSeconds(2)), 75, 55)).isEqualTo(ExitCode.OK);
        assertThat(printed)
                .containsSubsequence(
                        "50      2/2    0/2",
                        "60      0/1",
                        "70      1/2",
                        "boundary of run 2, hold 2s: 20 to 30 %",
                        "middle of the boundary, hold 1s: 55.0 to 75.0 % in 2 runs",
                        "middle of the boundary, hold 2s: 25.0 to 35.0 % in 2 runs");
    }

    @Test
    void a_hold_that_the_scenario_cannot_have_is_refused_before_the_first_run() throws Exception {
        Scenario without = scenario().with(scenario().phases().subList(0, 2));
        BoundaryAction action = new BoundaryAction(without, axes(10, ofSeconds(1)), 1, (at, collector) -> {
            throw new AssertionError("nothing may run");
        });
        assertThatIllegalArgumentException()
                .isThrownBy(() -> action.execute(printed::add, (name, text) -> name))
                .withMessageStartingWith("scenario metastable: none of its faults is held for a fixed time");
    }

    @Test
    void the_recovery_after_healing_decides() {
        assertThat(CellVerdict.of(BACK)).isEqualTo(CellVerdict.RECOVERED);
        assertThat(CellVerdict.of(NEVER_BACK)).isEqualTo(CellVerdict.NOT_RECOVERED);
        assertThat(CellVerdict.of(NO_BASELINE)).isEqualTo(CellVerdict.NO_BASELINE);
    }

    /** Covers an old error: a load recovered after the last of several faults, and the map said that it did not. */
    @Test
    void a_recovery_that_the_next_injection_cut_off_decides_nothing() {
        assertThat(CellVerdict.of(Outcomes.restarts("<= 60s"))).isEqualTo(CellVerdict.RECOVERED);
    }

    /** Covers an old error: the map showed the recovery of the control, which took longer than that from the fault. */
    @Test
    void the_recovery_of_a_control_is_not_shown() {
        long[] seconds = new long[40];
        Arrays.fill(seconds, 8, 20, 100);
        Arrays.fill(seconds, 26, 40, 100);
        RepetitionCollector collector = new RepetitionCollector(1);
        collector.add(
                "run",
                ScenarioJudge.judge(
                        Outcomes.scenario(Expectations.NONE, "a-a", "pause"),
                        Outcomes.conducted(
                                Seconds.after(20, seconds),
                                Outcomes.injected(1, "a-a", 20, 24, 40, Outcomes.IN_EFFECT),
                                Outcomes.injected(2, "pause", 40, 44, 60, Outcomes.IN_EFFECT)),
                        ProbeEvidence.NONE));
        assertThat(BoundaryCell.of(new CellPlace(1, OptionalDouble.empty(), 50), collector, ExitCode.OK)
                        .text())
                .isEqualTo("recovers in 2 s");
    }

    @Test
    void each_repeat_has_its_own_seed_and_boundary_and_the_map_shows_all() throws Exception {
        assertThat(execute(2, List.of(), 34, 44)).isEqualTo(ExitCode.OK);
        assertThat(seeds).contains(42L, 43L).doesNotContain(44L);
        assertThat(printed)
                .containsSubsequence(
                        "recovery after the faults of metastable, by load in percent of the maximum",
                        "boundary of run 1: 30 to 40 %",
                        "boundary of run 2: 40 to 50 %",
                        "middle of the boundary: 35.0 to 45.0 % in 2 runs",
                        "map: boundary-run-10-42-2000.json")
                .anySatisfy(line -> assertThat(line).containsSubsequence("40", "does not recover", "recovers in "))
                .anySatisfy(
                        line -> assertThat(line).containsSubsequence("90", "not steady before", "not steady before"));
        assertThat(Schema.complaints("adversity-boundary.schema.json", CanonicalJson.read("map", documents.getFirst())))
                .isEmpty();
    }

    /** Covers an old omission: the map showed a run whose client could not keep up like any other. */
    @Test
    void a_run_that_decided_but_is_invalid_is_marked() throws Exception {
        BoundaryAction action = new BoundaryAction(scenario(), axes(10), 1, (at, collector) -> {
            boolean recovers = at.setting().load().rate().equals(new LoadRate.RatioOfMax(0.1));
            collector.add("run", recovers ? BACK : NEVER_BACK);
            return recovers ? ExitCode.OK : ExitCode.INVALID;
        });
        assertThat(action.execute(printed::add, (name, text) -> name)).isEqualTo(ExitCode.INVALID);
        assertThat(printed)
                .containsSubsequence("20      does not recover !", "90      does not recover !")
                .contains("!: a run that is invalid (exit 6), for example because its client could not keep up")
                .anySatisfy(line -> assertThat(line).startsWith("10 ").doesNotContain("!"));
    }

    @Test
    void a_run_that_decides_nothing_ends_the_search_as_invalid() throws Exception {
        BoundaryAction action = new BoundaryAction(scenario(), axes(10), 3, (at, collector) -> ExitCode.INVALID);
        assertThat(action.execute(printed::add, (name, text) -> name)).isEqualTo(ExitCode.INVALID);
        assertThat(printed).isEmpty();
    }

    /** Covers an old error: a run that could not begin took the map of all runs before it with it. */
    @Test
    void a_run_that_cannot_begin_leaves_the_map_of_those_before_it() throws Exception {
        BoundaryAction action = new BoundaryAction(scenario(), axes(10), 1, (at, collector) -> {
            if (!at.setting().load().rate().equals(new LoadRate.RatioOfMax(0.1))) {
                throw new IOException("no node serves");
            }
            collector.add("run", BACK);
            return ExitCode.OK;
        });
        assertThatThrownBy(() -> action.execute(printed::add, (name, text) -> name))
                .isInstanceOf(IOException.class)
                .hasMessage("no node serves");
        assertThat(printed)
                .contains("map: boundary-run.json")
                .anySatisfy(line -> assertThat(line).startsWith("10 ").contains("recovers in "));
    }

    @Test
    void a_load_that_is_no_share_of_the_maximum_has_no_boundary() throws Exception {
        Scenario fixed = new ScenarioFinder(Map.of()).read("pause", "full");
        BoundaryAction action = new BoundaryAction(fixed, axes(10), 1, (at, collector) -> ExitCode.OK);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> action.execute(printed::add, (name, text) -> name))
                .withMessageStartingWith("scenario pause: a boundary is a share of the maximum");
    }

    /**
     * Searches in runs that recover up to a load.
     *
     * @param highest percent that recovers after the scenario's own hold or one of a second, in each repeat; after n seconds it is an n-th of
     *     that; above 80 % there is no baseline
     */
    private ExitCode execute(int repeats, List<Duration> holds, int... highest) throws Exception {
        BoundaryAxes axes = axes(10, holds.toArray(Duration[]::new));
        BoundaryAction action = new BoundaryAction(scenario(), axes, repeats, (at, collector) -> {
            long seed = at.rules().seed();
            seeds.add(seed);
            long percent = Math.round(((LoadRate.RatioOfMax) at.setting().load().rate()).ratio() * 100);
            long holdMs = at.holds().getFirst().toMillis();
            double shorter = holds.isEmpty() ? 1 : 1000.0 / holdMs;
            boolean recovers = percent <= highest[(int) (seed - 42)] * shorter;
            collector.add(
                    "run-" + percent + "-" + seed + "-" + holdMs,
                    percent > 80 ? NO_BASELINE : recovers ? BACK : NEVER_BACK);
            return percent > 80 ? ExitCode.INVALID : recovers ? ExitCode.OK : ExitCode.EXPECTATION;
        });
        return action.execute(printed::add, (name, text) -> {
            documents.add(text);
            return name;
        });
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(Map.Entry::getKey).toList();
    }

    private static BoundaryAxes axes(int within, Duration... holds) {
        return BoundaryAxes.of(10, 90, within, List.of(holds));
    }

    private static Scenario scenario() throws Exception {
        return new ScenarioFinder(Map.of()).read("metastable", "full");
    }

    /** Returns the result of a fault of four seconds, after which nothing is answered for this many, of 40. */
    private static AdversitySummary result(int down) {
        long[] seconds = new long[40];
        Arrays.fill(seconds, down, seconds.length, 100);
        return Outcomes.adversity(Seconds.after(20, seconds), "<= 60s");
    }
}
