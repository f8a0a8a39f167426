package squall.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import squall.report.statistics.ChangePoints.LevelChange;

class ChangePointsTest {
    private static final ChangePoints POINTS = new ChangePoints(3, 0.01, 42);

    @Test
    void a_drop_by_half_is_found_where_it_is() {
        List<LevelChange> changes = POINTS.of(series(1, 10, 40, 20));
        assertThat(changes).hasSize(1);
        assertThat(changes.getFirst().at()).isEqualTo(10);
        assertThat(changes.getFirst().magnitude()).isBetween(-0.55, -0.45);
    }

    @Test
    void up_and_down_again_are_two_changes() {
        assertThat(POINTS.of(series(2, 12, 100, 130, 100)))
                .extracting(LevelChange::at)
                .containsExactly(12, 24);
    }

    @Test
    void one_spike_is_no_change() {
        double[] values = series(3, 12, 100, 100);
        values[12] = 400;
        assertThat(POINTS.of(values)).isEmpty();
    }

    @Test
    void fewer_runs_than_two_sides_take_have_no_change() {
        assertThat(POINTS.of(new double[] {1, 1, 1, 9, 9})).isEmpty();
    }

    @Test
    void fewer_than_ten_runs_cannot_show_a_step() {
        assertThat(POINTS.runsNeeded()).isEqualTo(10);
        assertThat(POINTS.of(new double[] {1, 1, 1, 1, 9, 9, 9, 9})).isEmpty();
    }

    @Test
    void noise_alone_is_a_change_in_about_one_of_a_hundred_series() {
        Random random = new Random(5);
        long alarms = IntStream.range(0, 300)
                .filter(trial -> !new ChangePoints(3, 0.01, trial)
                        .of(random.doubles(20)
                                .map(u -> 100 + random.nextGaussian())
                                .toArray())
                        .isEmpty())
                .count();
        assertThat(alarms).isLessThanOrEqualTo(9);
    }

    /** Returns so many runs at each level, with a noise of 1 %. */
    private static double[] series(long seed, int each, double... levels) {
        Random random = new Random(seed);
        return IntStream.range(0, levels.length)
                .boxed()
                .flatMapToDouble(level -> DoubleStream.generate(
                                () -> levels[level] * (1 + 0.01 * random.nextGaussian()))
                        .limit(each))
                .toArray();
    }
}
