package squall.bench.dials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DialsTest {
    @Test
    void every_option_is_read() {
        Dials dials = Dials.of(Map.of(
                "latency", "200us",
                "latency.INSERT", "uniform(1ms,3ms)",
                "connect", "exponential(5ms)",
                "freeze", "5s..7s",
                "down", "10s..11s,20s..21s",
                "errors", "40001@0.01,08006@call100"));
        assertThat(dials.latencies())
                .isEqualTo(new Dials.CallLatencies(
                        new LatencyModel.Exponential(5_000_000),
                        new LatencyModel.Constant(200_000),
                        Map.of("INSERT", new LatencyModel.Uniform(1_000_000, 3_000_000))));
        assertThat(dials.failures())
                .isEqualTo(new SimulatedFailures(
                        List.of(seconds(5, 7)),
                        List.of(seconds(10, 11), seconds(20, 21)),
                        List.of(
                                new SimulatedFailures.FailureRule.ByChance("40001", 0.01),
                                new SimulatedFailures.FailureRule.AtCall("08006", 100))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "latency | 5 | option 'latency' is '5': expected a duration such as 150us, 20ms or 3s, not '5'",
                "latency | uniform(5ms) | option 'latency' is 'uniform(5ms)': expected uniform(FROM,TO) or exponential(MEAN), not"
                        + " 'uniform(5ms)'",
                "freeze | 5s | option 'freeze' is '5s': expected an interval such as 5s..7s, not '5s'",
                "down | 7s..5s | option 'down' is '7s..5s': an interval must end after it begins: 7000000000 ns .. 5000000000 ns",
                "errors | 40001@2 | option 'errors' is '40001@2': the share of failing calls must be in (0, 1]: 2.0",
                "fields | ten | option 'fields' is 'ten': For input string: \"ten\"",
            })
    void a_wrong_option_is_refused_by_name(String key, String value, String message) {
        assertThatThrownBy(() -> Dials.of(Map.of(key, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void an_unknown_option_is_refused() {
        assertThatThrownBy(() -> Dials.of(Map.of("latencies", "5ms")))
                .hasMessageStartingWith("unknown option 'latencies', known are [latency, ");
    }

    @Test
    void the_longest_prefix_decides_whatever_its_case() {
        var latencies =
                new Dials.CallLatencies(LatencyModel.NONE, ms(1), Map.of("SELECT", ms(2), "SELECT count", ms(3)));
        assertThat(List.of("UPDATE t SET a = 1", "select 1", "select COUNT(*) from t"))
                .extracting(latencies::of)
                .containsExactly(ms(1), ms(2), ms(3));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void an_exponential_latency_keeps_its_mean(long seed) {
        var random = new SplittableRandom(seed);
        double mean = random.longs(100_000)
                .map(ignored -> new LatencyModel.Exponential(1_000_000).nextNs(random))
                .average()
                .orElseThrow();
        // The mean of 100,000 draws has a standard deviation of 0.3 %.
        assertThat(mean).isBetween(985_000.0, 1_015_000.0);
    }

    @Test
    void a_uniform_latency_reaches_both_ends_and_nothing_else() {
        var random = new SplittableRandom(1);
        assertThat(random.longs(1_000).map(ignored -> new LatencyModel.Uniform(5, 8).nextNs(random)))
                .containsOnly(5L, 6L, 7L, 8L);
    }

    private static LatencyModel ms(long ms) {
        return new LatencyModel.Constant(ms * 1_000_000);
    }

    private static SimulatedFailures.ServerInterval seconds(long from, long to) {
        return new SimulatedFailures.ServerInterval(from * 1_000_000_000, to * 1_000_000_000);
    }
}
