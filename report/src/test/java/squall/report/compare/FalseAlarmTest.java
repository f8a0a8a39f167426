package squall.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.report.compare.Entrants.run;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.report.compare.ComparedMetric.MetricReading;
import squall.system.CommandException;

/**
 * Test of how often comparisons report a difference that is none, and one that is. Runs are made as databases make them: seconds that follow
 * each other closely (autocorrelation 0.9) around a level that is another in each run (1.5 %).
 */
class FalseAlarmTest {
    private static final int METRICS = 5;
    private static final int SECONDS = 120;
    private static final double AUTOCORRELATION = 0.9;

    /** Every difference counts, however small, so that nothing but the test stands between noise and an alarm. */
    private static final ComparisonSettings STRICT = terms(0);

    @ParameterizedTest
    @CsvSource({"5, 5", "6, 6", "8, 5", "8, 8"})
    void of_two_thousand_comparisons_of_the_same_with_the_same_at_most_one_in_twenty_is_an_alarm(int first, int second)
            throws CommandException {
        Random random = new Random(2026);
        int alarms = 0;
        for (int trial = 0; trial < 2000; trial++) {
            alarms += alarm(Comparison.of(side("a", first, 1, random), side("b", second, 1, random), STRICT));
        }
        // 5 % of 2000 are 100, and chance adds 27 to that in one of three hundred such tests
        assertThat(alarms).isLessThanOrEqualTo(127);
    }

    @Test
    void with_the_differences_that_matter_there_is_hardly_ever_an_alarm() throws CommandException {
        Random random = new Random(2027);
        int alarms = 0;
        for (int trial = 0; trial < 1000; trial++) {
            alarms += alarm(Comparison.of(side("a", 5, 1, random), side("b", 5, 1, random), ComparisonSettings.USUAL));
        }
        assertThat(alarms).isLessThanOrEqualTo(2);
    }

    @Test
    void a_loss_of_a_tenth_is_seen_nearly_always_by_five_runs_on_each_side() throws CommandException {
        Random random = new Random(2028);
        int seen = 0;
        for (int trial = 0; trial < 500; trial++) {
            Comparison found =
                    Comparison.of(side("a", 5, 1, random), side("b", 5, 0.9, random), ComparisonSettings.USUAL);
            seen += found.judgedAs(MetricFinding.MetricJudgement.WORSE).size() == METRICS ? 1 : 0;
        }
        assertThat(seen).isGreaterThan(475);
    }

    private static int alarm(Comparison comparison) {
        return comparison.findings().stream()
                        .map(MetricFinding::judgement)
                        .anyMatch(judgement -> judgement == MetricFinding.MetricJudgement.WORSE
                                || judgement == MetricFinding.MetricJudgement.BETTER)
                ? 1
                : 0;
    }

    private static List<ComparedRun> side(String name, int runs, double level, Random random) {
        return IntStream.range(0, runs)
                .mapToObj(i -> run(
                        name + i,
                        Map.of(),
                        IntStream.range(0, METRICS)
                                .mapToObj(n -> new MetricReading(metric(n), mean(1000 * level, random), false))
                                .toArray(MetricReading[]::new)))
                .toList();
    }

    private static ComparedMetric metric(int number) {
        return new ComparedMetric("metric" + number, "ok/s", ComparedMetric.MetricKind.THROUGHPUT, true);
    }

    /** Returns the mean over the seconds of one run. */
    private static double mean(double level, Random random) {
        double runs = level * (1 + 0.015 * random.nextGaussian());
        double deviation = 0;
        double sum = 0;
        for (int second = 0; second < SECONDS; second++) {
            deviation = AUTOCORRELATION * deviation + 0.02 * level * random.nextGaussian();
            sum += runs + deviation;
        }
        return sum / SECONDS;
    }

    private static ComparisonSettings terms(double leastEffect) {
        Map<ComparedMetric.MetricKind, Double> least = new EnumMap<>(ComparedMetric.MetricKind.class);
        for (ComparedMetric.MetricKind kind : ComparedMetric.MetricKind.values()) {
            least.put(kind, leastEffect);
        }
        return new ComparisonSettings(List.of("A", "B"), List.of(), least, List.of(), 42, false);
    }
}
