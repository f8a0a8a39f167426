package squall.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static squall.report.compare.Entrants.BACK;
import static squall.report.compare.Entrants.GOODPUT;
import static squall.report.compare.Entrants.ended;
import static squall.report.compare.Entrants.side;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import squall.report.statistics.ChangePoints;
import squall.report.statistics.ChangePoints.LevelChange;
import squall.report.statistics.RunQuantiles;
import squall.system.CommandException;
import squall.system.ExitCode;

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

    @Test
    void a_run_with_wrong_data_is_named() throws Exception {
        List<ComparedRun> runs = new ArrayList<>(side("a", GOODPUT, 1, 2, 3, 4, 5, 6));
        runs.set(2, ended(runs.get(2), ExitCode.DATA));

        assertThat(new TrendReport(Trend.of(runs, ComparisonSettings.USUAL)).warnings())
                .containsExactly("exit 4, data check failed: lost, phantom or corrupt rows: a2");
    }

    /** Covers an old error: the table measured a change up to a smaller one that is not shown, the line of the page past it. */
    @Test
    void a_change_is_measured_to_the_next_one_that_matters() throws CommandException {
        double[] goodput = IntStream.range(0, 60)
                .mapToDouble(run -> run < 20 ? 100 : run < 40 ? 150 : 152)
                .toArray();
        assertThat(new ChangePoints(3, 0.01, 42).of(goodput))
                .extracting(LevelChange::at)
                .containsExactly(20, 40);

        Trend trend = Trend.of(side("a", GOODPUT, goodput), ComparisonSettings.USUAL);

        assertThat(trend.courses().getFirst().changes())
                .extracting(LevelChange::at, LevelChange::before, LevelChange::after)
                .containsExactly(tuple(20, 100.0, RunQuantiles.median(Arrays.copyOfRange(goodput, 20, 60))));
    }
}
