package squall.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.report.statistics.MannWhitney.HolmCorrection;

class HolmCorrectionTest {
    /** Multiplies the smallest of four by four, the next by three; none becomes smaller than one before it, or larger than 1. */
    @Test
    void each_p_is_multiplied_by_how_many_are_not_smaller() {
        assertThat(HolmCorrection.adjusted(List.of(0.01, 0.04, 0.03, 0.5)))
                .usingComparatorForType((a, b) -> Math.abs(a - b) < 1e-12 ? 0 : Double.compare(a, b), Double.class)
                .containsExactly(0.04, 0.09, 0.09, 0.5);
        assertThat(HolmCorrection.adjusted(List.of(0.9, 0.8)).getFirst()).isCloseTo(1, within(0.0));
    }

    /** Checks that four runs can show one metric, five up to 6, six up to 23. */
    @ParameterizedTest
    @CsvSource({"1, 4", "2, 5", "6, 5", "7, 6", "23, 6", "24, 7"})
    void so_many_runs_are_needed_for_so_many_metrics(int metrics, int runs) {
        assertThat(HolmCorrection.runsNeeded(metrics, 0.05)).isEqualTo(runs);
    }
}
