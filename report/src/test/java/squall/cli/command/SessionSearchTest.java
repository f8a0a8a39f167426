package squall.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.command.SessionSearch.FewestWorthwhile;
import squall.cli.command.SessionSearch.MostWithinP99;
import squall.cli.command.SessionSearch.SearchRule;
import squall.cli.command.SessionSearch.SearchStep;
import squall.engine.LoadRun;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.spi.DelegatingLoad;
import squall.spi.Load;
import squall.spi.Session;
import squall.system.CommandException;
import squall.system.ExitCode;

class SessionSearchTest {
    private static final FewestWorthwhile WITHOUT_LIMIT = new FewestWorthwhile(Double.POSITIVE_INFINITY);

    @Test
    void a_step_that_cannot_reach_the_database_is_exit_5_and_no_bug_in_squall() {
        CommandException failure = failure(new IOException("FATAL: sorry, too many clients already"));

        assertThat(failure.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
        assertThat(failure).hasMessage("a step of the search failed: FATAL: sorry, too many clients already");
    }

    @Test
    void a_step_that_fails_by_a_mistake_of_squall_is_exit_1() {
        CommandException failure = failure(new IllegalStateException("no such column"));

        assertThat(failure.exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(failure).hasRootCauseMessage("no such column");
    }

    @Test
    void under_a_bound_sessions_double_until_it_is_missed_then_the_gap_is_halved() {
        List<SearchStep> steps = searched(sessions -> sessions / 10.0, 10, 4096);

        assertThat(tried(steps)).containsExactly(1, 2, 4, 8, 16, 32, 64, 128, 96, 112, 104);
        assertThat(new MostWithinP99(10, 4096).best(steps))
                .map(SearchStep::sessions)
                .contains(96);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 50, 99, 1000, 3333})
    void what_is_found_keeps_to_the_bound_and_is_within_a_tenth_of_the_most_that_does(int most) {
        List<SearchStep> steps = searched(sessions -> sessions <= most ? 1 : 11, 10, 4096);
        int sessions = new MostWithinP99(10, 4096).best(steps).orElseThrow().sessions();

        assertThat(sessions).isBetween((int) (most / 1.11), most);
    }

    @Test
    void a_bound_that_one_session_misses_finds_nothing() {
        List<SearchStep> steps = searched(sessions -> 50, 10, 4096);

        assertThat(tried(steps)).containsExactly(1);
        assertThat(new MostWithinP99(10, 4096).best(steps)).isEmpty();
    }

    @Test
    void no_more_are_tried_than_were_allowed() {
        assertThat(tried(searched(sessions -> 1, 10, 100))).containsExactly(1, 2, 4, 8, 16, 32, 64, 100);
    }

    @Test
    void a_step_with_failures_does_not_keep_to_the_bound() {
        List<SearchStep> failed = List.of(new SearchStep(1, 10, 1, 1, 3));

        assertThat(new MostWithinP99(10, 8).best(failed)).isEmpty();
        assertThat(new MostWithinP99(10, 8).next(failed)).isEmpty();
    }

    @Test
    void less_than_three_per_cent_more_is_not_worth_twice_the_sessions() {
        List<SearchStep> steps = perSecond(100, 190, 195);

        assertThat(WITHOUT_LIMIT.next(perSecond(100, 190))).hasValue(4);
        assertThat(WITHOUT_LIMIT.next(steps)).isEmpty();
        assertThat(WITHOUT_LIMIT.why(steps)).isEqualTo("twice the sessions gained less than 3 %");
        assertThat(WITHOUT_LIMIT.best(steps)).map(SearchStep::sessions).contains(2);
    }

    @Test
    void three_per_cent_more_is() {
        assertThat(WITHOUT_LIMIT.next(perSecond(100, 103))).hasValue(4);
        assertThat(WITHOUT_LIMIT.best(perSecond(100, 104, 104)))
                .map(SearchStep::sessions)
                .contains(2);
    }

    @Test
    void sessions_beyond_the_limit_of_p99_are_none_to_run_with() {
        FewestWorthwhile rule = new FewestWorthwhile(10);
        List<SearchStep> steps = List.of(step(1, 100, 5), step(2, 200, 9), step(4, 400, 11));

        assertThat(rule.why(steps)).isEqualTo("p99 passed 10.0 ms");
        assertThat(rule.best(steps)).map(SearchStep::sessions).contains(2);
    }

    @Test
    void sessions_at_which_operations_failed_are_none_to_run_with() {
        List<SearchStep> steps = List.of(step(1, 100, 5), new SearchStep(2, 200, 1, 5, 1));

        assertThat(WITHOUT_LIMIT.why(steps)).isEqualTo("operations failed");
        assertThat(WITHOUT_LIMIT.best(steps)).map(SearchStep::sessions).contains(1);
    }

    @Test
    void a_search_ends_somewhere_even_if_every_session_pays() {
        List<SearchStep> steps = searched(WITHOUT_LIMIT, sessions -> 1);

        assertThat(WITHOUT_LIMIT.why(steps)).isEqualTo("more than 1024 are not tried");
        assertThat(WITHOUT_LIMIT.best(steps)).map(SearchStep::sessions).contains(1024);
    }

    @Test
    void a_step_is_told_in_one_line() {
        assertThat(new SearchStep(16, 1234.56, 3.14159, 7.891, 2).line())
                .isEqualTo("   16 sessions      1,234.6 ops/s   p50 3.14 ms   p99 7.89 ms   2 failed");
        assertThat(new SearchStep(1, 99.96, 1, 2, 0).line())
                .isEqualTo("    1 session         100.0 ops/s   p50 1.00 ms   p99 2.00 ms");
    }

    /** Covers an old error: a failed step was shown as one with 0.0 operations per second, and without failures even as a good one. */
    @Test
    void a_step_without_an_acknowledged_operation_has_failed_and_is_none_to_run_with() {
        SearchStep silent = new SearchStep(1, 0, 0, 0, 0);
        SearchStep refused = new SearchStep(2, 0, 0, 0, 7);

        assertThat(silent.line()).isEqualTo("    1 session  failed: no operation was acknowledged");
        assertThat(refused.line()).isEqualTo("    2 sessions failed: 7 operations failed, none was acknowledged");
        for (SearchStep step : List.of(silent, refused)) {
            assertThat(new MostWithinP99(10, 8).best(List.of(step))).isEmpty();
            assertThat(WITHOUT_LIMIT.best(List.of(step))).isEmpty();
            assertThat(WITHOUT_LIMIT.next(List.of(step))).isEmpty();
        }
        assertThat(WITHOUT_LIMIT.why(List.of(silent))).isEqualTo("no operation was acknowledged");
        assertThat(silent.found()).isEqualTo("no operation was acknowledged");
        assertThat(refused.found()).isEqualTo("7 operations failed");
        assertThat(new SearchStep(1, 10, 3, 12.345, 0).found()).isEqualTo("p99 was 12.35 ms");
    }

    /** Runs a step whose sessions cannot be opened. */
    private static CommandException failure(Exception why) {
        Load load = new DelegatingLoad(new CountingLoad()) {
            @Override
            public Session open(int session) throws IOException {
                if (why instanceof IOException io) {
                    throw io;
                }
                throw new IllegalStateException(why.getMessage());
            }
        };
        LoadPlan whole = new LoadPlan(
                1,
                new LoadPace.Closed(),
                OptionalLong.empty(),
                Optional.empty(),
                Duration.ZERO,
                Duration.ofSeconds(1),
                1,
                LoadPlan.Threads.PLATFORM,
                List.of());
        LoadRun run =
                new LoadRun(load, new SessionSearch(WITHOUT_LIMIT, Duration.ofSeconds(1)).plan(whole, 4), List.of());
        return catchThrowableOfType(CommandException.class, () -> SessionSearch.run(run));
    }

    private static List<SearchStep> searched(IntToDoubleFunction p99, double bound, int most) {
        return searched(new MostWithinP99(bound, most), p99);
    }

    private static List<SearchStep> searched(SearchRule rule, IntToDoubleFunction p99) {
        List<SearchStep> steps = new ArrayList<>();
        for (OptionalInt next = rule.next(steps); next.isPresent(); next = rule.next(steps)) {
            steps.add(step(next.getAsInt(), 100.0 * next.getAsInt(), p99.applyAsDouble(next.getAsInt())));
        }
        return steps;
    }

    private static List<SearchStep> perSecond(double... each) {
        List<SearchStep> steps = new ArrayList<>();
        for (double rate : each) {
            steps.add(step(1 << steps.size(), rate, 1));
        }
        return steps;
    }

    private static List<Integer> tried(List<SearchStep> steps) {
        return steps.stream().map(SearchStep::sessions).toList();
    }

    private static SearchStep step(int sessions, double perSecond, double p99Ms) {
        return new SearchStep(sessions, perSecond, 1, p99Ms, 0);
    }
}
