package squall.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import squall.report.compare.ComparedMetric.MetricKind;
import squall.report.compare.ComparedMetric.MetricReading;
import squall.report.model.JudgementStatus;
import squall.report.model.ReportDocument;
import squall.report.statistics.ExceedancePlan.ExceedanceVerdict;
import squall.system.CommandException;
import squall.system.ExitCode;

/** How often gates are red without a reason, how often they find one, and what they refuse. */
class RegressionGateTest {
    private static final ComparedMetric AVAILABILITY =
            new ComparedMetric("kill.availability_percent", "%", MetricKind.AVAILABILITY, true);
    private static final ComparedMetric OUTAGE = new ComparedMetric("kill.outage_s", "s", MetricKind.RECOVERY, false);
    private static final ComparedMetric BACK =
            new ComparedMetric("kill.back_after_injection_s", "s", MetricKind.RECOVERY, false);
    private static final ComparedMetric KEPT =
            new ComparedMetric("kill.goodput_share", "", MetricKind.THROUGHPUT, false);
    private static final ComparedMetric P99 = new ComparedMetric("kill.p99_times", "", MetricKind.LATENCY, false);

    /** Every difference counts, so that nothing but the limits stands between noise and an alarm. */
    private static final GateSettings STRICT = new GateSettings(
            new ComparisonSettings(
                    List.of("baseline", "new"),
                    List.of(),
                    Map.of(MetricKind.RECOVERY, 0.0, MetricKind.THROUGHPUT, 0.0, MetricKind.LATENCY, 0.0),
                    List.of(),
                    42,
                    false),
            0.05,
            0.9,
            8);

    /** Distributions of a failover, as they come. */
    enum Failover {
        /** Outages that differ by a quarter; tails that are not heavy. */
        ORDINARY {
            @Override
            double outage(Random random) {
                return Math.max(0, 5 + 0.7 * random.nextGaussian());
            }
        },
        /** Tails so heavy that they have no variance. */
        HEAVY_TAILS {
            @Override
            double outage(Random random) {
                return 3 * Math.pow(1 - random.nextDouble(), -1 / 1.2);
            }
        },
        /** Whole seconds, most of them 0. */
        TIES_AT_ZERO {
            @Override
            double outage(Random random) {
                return random.nextInt(10) < 6 ? 0 : Math.floor(1 + 2 * Math.abs(random.nextGaussian()));
            }
        },
        /** Two places of the primary, of which one takes far longer. */
        TWO_KINDS {
            @Override
            double outage(Random random) {
                return (random.nextBoolean() ? 2 : 14) + random.nextGaussian();
            }
        };

        abstract double outage(Random random);
    }

    @ParameterizedTest
    @EnumSource
    void of_two_thousand_gates_of_the_same_against_the_same_at_most_one_in_twenty_is_red(Failover failover)
            throws CommandException {
        for (int baselineRuns : new int[] {10, 40}) {
            Random random = new Random(2026);
            int red = 0;
            for (int trial = 0; trial < 2000; trial++) {
                List<ComparedRun> baseline = runs("a", baselineRuns, failover, 0, random);
                red += sequential(baseline, runs("b", STRICT.mostRuns(), failover, 0, random), STRICT)
                                        .verdict()
                                == ExceedanceVerdict.WORSE
                        ? 1
                        : 0;
            }
            // 5 % of 2000 are 100, and chance adds 27 to that in one of three hundred such tests
            assertThat(red).as("%s baseline runs", baselineRuns).isLessThanOrEqualTo(127);
        }
    }

    @Test
    void a_failover_that_takes_two_seconds_longer_is_found_by_twenty_runs_in_nine_of_ten_gates()
            throws CommandException {
        Random random = new Random(2027);
        int found = 0;
        int looks = 0;
        for (int trial = 0; trial < 1000; trial++) {
            List<ComparedRun> baseline = runs("a", 20, Failover.ORDINARY, 0, random);
            RegressionGate gate = sequential(baseline, runs("b", 8, Failover.ORDINARY, 2, random), GateSettings.USUAL);
            found += gate.verdict() == ExceedanceVerdict.WORSE ? 1 : 0;
            looks += gate.newRuns().size();
        }
        assertThat(found).isGreaterThan(900);
        assertThat(looks).as("runs until it was sure, of 8 each").isLessThan(6500);
    }

    /** The shift that the gate states, from its baseline alone, on the distribution with the heaviest tails. */
    @ParameterizedTest
    @CsvSource({"12, 8, 0.9", "20, 8, 0.9", "40, 5, 0.8"})
    void the_stated_worsening_is_found_with_the_stated_power(int baselineRuns, int most, double power)
            throws CommandException {
        Random random = new Random(2028);
        GateSettings settings =
                new GateSettings(STRICT.comparison().of(List.of(OUTAGE.key())), STRICT.risk(), power, most);
        int trials = 2000;
        int found = 0;
        for (int trial = 0; trial < trials; trial++) {
            List<ComparedRun> baseline = runs("a", baselineRuns, Failover.HEAVY_TAILS, 0, random);
            double stated = RegressionGate.of(baseline, List.of(), settings)
                    .findings()
                    .getFirst()
                    .detectable()
                    .orElseThrow();
            List<ComparedRun> worse = runs("b", most, Failover.HEAVY_TAILS, stated * (1 + 1e-9), random);
            found += RegressionGate.of(baseline, worse, settings).verdict() == ExceedanceVerdict.WORSE ? 1 : 0;
        }
        double chance = 3 * Math.sqrt(trials * power * (1 - power));
        assertThat(found).isGreaterThan((int) (trials * power - chance));
    }

    @Test
    void less_goodput_is_worse_and_more_is_not() throws CommandException {
        GateSettings kept = new GateSettings(GateSettings.USUAL.comparison().of(List.of(KEPT.key())), 0.05, 0.9, 8);
        List<ComparedRun> baseline = series("a", KEPT, 20, i -> 0.80 + 0.001 * i);
        RegressionGate worse = RegressionGate.of(baseline, series("b", KEPT, 8, i -> 0.5), kept);
        assertThat(worse.verdict()).isEqualTo(ExceedanceVerdict.WORSE);
        assertThat(worse.findings().getFirst().limit().orElseThrow()).isBetween(0.75, 0.80);
        assertThat(RegressionGate.of(baseline, series("b", KEPT, 8, i -> 0.95), kept)
                        .verdict())
                .isEqualTo(ExceedanceVerdict.PASS);
    }

    @Test
    void a_difference_that_is_certain_but_too_small_to_care_is_a_pass() throws CommandException {
        List<ComparedRun> baseline = series("a", OUTAGE, 20, i -> 10 + 0.001 * i);
        List<ComparedRun> slower = series("b", OUTAGE, 8, i -> 10.5);
        GateSettings one = new GateSettings(GateSettings.USUAL.comparison().of(List.of(OUTAGE.key())), 0.05, 0.9, 8);
        GateSettings strict = new GateSettings(STRICT.comparison().of(List.of(OUTAGE.key())), 0.05, 0.9, 8);
        assertThat(RegressionGate.of(baseline, slower, one).verdict()).isEqualTo(ExceedanceVerdict.PASS);
        assertThat(RegressionGate.of(baseline, slower, strict).verdict()).isEqualTo(ExceedanceVerdict.WORSE);
    }

    @Test
    void a_recovery_that_was_not_seen_and_a_missing_figure_are_worse_than_every_value() throws CommandException {
        GateSettings settings =
                new GateSettings(GateSettings.USUAL.comparison().of(List.of(BACK.key(), P99.key())), 0.05, 0.9, 8);
        List<ComparedRun> baseline = IntStream.range(0, 20)
                .mapToObj(i -> run("a" + i, reading(BACK, 8), reading(P99, 3)))
                .toList();
        List<ComparedRun> unseen = IntStream.range(0, 8)
                .mapToObj(i -> run("b" + i, new MetricReading(BACK, 60, true)))
                .toList();
        RegressionGate gate = RegressionGate.of(baseline, unseen, settings);
        assertThat(gate.findings())
                .extracting(finding -> finding.verdict().orElseThrow())
                .containsExactly(ExceedanceVerdict.WORSE, ExceedanceVerdict.WORSE);
        assertThat(new GateReport(gate).warnings())
                .containsExactly("kill.p99_times is missing in 8 runs, which count as worse than all others");
    }

    @Test
    void a_figure_that_the_baseline_lacks_has_no_limit_and_is_not_judged() throws CommandException {
        GateSettings settings =
                new GateSettings(GateSettings.USUAL.comparison().of(List.of(BACK.key(), P99.key())), 0.05, 0.9, 8);
        List<ComparedRun> baseline = IntStream.range(0, 20)
                .mapToObj(
                        i -> i < 10 ? run("a" + i, reading(BACK, 8), reading(P99, 3)) : run("a" + i, reading(BACK, 8)))
                .toList();
        RegressionGate gate = RegressionGate.of(baseline, series("b", BACK, 8, i -> 8.1), settings);
        assertThat(gate.findings().getLast().verdict()).isEmpty();
        assertThat(gate.verdict()).isEqualTo(ExceedanceVerdict.PASS);
        assertThat(new GateReport(gate).warnings())
                .contains("kill.p99_times has no limit, because too few baseline runs have a value: it is not judged");

        List<ComparedRun> none = IntStream.range(0, 20)
                .mapToObj(i -> i > 0
                        ? run("a" + i, new MetricReading(BACK, 60, true))
                        : run("a" + i, new MetricReading(BACK, 60, true), reading(P99, 3)))
                .toList();
        assertThatThrownBy(() -> RegressionGate.of(none, List.of(), settings))
                .hasMessageStartingWith("no figure has a limit: fewer than ");
    }

    @Test
    void it_asks_for_runs_until_it_is_sure() throws CommandException {
        GateSettings one = new GateSettings(STRICT.comparison().of(List.of(OUTAGE.key())), 0.05, 0.9, 5);
        List<ComparedRun> baseline = series("a", OUTAGE, 20, i -> 5 + 0.1 * i);
        List<ComparedRun> slow = series("b", OUTAGE, 5, i -> 60);
        List<String> headlines = new ArrayList<>();
        for (int runs = 0; runs <= 5; runs++) {
            RegressionGate gate = RegressionGate.of(baseline, slow.subList(0, runs), one);
            headlines.add(gate.exitCode().code() + " "
                    + new GateReport(gate).verdict().headline());
        }
        assertThat(headlines)
                .containsExactly(
                        "6 not sure: 2 to 5 more runs",
                        "6 not sure: 2 to 4 more runs",
                        "6 not sure: 2 to 3 more runs",
                        "6 not sure: 1 to 2 more runs",
                        "7 sure: worse in kill.outage_s",
                        "7 sure: worse in kill.outage_s");
        assertThat(RegressionGate.of(baseline, series("b", OUTAGE, 2, i -> 5), one)
                        .exitCode())
                .isEqualTo(ExitCode.OK);
    }

    /** Covers an old error: in JUnit XML a gate passed although a new run had lost rows. */
    @Test
    void a_new_run_with_wrong_data_is_a_failed_expectation() throws Exception {
        GateSettings one = new GateSettings(STRICT.comparison().of(List.of(OUTAGE.key())), 0.05, 0.9, 5);
        ComparedRun lost = Entrants.ended(run("b0", reading(OUTAGE, 5)), ExitCode.DATA);
        RegressionGate gate = RegressionGate.of(series("a", OUTAGE, 20, i -> 5 + 0.1 * i), List.of(lost), one);
        assertThat(gate.exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(new GateReport(gate).expectations().getLast())
                .isEqualTo(new ReportDocument.ReportedExpectation(
                        "new runs",
                        "the data of b0 is complete and correct",
                        JudgementStatus.FAILED,
                        "data check failed: lost, phantom or corrupt rows"));
    }

    @Test
    void the_rule_of_cockroachdb_stands_next_to_it() throws CommandException {
        List<ComparedRun> baseline = IntStream.range(0, 20)
                .mapToObj(i -> run("a" + i, reading(AVAILABILITY, 90), reading(KEPT, i < 7 ? 0.7 : 0.9)))
                .toList();
        List<ComparedRun> fresh = List.of(run("b", reading(AVAILABILITY, 90), reading(KEPT, 0.79)));
        assertThat(RegressionGate.of(baseline, fresh, GateSettings.USUAL).cockroachdb())
                .containsExactly(new RegressionGate.RatioRule("kill", 7, 20, 1, 1));
    }

    @Test
    void too_few_baseline_runs_are_refused_with_how_many_are_enough() {
        assertThatThrownBy(() -> RegressionGate.of(
                        runs("a", 5, Failover.ORDINARY, 0, new Random(1)), List.of(), GateSettings.USUAL))
                .isInstanceOf(CommandException.class)
                .hasMessage(
                        "5 baseline runs are too few for 4 figures with a false-alarm rate of 5 %, a power of 90 % and"
                                + " at most 8 new runs: 8 are enough; --max-runs, --metric, --false-alarms and --power change"
                                + " how many");
    }

    @Test
    void runs_of_another_database_and_more_runs_than_planned_are_refused() {
        List<ComparedRun> baseline = under("a", 20, Map.of("db.product", "postgresql"));
        assertThatThrownBy(() -> RegressionGate.of(
                        baseline, under("b", 2, Map.of("db.product", "cassandra")), GateSettings.USUAL))
                .hasMessageContaining("the runs differ in db.product: postgresql / cassandra");
        assertThatThrownBy(() -> RegressionGate.of(
                        baseline, under("b", 9, Map.of("db.product", "postgresql")), GateSettings.USUAL))
                .hasMessage("9 new runs are named, but the gate has its verdict after at most 8; --max-runs plans for"
                        + " more, before the first of them is seen");
        assertThatThrownBy(() ->
                        RegressionGate.of(baseline, under("b", 2, Map.of("scenario", "pause")), GateSettings.USUAL))
                .hasMessageContaining("scenario: nothing / pause");
    }

    /** Adds one run after the other until the gate is sure, as a user does. */
    private static RegressionGate sequential(
            List<ComparedRun> baseline, List<ComparedRun> newRuns, GateSettings settings) throws CommandException {
        for (int runs = 1; runs < newRuns.size(); runs++) {
            RegressionGate gate = RegressionGate.of(baseline, newRuns.subList(0, runs), settings);
            if (gate.verdict() != ExceedanceVerdict.NOT_SURE) {
                return gate;
            }
        }
        return RegressionGate.of(baseline, newRuns, settings);
    }

    /** Runs of one failover: figures that depend on each other, some recoveries not seen, some p99 missing. */
    private static List<ComparedRun> runs(String name, int count, Failover failover, double longer, Random random) {
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    double outage = failover.outage(random) + longer;
                    double back = outage + 2 * random.nextDouble();
                    List<MetricReading> readings = new ArrayList<>(List.of(
                            reading(AVAILABILITY, 90),
                            reading(OUTAGE, outage),
                            new MetricReading(BACK, Math.min(back, 60), back > 60 || random.nextInt(50) == 0),
                            reading(KEPT, Math.max(0, 1 - outage / 20 - 0.05 * random.nextDouble()))));
                    if (random.nextInt(50) > 0) {
                        readings.add(reading(P99, 1 + Math.pow(1 - random.nextDouble(), -1)));
                    }
                    return run(name + i, readings.toArray(MetricReading[]::new));
                })
                .toList();
    }

    private interface Series {
        double value(int run);
    }

    private static List<ComparedRun> series(String name, ComparedMetric metric, int count, Series values) {
        return IntStream.range(0, count)
                .mapToObj(i -> run(name + i, reading(metric, values.value(i))))
                .toList();
    }

    private static List<ComparedRun> under(String name, int count, Map<String, String> conditions) {
        return IntStream.range(0, count)
                .mapToObj(i -> Entrants.run(name + i, conditions, reading(AVAILABILITY, 90), reading(OUTAGE, i)))
                .toList();
    }

    private static MetricReading reading(ComparedMetric metric, double value) {
        return new MetricReading(metric, value, false);
    }

    private static final Map<String, ComparedRun> MADE = new ConcurrentHashMap<>();

    /** Manifests by name, each made once, because making one takes longer than a gate. */
    private static ComparedRun run(String name, MetricReading... readings) {
        ComparedRun made = MADE.computeIfAbsent(name, each -> Entrants.run(each, Map.of()));
        Map<String, MetricReading> byKey = new LinkedHashMap<>();
        for (MetricReading reading : readings) {
            byKey.put(reading.metric().key(), reading);
        }
        return new ComparedRun(made.run(), made.conditions(), byKey);
    }
}
