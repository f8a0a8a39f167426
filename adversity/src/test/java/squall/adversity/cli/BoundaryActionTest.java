package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.adversity.cli.BoundaryAction.Boundary;
import squall.adversity.cli.BoundaryAction.CellVerdict;
import squall.adversity.cli.BoundaryAction.LoadRange;
import squall.measure.recovery.Seconds;
import squall.results.Schema;
import squall.results.file.CanonicalJson;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup.LoadRate;
import squall.system.ExitCode;
import squall.verdict.AdversityResult;
import squall.verdict.Outcomes;

class BoundaryActionTest {
    private static final AdversityResult BACK = result(4);
    private static final AdversityResult NEVER_BACK = result(40);
    private static final AdversityResult NO_BASELINE =
            new AdversityResult("metastable", Optional.empty(), List.of(), List.of(), List.of());

    private final List<String> printed = new ArrayList<>();
    private final List<String> documents = new ArrayList<>();
    private final List<Long> seeds = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"9, below 10 %", "10, 10 to 15 %", "33, 30 to 35 %", "47, 45 to 50 %", "90, above 90 %"})
    void bisection_finds_the_boundary_in_a_few_steps(int highest, String boundary) {
        LoadRange range = new LoadRange(10, 90, 5);
        SortedMap<Integer, Boolean> tried = new TreeMap<>();
        for (OptionalInt next = range.next(tried); next.isPresent(); next = range.next(tried)) {
            tried.put(next.getAsInt(), next.getAsInt() <= highest);
        }
        assertThat(LoadRange.boundary(1, tried).text()).isEqualTo(boundary);
        assertThat(tried).hasSizeLessThanOrEqualTo(6);
    }

    @Test
    void what_recovered_above_a_load_that_did_not_moves_no_boundary() {
        assertThat(LoadRange.boundary(2, new TreeMap<>(Map.of(10, true, 40, false, 50, true))))
                .isEqualTo(new Boundary(2, OptionalInt.of(10), OptionalInt.of(40)));
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
                .isThrownBy(() -> new LoadRange(from, to, within))
                .withMessage(message);
    }

    @Test
    void the_recovery_after_healing_decides() {
        assertThat(CellVerdict.of(BACK)).isEqualTo(CellVerdict.RECOVERED);
        assertThat(CellVerdict.of(NEVER_BACK)).isEqualTo(CellVerdict.NOT_RECOVERED);
        assertThat(CellVerdict.of(NO_BASELINE)).isEqualTo(CellVerdict.NO_BASELINE);
    }

    @Test
    void each_repeat_has_its_own_seed_and_boundary_and_the_map_shows_all() throws Exception {
        assertThat(execute(2, 34, 44)).isEqualTo(ExitCode.OK);
        assertThat(seeds).contains(42L, 43L).doesNotContain(44L);
        assertThat(printed)
                .containsSubsequence(
                        "recovery after the faults of metastable, by load in percent of the maximum",
                        "boundary of run 1: 30 to 40 %",
                        "boundary of run 2: 40 to 50 %",
                        "middle of the boundary: 35.0 to 45.0 % in 2 runs",
                        "map: boundary-run-10-42.json")
                .anySatisfy(line -> assertThat(line).containsSubsequence("40", "does not recover", "recovers in "))
                .anySatisfy(
                        line -> assertThat(line).containsSubsequence("90", "not steady before", "not steady before"));
        assertThat(Schema.complaints("adversity-boundary.schema.json", CanonicalJson.read("map", documents.getFirst())))
                .isEmpty();
    }

    @Test
    void a_run_that_decides_nothing_ends_the_search_as_invalid() throws Exception {
        BoundaryAction action =
                new BoundaryAction(scenario(), new LoadRange(10, 90, 10), 3, (at, collector) -> ExitCode.INVALID);
        assertThat(action.execute(printed::add, (name, text) -> name)).isEqualTo(ExitCode.INVALID);
        assertThat(printed).isEmpty();
    }

    @Test
    void a_load_that_is_no_share_of_the_maximum_has_no_boundary() throws Exception {
        Scenario fixed = new ScenarioFinder(Map.of()).read("pause", "full");
        BoundaryAction action = new BoundaryAction(fixed, new LoadRange(10, 90, 10), 1, (at, collector) -> ExitCode.OK);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> action.execute(printed::add, (name, text) -> name))
                .withMessageStartingWith("scenario pause: a boundary is a share of the maximum");
    }

    /** @param highest percent that recovers, in each repeat; above 80 % there is no baseline */
    private ExitCode execute(int repeats, int... highest) throws Exception {
        BoundaryAction action = new BoundaryAction(scenario(), new LoadRange(10, 90, 10), repeats, (at, collector) -> {
            long seed = at.rules().seed();
            seeds.add(seed);
            long percent = Math.round(((LoadRate.RatioOfMax) at.setting().load().rate()).ratio() * 100);
            boolean recovers = percent <= highest[(int) (seed - 42)];
            collector.add("run-" + percent + "-" + seed, percent > 80 ? NO_BASELINE : recovers ? BACK : NEVER_BACK);
            return percent > 80 ? ExitCode.INVALID : recovers ? ExitCode.OK : ExitCode.EXPECTATION;
        });
        return action.execute(printed::add, (name, text) -> {
            documents.add(text);
            return name;
        });
    }

    private static Scenario scenario() throws Exception {
        return new ScenarioFinder(Map.of()).read("metastable", "full");
    }

    /** Returns the result of a fault of four seconds, after which nothing is answered for this many, of 40. */
    private static AdversityResult result(int down) {
        long[] seconds = new long[40];
        Arrays.fill(seconds, down, seconds.length, 100);
        return Outcomes.adversity(Seconds.after(20, seconds), "<= 60s");
    }
}
