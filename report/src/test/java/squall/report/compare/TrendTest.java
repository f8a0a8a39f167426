package squall.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.report.compare.Entrants.BACK;
import static squall.report.compare.Entrants.side;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import squall.report.statistics.ChangePoints;
import squall.system.CommandException;

class TrendTest {
    /** Covers an old error: a median that stayed 0 was "better", by a share that is no number. */
    @Test
    void a_median_that_stays_zero_has_not_changed() throws CommandException {
        double[] seconds = IntStream.range(0, 72)
                .mapToDouble(run -> run >= 36 && run % 9 < 8 && run % 9 % 2 == 0 ? 9 : 0)
                .toArray();
        assertThat(new ChangePoints(3, 0.01, 42).of(seconds)).isNotEmpty();

        Trend trend = Trend.of(side("a", BACK, seconds), ComparisonSettings.USUAL);

        assertThat(trend.courses().getFirst().changes()).isEmpty();
    }
}
