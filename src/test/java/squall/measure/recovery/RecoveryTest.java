package squall.measure.recovery;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.measure.recovery.Seconds.after;
import static squall.measure.recovery.Seconds.okPerSecond;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import squall.measure.recovery.Recovery.LongerThan;
import squall.measure.recovery.Recovery.Recovered;
import squall.measure.recovery.Recovery.RecoveryWatch;
import squall.measure.recovery.RecoveryRule.Average;
import squall.measure.recovery.RecoveryRule.GoodputBound;

class RecoveryTest {
    private static final int CALM = 20;
    /** Each second by itself, for three seconds. */
    private static final RecoveryRule NINETY_PERCENT_FOR_3_S =
            new RecoveryRule(new GoodputBound(Average.MEDIAN, OptionalDouble.of(0.9)), Optional.empty(), 1, 3);

    @Test
    void it_is_back_at_the_first_second_from_which_the_rule_holds() {
        assertThat(recovery(after(CALM, 0, 0, 100, 100, 100))).isEqualTo(new Recovered(ofSeconds(2), 0));
    }

    @Test
    void what_never_dropped_is_back_in_second_0() {
        assertThat(recovery(after(CALM, 100, 90, 95))).isEqualTo(new Recovered(ofSeconds(0), 0));
    }

    @Test
    void what_never_comes_back_is_longer_than_it_could_have_been_seen_and_no_number() {
        assertThat(recovery(after(CALM, 0, 0, 0, 0, 0, 0))).isEqualTo(new LongerThan(ofSeconds(3)));
    }

    @Test
    void a_short_spike_is_not_recovery() {
        assertThat(recovery(after(CALM, 0, 100, 100, 0, 0, 0))).isEqualTo(new LongerThan(ofSeconds(3)));
    }

    @Test
    void a_relapse_while_the_rule_must_hold_restarts_the_wait() {
        assertThat(recovery(after(CALM, 0, 100, 100, 0, 100, 100, 100))).isEqualTo(new Recovered(ofSeconds(4), 0));
    }

    @Test
    void a_relapse_after_that_is_counted_once_however_long_it_lasts() {
        assertThat(recovery(after(CALM, 0, 100, 100, 100, 0, 0, 100, 0))).isEqualTo(new Recovered(ofSeconds(1), 2));
    }

    @Test
    void seconds_that_are_not_known_yet_are_neither_good_nor_bad() {
        assertThat(recovery(after(CALM, 0, 100, 100))).isEqualTo(new LongerThan(ofSeconds(0)));
        assertThat(recovery(after(CALM))).isEqualTo(new LongerThan(ofSeconds(0)));
    }

    @Test
    void what_held_before_the_impact_was_seen_is_no_recovery() {
        SecondSeries late = after(CALM, 100, 100, 100, 100, 0, 0, 100, 100, 100);
        BaselineCriteria criteria = criteria(NINETY_PERCENT_FOR_3_S);
        assertThat(Recovery.of(late, criteria, CALM)).isEqualTo(new Recovered(ofSeconds(0), 1));
        assertThat(FaultImpact.of(late, new FaultSpan(CALM, OptionalLong.of(CALM + 5), CALM + 9), criteria)
                        .back()
                        .fromInjection())
                .isEqualTo(new Recovered(ofSeconds(6), 0));
    }

    @Test
    void a_watch_that_looks_each_second_says_the_same_as_one_look_at_the_end() {
        SecondSeries all = after(CALM, 0, 0, 100, 0, 100, 100, 100, 0);
        RecoveryWatch watch = new RecoveryWatch(criteria(NINETY_PERCENT_FOR_3_S), CALM);
        for (long known = CALM; known <= all.to(); known++) {
            watch.look(all.between(CALM, known));
        }
        assertThat(watch.recovery(all.to())).isEqualTo(recovery(all)).isEqualTo(new Recovered(ofSeconds(4), 1));
    }

    @Test
    void a_mean_forgives_what_a_median_does_not_and_the_other_way_round() {
        SecondSeries one = after(CALM, 0, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100);
        assertThat(Recovery.of(one, criteria(rule(Average.MEDIAN, 5, 5)), CALM))
                .isEqualTo(new Recovered(ofSeconds(0), 0));
        assertThat(Recovery.of(one, criteria(rule(Average.MEAN, 5, 5)), CALM))
                .isEqualTo(new Recovered(ofSeconds(1), 0));
    }

    @Test
    void seconds_without_any_acknowledgement_have_no_good_latency() {
        Seconds seconds = new Seconds()
                .calm(CALM)
                .hanging(4, 500)
                .hanging(4, 1500)
                .ok(100, 10)
                .ok(100, 10);
        assertThat(Recovery.of(seconds.series(), criteria(RecoveryRule.given(0.9, 2, Duration.ZERO, 1, 2)), CALM))
                .isEqualTo(new Recovered(ofSeconds(2), 0));
    }

    @Test
    void full_goodput_that_is_slow_is_no_recovery_where_latency_counts() {
        Seconds seconds =
                new Seconds().calm(CALM).ok(100, 31).ok(100, 31).ok(100, 29).ok(100, 29);
        assertThat(Recovery.of(
                        seconds.series(), criteria(RecoveryRule.given(0.9, 3, Duration.ofMillis(1), 1, 2)), CALM))
                .isEqualTo(new Recovered(ofSeconds(2), 0));
        assertThat(Recovery.of(
                        seconds.series(), criteria(RecoveryRule.given(0.9, 3, Duration.ofMillis(21), 1, 2)), CALM))
                .isEqualTo(new Recovered(ofSeconds(0), 0));
    }

    @Test
    void a_baseline_that_is_all_noise_widens_the_tolerance_of_the_strict_rule() {
        SecondSeries noisy = okPerSecond(100, 60, 140, 100, 60, 140, 100, 60, 140, 100, 60, 140);
        Baseline baseline = Baseline.of(noisy, 1);
        assertThat(baseline.goodputNoise()).isEqualTo(3 * 1.4826 * 40 / 100);
        assertThat(RecoveryRule.STRICT.goodput().share(baseline)).isNegative();
        assertThat(RecoveryRule.STRICT.decides(baseline)).isFalse();
        assertThat(RecoveryRule.THROUGHPUT_95.decides(baseline)).isTrue();
        assertThat(Baseline.of(okPerSecond(100, 100, 100, 100), 1).goodputNoise())
                .isZero();
        assertThat(RecoveryRule.STRICT.goodput().share(Baseline.of(okPerSecond(100, 100), 1)))
                .isEqualTo(0.95);
    }

    @Test
    void a_share_that_the_baseline_itself_misses_cannot_be_measured() {
        Baseline baseline = Baseline.of(okPerSecond(100, 97, 100, 100, 100, 100), 1);
        FaultImpact.RecoveryTimes back = FaultImpact.RecoveryTimes.of(
                after(6, 0, 100, 100, 100),
                new FaultSpan(6, OptionalLong.of(7), 10),
                new BaselineCriteria(NINETY_PERCENT_FOR_3_S, baseline),
                6);
        assertThat(back.ladder())
                .extracting(FaultImpact.RecoveryTimes.Rung::recovery)
                .containsExactly(
                        Optional.of(new Recovered(ofSeconds(0), 0)),
                        Optional.of(new Recovered(ofSeconds(0), 0)),
                        Optional.of(new Recovered(ofSeconds(0), 0)),
                        Optional.empty(),
                        Optional.empty());
        assertThat(back.fromInjection()).isEqualTo(new Recovered(ofSeconds(1), 0));
        assertThat(back.fromHealing()).contains(new Recovered(ofSeconds(0), 0));
    }

    @Test
    void the_rule_says_its_numbers() {
        Baseline baseline = Baseline.of(after(CALM), 2);
        assertThat(RecoveryRule.STRICT.text(baseline))
                .isEqualTo("median of 10 s >= 95.0 % of 100 ok/s, p99 <= 20.0 ms, held 60 s");
        assertThat(RecoveryRule.THROUGHPUT_95.text(baseline)).isEqualTo("mean of 5 s >= 95.0 % of 100 ok/s, held 10 s");
    }

    @Test
    void a_rule_that_could_never_hold_is_refused() {
        assertThatThrownBy(() -> RecoveryRule.given(0.9, 2, Duration.ZERO, 10, 5))
                .hasMessage("a rule needs 1 <= windowSeconds <= heldSeconds, not windowSeconds 10, heldSeconds 5");
        assertThatThrownBy(() -> RecoveryRule.given(Double.NaN, 2, Duration.ZERO, 1, 5))
                .hasMessage("share must be in (0, 1]: NaN");
    }

    private static Recovery recovery(SecondSeries run) {
        return Recovery.of(run, criteria(NINETY_PERCENT_FOR_3_S), CALM);
    }

    private static RecoveryRule rule(Average average, int window, int held) {
        return new RecoveryRule(new GoodputBound(average, OptionalDouble.of(0.9)), Optional.empty(), window, held);
    }

    private static BaselineCriteria criteria(RecoveryRule rule) {
        return new BaselineCriteria(rule, Baseline.of(after(CALM), rule.windowSeconds()));
    }
}
