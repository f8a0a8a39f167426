package squall.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.measure.Window;
import squall.report.Synthetic;
import squall.report.chart.ChartTrack;
import squall.report.model.ReportData;
import squall.results.recorded.RecordedRun;

class ComparisonChartsTest {
    private static final ComparisonSettings OF_ANY_LENGTH =
            new ComparisonSettings(List.of("A", "B"), List.of(), Map.of(), List.of("length", "phases"), 42, false);

    /** Covers an old error: the p99 of the last second of the shorter window was drawn as long as the other one went on. */
    @Test
    void a_window_that_is_shorter_than_that_of_the_other_side_has_a_gap_behind_it(@TempDir Path folder)
            throws Exception {
        ComparedRun longer = run(folder, 43, 10);
        ComparedRun shorter = run(folder, 44, 4);
        List<ChartTrack> columns = new ComparisonReport(
                        Comparison.of(List.of(longer), List.of(shorter), OF_ANY_LENGTH),
                        List.of(ReportData.read(longer.run())),
                        List.of(ReportData.read(shorter.run())))
                .charts()
                .columns();

        // of each run its throughput, then when its intervals begin, and their p99
        assertThat(columns.get(1).values()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
        assertThat(columns.get(4).values()).containsExactly(0, 1, 2, 3, 4, 10, 11, 12);
        assertThat(columns.get(5).size()).isEqualTo(8);
        assertThat(columns.get(5).at(3)).isPositive();
        assertThat(columns.get(5).at(4)).isEqualTo(ChartTrack.NONE);
        assertThat(columns.get(5).at(5)).isPositive();
    }

    /** Writes a run whose second window begins after so many seconds, and is three seconds long. */
    private static ComparedRun run(Path folder, long seed, int second) throws Exception {
        List<Window> windows = List.of(
                new Window("slow", Window.Kind.STEADY, 0, second),
                new Window("fast", Window.Kind.STEADY, second, second + 3L));
        return ComparedRun.read(RecordedRun.read(
                new Synthetic(second + 3, List.of("READ"), 30, windows, List.of()).write(folder, seed)));
    }
}
