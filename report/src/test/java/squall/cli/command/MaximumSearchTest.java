package squall.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MaximumSearchTest {
    @Test
    void a_narrow_range_is_tried_at_both_ends_and_halved_to_its_width() {
        assertThat(tried(MaximumSearch.between(10, 90, 5), 33)).containsExactly(10L, 90L, 50L, 30L, 40L, 35L);
        assertThat(tried(MaximumSearch.between(10, 90, 5), 9)).containsExactly(10L);
        assertThat(tried(MaximumSearch.between(10, 90, 5), 90)).containsExactly(10L, 90L);
        assertThat(tried(MaximumSearch.between(40, 40, 5), 40)).containsExactly(40L);
    }

    @Test
    void a_wide_range_is_doubled_through_until_a_number_is_refused() {
        assertThat(tried(MaximumSearch.doubling(1, 1000, 0.1), 33))
                .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 48L, 40L, 36L, 34L);
    }

    @Test
    void a_search_that_would_never_end_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MaximumSearch.between(10, 90, 0))
                .withMessage("width must be at least 1, not 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MaximumSearch.doubling(1, 2, 0))
                .withMessage("resolution must be in (0, 1), not 0.0");
    }

    /** Returns the numbers in the order in which they are tried. */
    private static List<Long> tried(MaximumSearch search, long most) {
        SortedMap<Long, Boolean> known = new TreeMap<>();
        List<Long> tried = new ArrayList<>();
        for (OptionalLong next = search.next(known); next.isPresent(); next = search.next(known)) {
            tried.add(next.getAsLong());
            known.put(next.getAsLong(), next.getAsLong() <= most);
        }
        return tried;
    }
}
