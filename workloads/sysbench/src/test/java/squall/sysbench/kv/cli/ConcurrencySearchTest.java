package squall.sysbench.kv.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.sysbench.kv.cli.ConcurrencySearch.SearchStep;

class ConcurrencySearchTest {
    @Test
    void sessions_double_until_the_bound_is_missed_then_the_gap_is_halved() {
        ConcurrencySearch found = searched(sessions -> sessions / 10.0, 10, 4096);

        assertThat(tried(found)).containsExactly(1, 2, 4, 8, 16, 32, 64, 128, 96, 112, 104);
        assertThat(found.best()).map(SearchStep::sessions).contains(96);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 50, 99, 1000, 3333})
    void what_is_found_keeps_to_the_bound_and_is_within_a_tenth_of_the_most_that_does(int most) {
        ConcurrencySearch found = searched(sessions -> sessions <= most ? 1 : 11, 10, 4096);
        int sessions = found.best().orElseThrow().sessions();

        assertThat(sessions).isBetween((int) (most / 1.11), most);
    }

    @Test
    void a_bound_that_one_session_misses_finds_nothing() {
        ConcurrencySearch found = searched(sessions -> 50, 10, 4096);

        assertThat(tried(found)).containsExactly(1);
        assertThat(found.best()).isEmpty();
    }

    @Test
    void no_more_are_tried_than_were_allowed() {
        ConcurrencySearch found = searched(sessions -> 1, 10, 100);

        assertThat(tried(found)).containsExactly(1, 2, 4, 8, 16, 32, 64, 100);
        assertThat(found.best()).map(SearchStep::sessions).contains(100);
    }

    @Test
    void a_step_with_failures_does_not_keep_to_the_bound() {
        ConcurrencySearch one = ConcurrencySearch.begin(10, 8).with(new SearchStep(1, 10, 1, 1, 3));

        assertThat(one.best()).isEmpty();
        assertThat(one.next()).isEmpty();
    }

    private static List<Integer> tried(ConcurrencySearch search) {
        return search.steps().stream().map(SearchStep::sessions).toList();
    }

    private static ConcurrencySearch searched(IntToDoubleFunction p99, double bound, int most) {
        ConcurrencySearch search = ConcurrencySearch.begin(bound, most);
        for (OptionalInt next = search.next(); next.isPresent(); next = search.next()) {
            int sessions = next.getAsInt();
            search = search.with(new SearchStep(sessions, 1000.0 * sessions, 1, p99.applyAsDouble(sessions), 0));
        }
        return search;
    }
}
