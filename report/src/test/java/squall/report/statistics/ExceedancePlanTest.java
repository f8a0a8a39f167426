package squall.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.report.statistics.ExceedancePlan.ExceedanceVerdict;

class ExceedancePlanTest {
    /** If chance alone decides which of all values are the new ones, every choice of them is equally likely. */
    @ParameterizedTest
    @CsvSource({"6, 4, 0.1", "8, 3, 0.05", "10, 5, 0.2", "9, 2, 0.15"})
    void the_false_alarm_rate_is_the_share_of_all_choices_that_are_called_worse(int earlier, int most, double risk) {
        ExceedancePlan plan = ExceedancePlan.of(earlier, most, risk, 0.5).orElseThrow();
        int choices = 0;
        int worse = 0;
        int found = 0;
        for (int chosen = 0; chosen < 1 << (earlier + most); chosen++) {
            if (Integer.bitCount(chosen) == most) {
                double[] before = ranks(~chosen, earlier + most);
                double[] now = ranks(chosen, earlier + most);
                choices++;
                worse += plan.verdict(above(plan.limit(before), now), most) == ExceedanceVerdict.WORSE ? 1 : 0;
                found += plan.verdict(above(plan.floor(before), now), most) == ExceedanceVerdict.WORSE ? 1 : 0;
            }
        }
        assertThat(plan.falseAlarms()).isCloseTo((double) worse / choices, within(1e-12));
        assertThat(plan.falseAlarms()).isLessThanOrEqualTo(risk);
        // A shift from the floor to the limit is found as often as values are above the floor.
        assertThat((double) found / choices).isGreaterThanOrEqualTo(0.5);
    }

    @Test
    void a_verdict_is_given_once_nothing_can_change_it_and_not_before() {
        ExceedancePlan plan = ExceedancePlan.of(20, 8, 0.05 / 4, 0.9).orElseThrow();
        for (int order = 0; order < 1 << plan.most(); order++) {
            List<ExceedanceVerdict> looks = new ArrayList<>();
            for (int drawn = 0; drawn <= plan.most(); drawn++) {
                int above = Integer.bitCount(order & ((1 << drawn) - 1));
                looks.add(plan.verdict(above, drawn));
            }
            ExceedanceVerdict last = looks.getLast();
            assertThat(last).isNotEqualTo(ExceedanceVerdict.NOT_SURE);
            int sure = (int) looks.stream()
                    .takeWhile(look -> look == ExceedanceVerdict.NOT_SURE)
                    .count();
            assertThat(looks.subList(sure, looks.size())).containsOnly(last);
            int above = Integer.bitCount(order & ((1 << (sure - 1)) - 1)); // one look before
            assertThat(plan.verdict(above, plan.most())).isEqualTo(ExceedanceVerdict.PASS);
            assertThat(above + plan.most() - (sure - 1)).isGreaterThanOrEqualTo(plan.needed());
            assertThat(plan.untilPass(above, sure - 1)).isPositive();
            assertThat(plan.untilWorse(above)).isPositive();
        }
    }

    /** As the formula of Davis and McNichols has it: five of eight above the third highest of twenty. */
    @Test
    void the_plan_for_four_figures_and_twenty_earlier_runs() {
        assertThat(ExceedancePlan.of(20, 8, 0.05 / 4, 0.9)).contains(new ExceedancePlan(20, 8, 5, 3, 4));
    }

    @ParameterizedTest
    @CsvSource({"0.05, 8, 5", "0.0125, 8, 8", "0.0125, 5, 10", "0.0125, 3, 20", "0.05, 1, 19"})
    void with_too_few_earlier_values_there_is_no_plan(double risk, int most, int needed) {
        assertThat(ExceedancePlan.of(needed - 1, most, risk, 0.9)).isEmpty();
        assertThat(ExceedancePlan.of(needed, most, risk, 0.9)).isPresent();
        assertThat(ExceedancePlan.earlierNeeded(0, most, risk, 0.9)).hasValue(needed);
    }

    @Test
    void equal_values_are_not_above_the_limit() {
        ExceedancePlan plan = ExceedancePlan.of(8, 8, 0.0125, 0.9).orElseThrow();
        double[] zeros = new double[8];
        assertThat(above(plan.limit(zeros), zeros)).isZero();
        assertThat(plan.verdict(0, plan.most() - plan.needed() + 1)).isEqualTo(ExceedanceVerdict.PASS);
    }

    private static double[] ranks(int chosen, int all) {
        return IntStream.range(0, all)
                .filter(rank -> ((chosen >> rank) & 1) == 1)
                .asDoubleStream()
                .toArray();
    }

    private static int above(double limit, double[] values) {
        return (int)
                IntStream.range(0, values.length).filter(i -> values[i] > limit).count();
    }
}
