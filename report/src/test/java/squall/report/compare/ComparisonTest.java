package squall.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.report.compare.Entrants.BACK;
import static squall.report.compare.Entrants.GOODPUT;
import static squall.report.compare.Entrants.P99;
import static squall.report.compare.Entrants.ended;
import static squall.report.compare.Entrants.run;
import static squall.report.compare.Entrants.side;
import static squall.report.compare.Entrants.under;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.compare.ComparedMetric.MetricReading;
import squall.report.model.JudgementStatus;
import squall.report.model.ReportDocument;
import squall.results.imported.BenchmarkTool;
import squall.results.imported.RunImport;
import squall.results.recorded.RecordedRun;
import squall.system.CommandException;
import squall.system.ExitCode;

class ComparisonTest {
    private static final double[] NORMAL = {1000, 1004, 998, 1010, 995};

    @Test
    void a_clear_drop_is_a_regression_and_exit_7() throws CommandException {
        Comparison found = compare(side("a", GOODPUT, NORMAL), side("b", GOODPUT, 900, 890, 905, 880, 895));
        assertThat(found.findings().getFirst().judgement()).isEqualTo(MetricFinding.MetricJudgement.WORSE);
        assertThat(found.findings().getFirst().adjusted()).isEqualTo(2.0 / 252);
        assertThat(found.exitCode()).isEqualTo(ExitCode.REGRESSION);
    }

    /** Covers an old error: with lost rows on one side the comparison said that no regression is shown, and ended with 0. */
    @Test
    void a_run_with_wrong_data_fails_the_comparison_and_exit_4() throws Exception {
        List<ComparedRun> second = new ArrayList<>(side("b", GOODPUT, NORMAL));
        second.set(1, ended(second.get(1), ExitCode.DATA));
        second.set(2, ended(second.get(2), ExitCode.EXPECTATION));
        second.set(4, ended(second.get(4), ExitCode.EXPECTATION));
        Comparison found = compare(side("a", GOODPUT, NORMAL), second);
        ComparisonReport report = new ComparisonReport(found, List.of(), List.of());

        assertThat(found.exitCode()).isEqualTo(ExitCode.DATA);
        assertThat(report.verdict())
                .isEqualTo(new ReportDocument.RunVerdict(
                        JudgementStatus.FAILED,
                        "wrong data in 1 run; no regression is shown in 1 metric",
                        OptionalInt.of(4),
                        List.of("exit 4, data check failed: lost, phantom or corrupt rows: b1")));
        assertThat(report.warnings()).containsExactly("exit 3, an expectation (SLO, error budget) was not met: b2, b4");
        assertThat(report.expectations().getLast())
                .isEqualTo(new ReportDocument.ReportedExpectation(
                        "B against A",
                        "the data of b1 is complete and correct",
                        JudgementStatus.FAILED,
                        "data check failed: lost, phantom or corrupt rows"));
    }

    @Test
    void lower_latency_is_better() throws CommandException {
        Comparison found = compare(side("a", P99, 50, 51, 52, 53, 54), side("b", P99, 40, 41, 42, 43, 44));
        assertThat(found.findings().getFirst().judgement()).isEqualTo(MetricFinding.MetricJudgement.BETTER);
        assertThat(found.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void a_difference_that_is_certain_but_too_small_to_care_is_none() throws CommandException {
        List<ComparedRun> a = side("a", GOODPUT, 1000, 1001, 1002, 1003, 1004);
        List<ComparedRun> b = side("b", GOODPUT, 980, 981, 982, 983, 984);
        assertThat(compare(a, b).findings().getFirst().judgement()).isEqualTo(MetricFinding.MetricJudgement.NONE_SHOWN);

        ComparisonSettings strict = new ComparisonSettings(
                List.of("A", "B"), List.of(), Map.of(ComparedMetric.MetricKind.THROUGHPUT, 0.01), List.of(), 42, false);
        assertThat(Comparison.of(a, b, strict).findings().getFirst().judgement())
                .isEqualTo(MetricFinding.MetricJudgement.WORSE);
    }

    @Test
    void four_runs_on_each_side_cannot_tell_two_metrics() throws CommandException {
        Comparison found = compare(twoMetrics("a", 4, 1000, 10), twoMetrics("b", 4, 100, 100));
        assertThat(found.findings())
                .extracting(MetricFinding::judgement)
                .containsOnly(MetricFinding.MetricJudgement.CANNOT_TELL);
        assertThat(found.runsNeeded()).isEqualTo(5);
        assertThat(found.exitCode()).isEqualTo(ExitCode.OK);

        Comparison five = compare(twoMetrics("a", 5, 1000, 10), twoMetrics("b", 5, 100, 100));
        assertThat(five.findings())
                .extracting(MetricFinding::judgement)
                .containsOnly(MetricFinding.MetricJudgement.WORSE);
    }

    @Test
    void without_a_test_a_large_difference_counts_only_if_that_was_asked_for() throws CommandException {
        List<ComparedRun> a = side("a", GOODPUT, 1000);
        List<ComparedRun> b = side("b", GOODPUT, 900);
        assertThat(compare(a, b).exitCode()).isEqualTo(ExitCode.OK);

        ComparisonSettings byThreshold =
                new ComparisonSettings(List.of("A", "B"), List.of(), Map.of(), List.of(), 42, true);
        assertThat(Comparison.of(a, b, byThreshold).exitCode()).isEqualTo(ExitCode.REGRESSION);
    }

    /** Covers an old error: with {@code --min-effect 0%} two runs with the same throughput were a regression. */
    @Test
    void runs_that_are_equal_are_no_regression_however_small_the_least_effect() throws CommandException {
        ComparisonSettings strict = new ComparisonSettings(
                List.of("A", "B"), List.of(), Map.of(ComparedMetric.MetricKind.THROUGHPUT, 0.0), List.of(), 42, true);
        assertThat(Comparison.of(side("a", GOODPUT, 1000), side("b", GOODPUT, 1000), strict)
                        .exitCode())
                .isEqualTo(ExitCode.OK);
        assertThat(Comparison.of(side("a", GOODPUT, 1000), side("b", GOODPUT, 999), strict)
                        .exitCode())
                .isEqualTo(ExitCode.REGRESSION);
    }

    @Test
    void a_recovery_that_was_never_seen_is_worse_than_any_that_was() throws CommandException {
        List<ComparedRun> never = IntStream.range(0, 5)
                .mapToObj(i -> run("b" + i, Map.of(), new MetricReading(BACK, 160, true)))
                .toList();
        MetricFinding found =
                compare(side("a", BACK, 18, 17, 19, 20, 18), never).findings().getFirst();
        assertThat(found.judgement()).isEqualTo(MetricFinding.MetricJudgement.WORSE);
        assertThat(found.second().medianText()).isEqualTo("> 160");
        assertThat(found.ratio()).isEmpty();
    }

    /** Covers an old error: the bound was taken for the time, which was then hardly longer than the other side's. */
    @Test
    void a_recovery_that_was_never_seen_is_worse_than_one_that_ended_shortly_before_the_bound()
            throws CommandException {
        List<ComparedRun> never = IntStream.range(0, 5)
                .mapToObj(i -> run("b" + i, Map.of(), new MetricReading(BACK, 60, true)))
                .toList();
        MetricFinding found =
                compare(side("a", BACK, 57, 58, 59, 57, 58), never).findings().getFirst();
        assertThat(found.judgement()).isEqualTo(MetricFinding.MetricJudgement.WORSE);
    }

    @Test
    void a_median_of_which_only_the_other_half_is_known_is_a_number() {
        MetricFinding.MetricValues mixed = new MetricFinding.MetricValues(List.of(
                new MetricReading(BACK, 18, false),
                new MetricReading(BACK, 20, false),
                new MetricReading(BACK, 22, false),
                new MetricReading(BACK, 160, true),
                new MetricReading(BACK, 160, true)));
        assertThat(mixed.medianText()).isEqualTo("22.0");
    }

    /** Covers an old error: the bound of a run that soon ended lowered the median, and was the lowest value. */
    @Test
    void a_low_bound_is_above_every_time_that_was_seen() {
        MetricFinding.MetricValues odd = new MetricFinding.MetricValues(List.of(
                new MetricReading(BACK, 100, false),
                new MetricReading(BACK, 110, false),
                new MetricReading(BACK, 5, true)));
        assertThat(odd.medianText()).isEqualTo("110");
        assertThat(odd.lowest()).isEqualTo(100);

        MetricFinding.MetricValues even = new MetricFinding.MetricValues(
                List.of(new MetricReading(BACK, 60, true), new MetricReading(BACK, 10, false)));
        assertThat(even.medianText()).isEqualTo("> 10.0");
    }

    @Test
    void failures_that_come_from_nowhere_are_worse() throws CommandException {
        ComparedMetric failed =
                new ComparedMetric("measured.failed_percent", "%", ComparedMetric.MetricKind.FAILURES, true);
        Comparison found = compare(side("a", failed, 0, 0, 0, 0, 0), side("b", failed, 0.5, 0.4, 0.6, 0.5, 0.5));
        assertThat(found.findings().getFirst().judgement()).isEqualTo(MetricFinding.MetricJudgement.WORSE);
        assertThat(found.findings().getFirst().ratio()).isEmpty();
    }

    @Test
    void runs_under_other_conditions_are_refused_with_what_differs() {
        assertThatThrownBy(() -> compare(
                        under("a", 5, Map.of("threads", "8", "config.recordcount", "1000")),
                        under("b", 5, Map.of("threads", "16", "config.recordcount", "2000"))))
                .isInstanceOf(CommandException.class)
                .hasMessage("cannot compare: the runs differ in config.recordcount: 1000 / 2000; threads: 8 / 16"
                        + " (--allow-difference KEY compares them all the same)");
    }

    @Test
    void what_the_user_allows_may_differ_and_is_told() throws CommandException {
        ComparisonSettings allowing =
                new ComparisonSettings(List.of("A", "B"), List.of(), Map.of(), List.of("threads", "config"), 42, false);
        Comparison found = Comparison.of(
                under("a", 5, Map.of("threads", "8", "config.recordcount", "1000")),
                under("b", 5, Map.of("threads", "16", "config.recordcount", "2000")),
                allowing);
        assertThat(new ComparisonReport(found, List.of(), List.of()).warnings())
                .containsExactly(
                        "allowed to differ: config.recordcount: 1000 / 2000", "allowed to differ: threads: 8 / 16");
    }

    @Test
    void the_database_may_differ_between_the_sides_but_not_within_one() throws CommandException {
        List<ComparedRun> old = under("a", 5, Map.of("db.version", "25.3"));
        assertThat(compare(old, under("b", 5, Map.of("db.version", "25.4"))).findings())
                .hasSize(1);

        List<ComparedRun> mixed = List.of(
                run("b0", Map.of("db.version", "25.3"), new MetricReading(GOODPUT, 1, false)),
                run("b1", Map.of("db.version", "25.4"), new MetricReading(GOODPUT, 1, false)));
        assertThatThrownBy(() -> compare(old, mixed))
                .hasMessageContaining("the runs differ in db.version: 25.3 / 25.3, 25.4");
    }

    @Test
    void another_machine_is_a_warning() throws CommandException {
        Comparison found =
                compare(under("a", 5, Map.of("client.cores", "8")), under("b", 5, Map.of("client.cores", "16")));
        assertThat(new ComparisonReport(found, List.of(), List.of()).warnings())
                .containsExactly("differs: client.cores: 8 / 16");
    }

    @Test
    void a_run_that_is_named_twice_is_refused() {
        assertThatThrownBy(() -> compare(side("a", GOODPUT, 1, 2), side("a", GOODPUT, 3)))
                .hasMessage("cannot compare: run a0 is named twice");
    }

    @Test
    void an_unknown_metric_is_refused_with_the_nearest() {
        ComparisonSettings terms =
                new ComparisonSettings(List.of("A", "B"), List.of("measured.p98_ms"), Map.of(), List.of(), 42, false);
        assertThatThrownBy(() -> Comparison.of(side("a", P99, 1), side("b", P99, 2), terms))
                .hasMessageStartingWith("no run has a metric 'measured.p98_ms'; did you mean 'measured.p99_ms'?");
    }

    @Test
    void a_metric_that_one_run_lacks_is_left_out_and_named() throws CommandException {
        List<ComparedRun> lacking = List.of(
                run("b0", Map.of(), new MetricReading(GOODPUT, 1, false)),
                run("b1", Map.of(), new MetricReading(GOODPUT, 1, false), new MetricReading(P99, 1, false)));
        assertThat(compare(side("a", GOODPUT, 1, 2), lacking).absent()).containsExactly("measured.p99_ms");
    }

    /** Covers an old error: a comparison without the latency passed, and only a warning said that it was not compared. */
    @Test
    void a_comparison_that_lacks_a_metric_does_not_pass() throws CommandException {
        List<ComparedRun> lacking = new ArrayList<>(twoMetrics("b", 5, 1000, 10));
        lacking.set(2, run("b2", Map.of(), new MetricReading(GOODPUT, 1002, false)));
        ComparisonReport report =
                new ComparisonReport(compare(twoMetrics("a", 5, 1000, 10), lacking), List.of(), List.of());
        assertThat(report.verdict())
                .isEqualTo(new ReportDocument.RunVerdict(
                        JudgementStatus.SKIPPED,
                        "no regression is shown in 1 metric; not compared: measured.p99_ms",
                        OptionalInt.of(0),
                        List.of()));
        assertThat(report.expectations().getLast())
                .isEqualTo(new ReportDocument.ReportedExpectation(
                        "B against A",
                        "measured.p99_ms is not worse",
                        JudgementStatus.SKIPPED,
                        "not in every run, so not compared"));
    }

    /** Covers an old error: the lengths of imported runs without histograms were never compared. */
    @Test
    void imported_runs_of_other_lengths_are_refused(@TempDir Path folder) throws Exception {
        ComparedRun usual = sysbench(folder, "", "");
        assertThat(compare(List.of(usual), List.of(sysbench(folder, "125.66", "150.20")))
                        .differences())
                .isEmpty();
        ComparedRun longer = sysbench(folder, "2.0037s", "20.037s");
        assertThatThrownBy(() -> compare(List.of(usual), List.of(longer)))
                .isInstanceOf(CommandException.class)
                .hasMessage("cannot compare: the runs differ in length: 2 s / 20 s"
                        + " (--allow-difference KEY compares them all the same)");
    }

    /** Covers an old error: short and long runs on both sides were as alike as two sides of the same length. */
    @Test
    void runs_of_one_side_that_differ_in_length_are_refused(@TempDir Path folder) throws Exception {
        List<ComparedRun> one = List.of(sysbench(folder, "", ""), sysbench(folder, "2.0037s", "20.037s"));
        List<ComparedRun> other = List.of(sysbench(folder, "125.66", "150.20"), sysbench(folder, "2.0037s", "20.040s"));
        assertThatThrownBy(() -> compare(one, other))
                .isInstanceOf(CommandException.class)
                .hasMessage("cannot compare: the runs differ in length: 2 s, 20 s / 2 s, 20 s"
                        + " (--allow-difference KEY compares them all the same)");
    }

    @Test
    void imported_runs_of_as_many_operations_are_compared_though_one_was_faster(@TempDir Path folder) throws Exception {
        Path slow = Files.writeString(
                folder.resolve("slow.txt"), "[OVERALL], RunTime(ms), 20000\n[OVERALL], Throughput(ops/sec), 50.0\n");
        Path fast = Files.writeString(
                folder.resolve("fast.txt"), "[OVERALL], RunTime(ms), 10000\n[OVERALL], Throughput(ops/sec), 100.0\n");
        assertThat(compare(List.of(imported(BenchmarkTool.YCSB, slow)), List.of(imported(BenchmarkTool.YCSB, fast)))
                        .differences())
                .isEmpty();
    }

    private static ComparedRun sysbench(Path folder, String text, String other) throws IOException {
        String printed = Files.readString(Path.of("../src/test/resources/squall/results/imported/sysbench.txt"));
        return imported(
                BenchmarkTool.SYSBENCH,
                Files.writeString(Files.createTempFile(folder, "sysbench", ".txt"), printed.replace(text, other)));
    }

    private static ComparedRun imported(BenchmarkTool tool, Path file) throws IOException {
        return ComparedRun.read(
                RecordedRun.read(RunImport.of(tool, List.of(file), file.resolveSibling("runs"), List.of())));
    }

    private static List<ComparedRun> twoMetrics(String name, int runs, double goodput, double p99) {
        return IntStream.range(0, runs)
                .mapToObj(i -> run(
                        name + i,
                        Map.of(),
                        new MetricReading(GOODPUT, goodput + i, false),
                        new MetricReading(P99, p99 + i, false)))
                .toList();
    }

    private static Comparison compare(List<ComparedRun> first, List<ComparedRun> second) throws CommandException {
        return Comparison.of(first, second, ComparisonSettings.USUAL);
    }
}
