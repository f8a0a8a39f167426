package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ThroughputCurveTest {
    private static final double NO_LIMIT = Double.POSITIVE_INFINITY;

    @Test
    void it_begins_with_one_session_and_doubles() {
        assertThat(new ThroughputCurve(List.of(), NO_LIMIT).next()).isEqualTo(1);
        assertThat(of(NO_LIMIT, 100, 190).next()).isEqualTo(4);
        assertThat(of(NO_LIMIT, 100, 190).over()).isFalse();
    }

    @Test
    void less_than_three_per_cent_more_is_not_worth_twice_the_sessions() {
        ThroughputCurve curve = of(NO_LIMIT, 100, 190, 195);

        assertThat(curve.why()).isEqualTo("twice the sessions gained less than 3 %");
        assertThat(curve.best()).isEqualTo(2);
    }

    @Test
    void three_per_cent_more_is() {
        assertThat(of(NO_LIMIT, 100, 103).over()).isFalse();
        assertThat(of(NO_LIMIT, 100, 104, 104).best()).isEqualTo(2);
    }

    @Test
    void sessions_beyond_the_limit_of_p99_are_none_to_run_with() {
        ThroughputCurve curve = new ThroughputCurve(List.of(step(1, 100, 5), step(2, 200, 9), step(4, 400, 11)), 10);

        assertThat(curve.why()).isEqualTo("p99 passed 10.0 ms");
        assertThat(curve.best()).isEqualTo(2);
    }

    @Test
    void sessions_at_which_operations_failed_are_none_to_run_with() {
        ThroughputCurve curve =
                new ThroughputCurve(List.of(step(1, 100, 5), new ThroughputCurve.CurvePoint(2, 200, 5, 1)), NO_LIMIT);

        assertThat(curve.why()).isEqualTo("operations failed");
        assertThat(curve.best()).isEqualTo(1);
    }

    @Test
    void it_ends_somewhere_even_if_every_session_pays() {
        ThroughputCurve curve = new ThroughputCurve(List.of(), NO_LIMIT);
        while (!curve.over()) {
            curve = curve.with(step(curve.next(), curve.next() * 100, 1));
        }

        assertThat(curve.why()).isEqualTo("more than 1024 are not tried");
        assertThat(curve.best()).isEqualTo(1024);
    }

    @Test
    void a_step_is_told_in_one_line() {
        assertThat(new ThroughputCurve.CurvePoint(16, 1234.56, 7.891, 2).line())
                .isEqualTo("   16 sessions      1,234.6 ops/s   p99 7.89 ms   2 failed");
    }

    private static ThroughputCurve of(double limit, double... perSecond) {
        ThroughputCurve curve = new ThroughputCurve(List.of(), limit);
        for (double rate : perSecond) {
            curve = curve.with(step(curve.next(), rate, 1));
        }
        return curve;
    }

    private static ThroughputCurve.CurvePoint step(int sessions, double perSecond, double p99Ms) {
        return new ThroughputCurve.CurvePoint(sessions, perSecond, p99Ms, 0);
    }
}
