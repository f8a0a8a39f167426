package squall.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import squall.measure.Window.Kind;

class RunWindowsTest {
    private final RunWindows windows = new RunWindows(
            List.of(new Window("warm-up", Kind.WARMUP, 0, 2), new Window("measured", Kind.STEADY, 2, Long.MAX_VALUE)));

    @Test
    void opening_a_window_ends_the_one_before() {
        assertThat(open("baseline", 5)).isEqualTo(new Window("baseline", Kind.BASELINE, 5, Long.MAX_VALUE));
        assertThat(windows.all())
                .containsExactly(
                        new Window("warm-up", Kind.WARMUP, 0, 2),
                        new Window("measured", Kind.STEADY, 2, 5),
                        new Window("baseline", Kind.BASELINE, 5, Long.MAX_VALUE));
    }

    @Test
    void a_second_that_was_given_to_a_window_is_not_taken_away() {
        assertThat(windows.take(6)).isEqualTo(1);
        assertThat(open("late", 5).fromSecond()).isEqualTo(7);
        assertThat(windows.take(6)).isEqualTo(1);
        assertThat(windows.take(7)).isEqualTo(2);
    }

    @Test
    void of_two_windows_opened_in_one_second_the_first_has_no_length() {
        open("first", 5);
        open("second", 5);
        assertThat(windows.all().get(2)).isEqualTo(new Window("first", Kind.BASELINE, 5, 5));
        assertThat(windows.take(5)).isEqualTo(3);
    }

    @Test
    void a_window_is_counted_from_its_first_second_on() {
        open("baseline", 5);
        assertThat(List.of(windows.begun(0), windows.begun(4), windows.begun(5)))
                .containsExactly(1, 2, 3);
    }

    @Test
    void windows_with_a_gap_are_refused() {
        assertThatThrownBy(() -> new RunWindows(
                        List.of(new Window("a", Kind.STEADY, 0, 2), new Window("b", Kind.STEADY, 3, Long.MAX_VALUE))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("windows must follow each other from second 0, but ");
    }

    private Window open(String name, long second) {
        return windows.open(new Window(name, Kind.BASELINE, second, Long.MAX_VALUE));
    }
}
