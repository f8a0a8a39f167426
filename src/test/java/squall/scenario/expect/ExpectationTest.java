package squall.scenario.expect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.scenario.expect.Expectation.ExpectationResult;
import squall.scenario.expect.Expectation.ExpectationResult.ExpectationVerdict;
import squall.scenario.expect.Expectation.MeasuredFigures;
import squall.scenario.expect.Expectation.MeasuredFigures.Found;

class ExpectationTest {
    @ParameterizedTest
    @CsvSource({
        "LOST_ACKS, 0, 0, MET, 0",
        "LOST_ACKS, 0, 1, MISSED, 1",
        "MAX_UNAVAILABLE, 10s, 10, MET, 10.0 s",
        "MAX_UNAVAILABLE, <= 10s, 10.2, MISSED, 10.2 s",
        "AVAILABILITY, >= 0.95, 0.95, MET, 0.9500",
        "AVAILABILITY, 0.95, 0.9499, MISSED, 0.9499",
        "AVAILABILITY, 0.95, NaN, MISSED, NaN",
        "P99, <= 50ms, 0.05, MET, 50.0 ms",
        "P99, <= 3x baseline, 0.03, MET, 30.0 ms",
        "P99, <= 3x baseline, 0.031, MISSED, 31.0 ms",
        "GOODPUT, >= 0.8x baseline, 320, MISSED, 320.0/s",
        "GOODPUT, >= 400/s, 400, MET, 400.0/s",
        "IMPACT_TPUT, <= 1.25, 1.3, MISSED, 1.30x"
    })
    void a_figure_is_good_up_to_its_limit(
            ExpectationMeasure measure, String limit, double figure, ExpectationVerdict verdict, String shown) {
        Expectation expectation = Expectation.parse(measure, limit);
        assertThat(judge(expectation, new Found.Exactly(figure))).isEqualTo(result(expectation, verdict, shown));
    }

    @Test
    void what_was_not_seen_to_its_end_is_missed_only_if_it_was_watched_up_to_the_limit() {
        Expectation minute = Expectation.parse(ExpectationMeasure.TIME_TO_BASELINE, "<= 60s");
        assertThat(judge(minute, new Found.MoreThan(60)))
                .isEqualTo(result(minute, ExpectationVerdict.MISSED, "more than 60.0 s"));
        assertThat(judge(minute, new Found.MoreThan(30)))
                .isEqualTo(result(minute, ExpectationVerdict.UNDECIDED, "more than 30.0 s"));
    }

    @Test
    void what_nothing_measured_is_not_met() {
        Expectation p50 = Expectation.parse(ExpectationMeasure.P50, "<= 1s");
        assertThat(judge(p50, new Found.Unmeasured("no operation ended")))
                .isEqualTo(result(p50, ExpectationVerdict.UNDECIDED, "not measured: no operation ended"));
    }

    @Test
    void without_a_baseline_nothing_is_a_multiple_of_it() {
        Expectation p50 = Expectation.parse(ExpectationMeasure.P50, "<= 2x baseline");
        assertThat(judge(p50, new Found.Exactly(1)))
                .isEqualTo(result(p50, ExpectationVerdict.UNDECIDED, "1000.0 ms, but the baseline was not measured"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "LOST_ACKS      | -1         | a whole number such as 0",
                "LOST_ACKS      | >= 0       | a whole number such as 0",
                "MAX_UNAVAILABLE| 10 lightyears | a time such as '<= 60s'",
                "MAX_UNAVAILABLE| >= 10s     | a time such as '<= 60s'",
                "AVAILABILITY   | 99         | a number in [0, 1] such as '>= 0.95'",
                "P99            | 2x         | a time such as '<= 50ms', or '<= 3x baseline'",
                "GOODPUT        | 400        | a rate such as '>= 400/s', or '>= 0.8x baseline'",
                "IMPACT_P50     | 2s         | a ratio such as '<= 1.25'"
            },
            quoteCharacter = '`')
    void a_limit_that_cannot_be_meant(ExpectationMeasure measure, String text, String wanted) {
        assertThatThrownBy(() -> Expectation.parse(measure, text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("expect." + measure.key() + " must be " + wanted + ", not ");
    }

    @Test
    void a_time_without_a_unit_is_refused() {
        assertThatThrownBy(() -> Expectation.parse(ExpectationMeasure.TIME_TO_BASELINE, "<= 60"))
                .hasMessage(
                        "expect.timeToBaseline must be a time such as '<= 60s', not '<= 60'; a time needs its unit");
        assertThatThrownBy(() -> Expectation.parse(ExpectationMeasure.P99, "50"))
                .hasMessage(
                        "expect.p99 must be a time such as '<= 50ms', or '<= 3x baseline', not '50'; a time needs its"
                                + " unit");
    }

    @Test
    void the_own_goes_before_the_default_and_none_stands_twice() {
        Expectation strict = Expectation.parse(ExpectationMeasure.P99, "10ms");
        Expectation lax = Expectation.parse(ExpectationMeasure.P99, "1s");
        Expectation lost = Expectation.parse(ExpectationMeasure.LOST_ACKS, "0");
        assertThat(new Expectations(List.of(strict))
                        .over(new Expectations(List.of(lax, lost)))
                        .each())
                .containsExactly(lost, strict);
        assertThatThrownBy(() -> new Expectations(List.of(strict, lax))).hasMessage("expect.p99 is given twice");
    }

    private static ExpectationResult result(Expectation expectation, ExpectationVerdict verdict, String found) {
        return new ExpectationResult(expectation.measure().key(), expectation.text(), found, verdict);
    }

    /** Judges with a baseline of 401 operations a second for throughput and of 10 ms for latency; P50 has none. */
    private static ExpectationResult judge(Expectation expectation, Found found) {
        return expectation.judge(new MeasuredFigures() {
            @Override
            public Found found(ExpectationMeasure measure) {
                return found;
            }

            @Override
            public OptionalDouble baseline(ExpectationMeasure measure) {
                return switch (measure) {
                    case GOODPUT -> OptionalDouble.of(401);
                    case P99 -> OptionalDouble.of(0.01);
                    default -> OptionalDouble.empty();
                };
            }
        });
    }
}
