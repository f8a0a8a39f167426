package squall.ycsb.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.ycsb.output.Runs.DEADLOCK;
import static squall.ycsb.output.Runs.NO_JVM;
import static squall.ycsb.output.Runs.READ;
import static squall.ycsb.output.Runs.SERIALIZATION;
import static squall.ycsb.output.Runs.UPDATE;
import static squall.ycsb.output.Runs.failing;
import static squall.ycsb.output.Runs.good;
import static squall.ycsb.output.Runs.never;
import static squall.ycsb.output.Runs.properties;
import static squall.ycsb.output.Runs.run;
import static squall.ycsb.output.Runs.text;
import static squall.ycsb.output.Runs.us;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.CommandException;
import squall.measure.OperationSummary;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.run.ClientHealth;
import squall.run.Ending;
import squall.run.RunResult;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Operation;
import squall.spi.Outcome;

class ReportTest {
    private static final int OVERALL = 2;
    private static final int TAIL = 5;

    @Test
    void two_operations_stand_in_groups_of_their_own_and_are_summed_in_overall_and_goodput() throws Exception {
        assertThat(report(run(good(READ, 100, 300, 200, 400), good(UPDATE, 1000, 2000)), ""))
                .containsExactly(
                        "[OVERALL], RunTime(ms), 2000",
                        "[OVERALL], Throughput(ops/sec), 3.0",
                        "[READ], Operations, 4",
                        "[READ], AverageLatency(us), 250.0",
                        "[READ], MinLatency(us), 100",
                        "[READ], MaxLatency(us), 400",
                        "[READ], 95thPercentileLatency(us), 400",
                        "[READ], 99thPercentileLatency(us), 400",
                        "[READ], Return=OK, 4",
                        "[UPDATE], Operations, 2",
                        "[UPDATE], AverageLatency(us), 1500.0",
                        "[UPDATE], MinLatency(us), 1000",
                        "[UPDATE], MaxLatency(us), 2000",
                        "[UPDATE], 95thPercentileLatency(us), 2000",
                        "[UPDATE], 99thPercentileLatency(us), 2000",
                        "[UPDATE], Return=OK, 2",
                        "[GOODPUT], Throughput(ops/sec), 3.0",
                        "[PLAN], Planned, 6",
                        "[PLAN], Started, 6",
                        "[PLAN], Finished, 6",
                        "[PLAN], Unfinished, 0");
    }

    @Test
    void an_operation_that_never_happened_has_no_group() throws Exception {
        assertThat(groups(run(good(READ, 100), never(UPDATE)), "")).containsOnly("READ");
    }

    @Test
    void a_part_is_reported_but_not_counted_again() throws Exception {
        Operation whole = new Operation(2, "READ-MODIFY-WRITE", true);
        List<String> lines = report(run(good(READ, 100), good(UPDATE, 100), good(whole, 200)), "");
        assertThat(lines)
                .contains(
                        "[OVERALL], Throughput(ops/sec), 1.0",
                        "[GOODPUT], Throughput(ops/sec), 1.0",
                        "[READ-MODIFY-WRITE], AverageLatency(us), 200.0");
    }

    @Test
    void failures_have_a_group_of_their_own_and_are_counted_by_code() throws Exception {
        var result = run(failing(Map.of(SERIALIZATION, 3L, DEADLOCK, 1L)));
        assertThat(middle(report(result, "hdrhistogram.percentiles=99")))
                .containsExactly(
                        "[READ], Operations, 2",
                        "[READ], AverageLatency(us), 200.0",
                        "[READ], MinLatency(us), 100",
                        "[READ], MaxLatency(us), 300",
                        "[READ], 99thPercentileLatency(us), 300",
                        "[READ], Return=40001, 3",
                        "[READ], Return=40P01, 1",
                        "[READ], Return=OK, 2",
                        "[READ-FAILED], Operations, 4",
                        "[READ-FAILED], AverageLatency(us), 900.0",
                        "[READ-FAILED], MinLatency(us), 900",
                        "[READ-FAILED], MaxLatency(us), 900",
                        "[READ-FAILED], 99thPercentileLatency(us), 900");
        assertThat(report(result, ""))
                .contains(
                        "[OVERALL], Throughput(ops/sec), 3.0",
                        "[GOODPUT], Throughput(ops/sec), 1.0",
                        "[ERRORS], READ 40001, 3",
                        "[ERRORS], READ 40P01, 1");
    }

    @Test
    void two_messages_of_one_code_are_counted_together() throws Exception {
        Outcome other = new Outcome.Refused(new ErrorCode(ErrorKind.SERIALIZATION, "40001"), "another text");
        assertThat(report(run(failing(Map.of(SERIALIZATION, 3L, other, 2L))), ""))
                .contains("[READ], Return=40001, 5", "[ERRORS], READ 40001, 5");
    }

    @Test
    void a_miss_is_an_answer_and_no_error() throws Exception {
        var miss = new OperationSummary(
                READ, 2, 0, 0, 0, 0, us(1, 2), us(1, 2), us(), us(), Map.of(Outcome.OK, 1L, Outcome.NOT_FOUND, 1L));
        List<String> lines = report(run(miss), "");
        assertThat(lines)
                .contains("[READ], Operations, 2", "[READ], Return=NOT_FOUND, 1", "[GOODPUT], Throughput(ops/sec), 1.0")
                .noneMatch(line -> line.startsWith("[ERRORS]") || line.startsWith("[READ-FAILED]"));
    }

    @Test
    void every_read_failed_is_a_group_of_zeros() throws Exception {
        var failed = new OperationSummary(READ, 0, 2, 0, 0, 0, us(), us(), us(7, 7), us(7, 7), Map.of(DEADLOCK, 2L));
        assertThat(report(run(failed), ""))
                .contains(
                        "[READ], Operations, 0",
                        "[READ], AverageLatency(us), 0.0",
                        "[READ], MinLatency(us), 0",
                        "[READ], MaxLatency(us), 0",
                        "[READ], Return=40P01, 2",
                        "[READ-FAILED], Operations, 2");
    }

    @Test
    void reportlatencyforeacherror_names_the_group_after_the_only_status() throws Exception {
        var result = run(failing(Map.of(SERIALIZATION, 3L)));
        assertThat(groups(result, "reportlatencyforeacherror=true"))
                .contains("READ-40001")
                .doesNotContain("READ-FAILED");
    }

    @Test
    void latencytrackederrors_names_the_group_only_if_it_lists_the_status() throws Exception {
        var result = run(failing(Map.of(SERIALIZATION, 3L)));
        assertThat(groups(result, "latencytrackederrors=40P01,40001")).contains("READ-40001");
        assertThat(groups(result, "latencytrackederrors=40P01")).contains("READ-FAILED");
    }

    @Test
    void two_statuses_share_their_latencies_as_they_share_a_histogram() throws Exception {
        var result = run(failing(Map.of(SERIALIZATION, 3L, DEADLOCK, 1L)));
        assertThat(groups(result, "reportlatencyforeacherror=true")).contains("READ-FAILED");
    }

    @Test
    void intended_latency_stands_beside_service_time_with_both() throws Exception {
        List<String> lines = report(run(late()), "measurement.interval=both");
        assertThat(lines)
                .contains(
                        "[READ], Operations, 2",
                        "[READ], MaxLatency(us), 20",
                        "[READ], Return=OK, 2",
                        "[Intended-READ], Operations, 3",
                        "[Intended-READ], MaxLatency(us), 1000",
                        "[Intended-READ-FAILED], MaxLatency(us), 500")
                .noneMatch(line -> line.startsWith("[Intended-READ], Return"));
    }

    @Test
    void intended_latency_bears_the_plain_name_with_intended() throws Exception {
        assertThat(report(run(late()), "measurement.interval=intended"))
                .contains("[READ], Operations, 3", "[READ], MaxLatency(us), 1000", "[READ], Return=OK, 2")
                .noneMatch(line -> line.startsWith("[Intended"));
    }

    @Test
    void a_schedule_shows_intended_latency_unless_somebody_says_otherwise() throws Exception {
        assertThat(groups(run(late()), "target=100")).contains("READ", "Intended-READ");
        assertThat(groups(run(late()), "target=100", "measurement.interval=op")).doesNotContain("Intended-READ");
        assertThat(groups(run(late()), "target=0")).doesNotContain("Intended-READ");
    }

    @Test
    void the_warm_up_is_in_no_section() throws Exception {
        var warm = new WindowSummary(new Window("warm-up", Window.Kind.WARMUP, 0, 1), 1, List.of(good(READ, 900, 900, 900)));
        var steady = new WindowSummary(new Window("steady", Window.Kind.STEADY, 1, 2), 1, List.of(good(READ, 100)));
        var total = new WindowSummary(Runs.WHOLE, 2, List.of(good(READ, 900, 900, 900, 100)));
        var result = new RunResult(new Ending.Complete(), 2_000_000_000L, 4, 4, 4, 0, total, List.of(warm, steady), 0);
        assertThat(report(result, ""))
                .contains(
                        "[OVERALL], RunTime(ms), 1000",
                        "[OVERALL], Throughput(ops/sec), 1.0",
                        "[READ], Operations, 1",
                        "[READ], MaxLatency(us), 100",
                        "[GOODPUT], Throughput(ops/sec), 1.0");
    }

    @Test
    void retries_are_counted_by_operation() throws Exception {
        var retried = new OperationSummary(READ, 2, 0, 0, 5, 0, us(1, 2), us(1, 2), us(), us(), Map.of(Outcome.OK, 2L));
        assertThat(report(run(retried, good(UPDATE, 1)), ""))
                .contains("[RETRIES], READ, 5")
                .noneMatch(line -> line.startsWith("[RETRIES], UPDATE"));
    }

    @Test
    void turns_that_never_ended_are_told_with_their_wait() throws Exception {
        var total = new WindowSummary(Runs.WHOLE, 2, List.of(good(READ, 100)));
        var result = new RunResult(
                new Ending.Complete(),
                2_000_000_000L,
                3,
                1,
                1,
                2,
                total,
                List.of(total),
                0,
                us(1500, 500),
                OptionalDouble.empty(),
                ClientHealth.GOOD);
        assertThat(report(result, ""))
                .endsWith(
                        "[PLAN], Planned, 3",
                        "[PLAN], Started, 1",
                        "[PLAN], Finished, 1",
                        "[PLAN], Unfinished, 2",
                        "[UNFINISHED], Operations, 2",
                        "[UNFINISHED], AverageLatency(us), 1000.0",
                        "[UNFINISHED], MinLatency(us), 500",
                        "[UNFINISHED], MaxLatency(us), 1500",
                        "[UNFINISHED], 95thPercentileLatency(us), 1500",
                        "[UNFINISHED], 99thPercentileLatency(us), 1500");
    }

    @Test
    void unreadable_percentiles_are_warned_of_and_replaced_by_the_default() throws Exception {
        assertThat(OutputSettings.of(properties("hdrhistogram.percentiles=95,x"))
                        .percentiles())
                .isEqualTo(new Percentiles(
                        List.of(95.0, 99.0),
                        Optional.of("[WARN] Couldn't read hdrhistogram.percentiles value: '95,x', the default of "
                                + "'95,99' will be used. Wanted are numbers above 0 and up to 100, separated by"
                                + " commas.")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "100.5", "NaN", "", "95,,99"})
    void a_percentile_outside_the_scale_is_unreadable_too(String percentiles) throws Exception {
        assertThat(OutputSettings.of(properties("hdrhistogram.percentiles=" + percentiles))
                        .percentiles()
                        .warning())
                .isPresent();
    }

    @Test
    void the_jvm_is_told_as_upstream_tells_it() {
        var jvm = new JvmFacts(
                List.of(
                        new JvmFacts.Collector("G1_Young_Generation", 3, 10),
                        new JvmFacts.Collector("G1_Old_Generation", 1, 40)),
                Optional.empty());
        assertThat(jvmLines(jvm))
                .containsExactly(
                        "[TOTAL_GCS_G1_Young_Generation], Count, 3",
                        "[TOTAL_GC_TIME_G1_Young_Generation], Time(ms), 10",
                        "[TOTAL_GC_TIME_%_G1_Young_Generation], Time(%), 0.5",
                        "[TOTAL_GCS_G1_Old_Generation], Count, 1",
                        "[TOTAL_GC_TIME_G1_Old_Generation], Time(ms), 40",
                        "[TOTAL_GC_TIME_%_G1_Old_Generation], Time(%), 2.0",
                        "[TOTAL_GCs], Count, 4",
                        "[TOTAL_GC_TIME], Time(ms), 50",
                        "[TOTAL_GC_TIME_%], Time(%), 2.5");
    }

    @Test
    void a_watched_jvm_tells_its_extremes_and_its_groups() {
        var usage = new JvmUsage(24, 8, 9, 7, 6.96826171875, 0.5, new TreeMap<>(Map.of("GCS", us(0, 2))));
        assertThat(jvmLines(new JvmFacts(List.of(), Optional.of(usage))))
                .endsWith(
                        "[MAX_MEM_USED], MBs, 24",
                        "[MIN_MEM_USED], MBs, 8",
                        "[MAX_THREADS], Count, 9",
                        "[MIN_THREADS], Count, 7",
                        "[MAX_SYS_LOAD_AVG], Load, 6.96826171875",
                        "[MIN_SYS_LOAD_AVG], Load, 0.5",
                        "[GCS], Operations, 2",
                        "[GCS], AverageLatency(us), 1.0",
                        "[GCS], MinLatency(us), 0",
                        "[GCS], MaxLatency(us), 2",
                        "[GCS], 95thPercentileLatency(us), 2",
                        "[GCS], 99thPercentileLatency(us), 2");
    }

    @Test
    void every_line_has_three_columns_even_if_a_third_party_names_its_status_with_blanks_and_commas() throws Exception {
        Outcome odd = new Outcome.Refused(new ErrorCode(ErrorKind.OTHER, "no luck, again"), "");
        assertThat(report(run(failing(Map.of(odd, 1L))), "measurement.interval=both"))
                .contains("[READ], Return=no_luck__again, 1", "[ERRORS], READ no_luck__again, 1")
                .allMatch(line -> line.matches("^\\[[^]]+\\], [^,]+, \\S+$"));
    }

    @Test
    void slots_of_a_timeline_are_whole_seconds() {
        assertThatThrownBy(() -> OutputSettings.of(properties("timeseries.granularity=1500")))
                .isInstanceOf(CommandException.class)
                .hasMessage("-p: timeseries.granularity must be a multiple of 1000 ms, as the timeline is kept by "
                        + "seconds, not '1500'");
    }

    @Test
    void raw_samples_need_a_file() {
        assertThatThrownBy(() -> OutputSettings.of(properties("measurementtype=raw")))
                .isInstanceOf(CommandException.class)
                .hasMessage("-p: measurementtype=raw writes every sample, and standard output is kept for the report: "
                        + "name a file with -p measurement.raw.output_file=FILE");
    }

    /** Two reads of 10 and 20 us that were due long before, one that was never sent, one that failed. */
    private static OperationSummary late() {
        return new OperationSummary(
                READ,
                2,
                1,
                0,
                0,
                1,
                us(10, 800, 1000),
                us(10, 20),
                us(500),
                us(5),
                Map.of(Outcome.OK, 2L, DEADLOCK, 1L));
    }

    private static List<String> report(RunResult result, String... properties) throws CommandException {
        String[] set = properties[0].isEmpty() ? new String[0] : properties;
        return text(Report.lines(result, properties(set), NO_JVM));
    }

    private static List<String> middle(List<String> report) {
        return report.subList(OVERALL, report.size() - TAIL - 2);
    }

    private static List<String> groups(RunResult result, String... properties) throws CommandException {
        return report(result, properties).stream()
                .map(line -> line.substring(1, line.indexOf(']')))
                .distinct()
                .filter(name -> !List.of("OVERALL", "GOODPUT", "ERRORS", "PLAN").contains(name))
                .toList();
    }

    private static List<String> jvmLines(JvmFacts jvm) {
        try {
            return Report.lines(run(), properties(), jvm).stream()
                    .filter(line -> !List.of("OVERALL", "GOODPUT", "PLAN").contains(line.metric()))
                    .map(line -> "[" + line.metric() + "], " + line.measurement() + ", " + line.value())
                    .toList();
        } catch (CommandException e) {
            throw new AssertionError(e);
        }
    }
}
