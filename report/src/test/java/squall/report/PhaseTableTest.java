package squall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.measure.recovery.Seconds.after;

import java.util.List;
import org.junit.jupiter.api.Test;
import squall.measure.recovery.SecondSeries;
import squall.system.OutputScreen;
import squall.verdict.Outcomes;

class PhaseTableTest {
    private static final SecondSeries PAUSED =
            after(20, 0, 0, 0, 0, 50, 50, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100);

    @Test
    void an_injection_group_is_a_line_and_the_rule_stands_with_the_number() {
        assertThat(lines(PAUSED, "<= 1s", 100))
                .containsExactly(
                        "baseline 100 ok/s, p99 10.0 ms, over 20 s",
                        "phase  fault  target  effect  goodput x  p99 x  avail %  seen  s < 50 %  back inject/heal "
                                + " verdict",
                        "pause  pause      n1     yes       0.00      -    75.00   1 s         4         6 s / 2 s  "
                                + " MISSED",
                        "back = mean of 5 s >= 95.0 % of 100 ok/s, held 10 s",
                        "✗ pause: timeToBaseline <= 1s, found 2.0 s");
    }

    @Test
    void what_was_not_seen_to_come_back_is_more_than_so_long() {
        assertThat(lines(after(20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), "<= 90s", 100))
                .containsSubsequence(
                        "pause  pause      n1     yes       0.00      -     0.00   1 s        20    > 10 s / > 6 s "
                                + " UNDECIDED",
                        "? pause: timeToBaseline <= 90s, found more than 6.0 s (undecided)");
    }

    @Test
    void on_a_narrow_screen_the_names_and_the_verdict_stay() {
        assertThat(lines(PAUSED, "<= 2s", 40))
                .containsSubsequence("phase  back inject/heal  verdict", "pause         6 s / 2 s     pass");
    }

    private static List<String> lines(SecondSeries run, String limit, int columns) {
        return new PhaseTable(Outcomes.adversity(run, limit)).lines(new OutputScreen(false, false, true, columns));
    }
}
