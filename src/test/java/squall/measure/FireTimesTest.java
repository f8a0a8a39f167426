package squall.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FireTimesTest {
    private static final long S = 1_000_000_000L;

    @Test
    void a_constant_rate_does_not_drift() {
        FireTimes times = FireTimes.even(FireTimes.RateProfile.constant(3));
        assertThat(LongStream.of(0, 1, 2, 3, 3_000_000_000L).map(times::dueNs))
                .containsExactly(0L, 333_333_333L, 666_666_667L, S, 1_000_000_000L * S);
    }

    @Test
    void a_rising_ramp_sends_its_mean_and_then_its_last_rate() {
        // 0 to 10 s from 100/s to 300/s: 2,000 operations; half the time, 5 s, is reached after 100*5 + 20*25/2 = 750.
        FireTimes times = FireTimes.even(FireTimes.RateProfile.ramp(100, 300, 10 * S));
        assertThat(LongStream.of(0, 750, 2000, 2300).map(times::dueNs)).containsExactly(0L, 5 * S, 10 * S, 11 * S);
    }

    @Test
    void a_falling_ramp_is_as_exact() {
        FireTimes times = FireTimes.even(FireTimes.RateProfile.ramp(300, 100, 10 * S));
        assertThat(LongStream.of(0, 1250, 2000, 2100).map(times::dueNs)).containsExactly(0L, 5 * S, 10 * S, 11 * S);
    }

    @Test
    void a_ramp_between_equal_rates_and_a_ramp_of_no_length_are_constant() {
        assertThat(FireTimes.RateProfile.ramp(50, 50, 10 * S).atNs(100)).isEqualTo(2e9);
        assertThat(FireTimes.RateProfile.ramp(1, 50, 0).atNs(100)).isEqualTo(2e9);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 42, -7})
    void poisson_distances_are_exponential(long seed) {
        FireTimes times = FireTimes.poisson(FireTimes.RateProfile.constant(1000), seed);
        int n = 20_000;
        double[] distances = new double[n];
        long before = 0;
        for (int i = 0; i < n; i++) {
            long due = times.at(i).dueNs(i);
            distances[i] = (due - before) / 1e6;
            before = due;
        }
        // Kolmogorov and Smirnov: 1.95 / sqrt(n) is exceeded by chance once in a thousand.
        assertThat(distanceFromExponential(distances)).isLessThan(1.95 / Math.sqrt(n));
        assertThat(before / 1e9).isCloseTo(n / 1000.0, within(4 * Math.sqrt(n) / 1000));
    }

    @Test
    void the_seed_alone_decides_a_poisson_schedule_in_any_order_of_calls() {
        FireTimes inOrder = FireTimes.poisson(FireTimes.RateProfile.constant(10), 5);
        FireTimes farFirst = FireTimes.poisson(FireTimes.RateProfile.constant(10), 5);
        long far = farFirst.at(50_000).dueNs(50_000);
        assertThat(LongStream.rangeClosed(0, 50_000)
                        .map(i -> inOrder.at(i).dueNs(i))
                        .max())
                .hasValue(far);
        assertThat(FireTimes.poisson(FireTimes.RateProfile.constant(10), 6)
                        .at(50_000)
                        .dueNs(50_000))
                .isNotEqualTo(far);
    }

    @Test
    void poisson_follows_a_ramp() {
        FireTimes times = FireTimes.poisson(FireTimes.RateProfile.ramp(1000, 3000, 10 * S), 3);
        assertThat(times.at(7500).dueNs(7500) / 1e9).isCloseTo(5, within(0.2));
        assertThat(times.at(20_000).dueNs(20_000) / 1e9).isCloseTo(10, within(0.2));
    }

    @Test
    void even_terminals_keep_their_phase_and_poisson_terminals_their_mean() {
        ThinkTimes even = new ThinkTimes(10, false, 1);
        long phase = even.dueNs(3, 0, 0);
        assertThat(phase).isBetween(0L, S / 10);
        assertThat(even.dueNs(3, 1_000_000, 0)).isCloseTo(phase + 100_000 * S, within(1L));
        assertThat(even.dueNs(4, 0, 0)).isNotEqualTo(phase);
        ThinkTimes poisson = new ThinkTimes(10, true, 1);
        long due = 0;
        for (int i = 0; i < 10_000; i++) {
            due = poisson.dueNs(3, i, due);
        }
        assertThat(due / 1e9).isCloseTo(1000, within(40.0));
    }

    private static double distanceFromExponential(double[] distances) {
        java.util.Arrays.sort(distances);
        double worst = 0;
        for (int i = 0; i < distances.length; i++) {
            double expected = 1 - Math.exp(-distances[i]);
            worst = Math.max(worst, Math.abs(expected - (i + 0.5) / distances.length));
        }
        return worst;
    }
}
