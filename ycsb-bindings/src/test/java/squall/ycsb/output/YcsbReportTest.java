package squall.ycsb.output;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.ycsb.output.Runs.DEADLOCK;
import static squall.ycsb.output.Runs.READ;
import static squall.ycsb.output.Runs.UPDATE;
import static squall.ycsb.output.Runs.good;
import static squall.ycsb.output.Runs.groups;
import static squall.ycsb.output.Runs.never;
import static squall.ycsb.output.Runs.report;
import static squall.ycsb.output.Runs.run;
import static squall.ycsb.output.Runs.us;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.measure.OperationSummary;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.spi.Operation;
import squall.spi.Outcome;

class YcsbReportTest {
    @Test
    void two_operations_stand_in_groups_of_their_own_and_are_summed_in_overall_and_goodput() throws Exception {
        assertThat(report(run(good(READ, 100, 300, 200, 400), good(UPDATE, 1000, 2000))))
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
        assertThat(groups(run(good(READ, 100), never(UPDATE)))).containsOnly("READ");
    }

    @Test
    void a_part_is_reported_but_not_counted_again() throws Exception {
        Operation whole = new Operation(2, "READ-MODIFY-WRITE", true);
        List<String> lines = report(run(good(READ, 100), good(UPDATE, 100), good(whole, 200)));
        assertThat(lines)
                .contains(
                        "[OVERALL], Throughput(ops/sec), 1.0",
                        "[GOODPUT], Throughput(ops/sec), 1.0",
                        "[READ-MODIFY-WRITE], AverageLatency(us), 200.0");
    }

    @Test
    void with_both_intended_latency_is_shown_next_to_service_time() throws Exception {
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
    void a_schedule_shows_intended_latency_unless_told_otherwise() throws Exception {
        assertThat(groups(run(late()), "target=100")).contains("READ", "Intended-READ");
        assertThat(groups(run(late()), "target=100", "measurement.interval=op")).doesNotContain("Intended-READ");
        assertThat(groups(run(late()), "target=0")).doesNotContain("Intended-READ");
    }

    @Test
    void the_warm_up_is_in_no_section() throws Exception {
        var warm = new WindowSummary(
                new Window("warm-up", Window.Kind.WARMUP, 0, 1), 1, List.of(good(READ, 900, 900, 900)));
        var steady = new WindowSummary(new Window("steady", Window.Kind.STEADY, 1, 2), 1, List.of(good(READ, 100)));
        var total = new WindowSummary(Runs.WHOLE, 2, List.of(good(READ, 900, 900, 900, 100)));
        var result = new RunResult(
                new RunEnding.Complete(),
                2_000_000_000L,
                RunResult.TurnCount.allFinished(4),
                RunResult.RunMeasurement.of(total, warm, steady),
                0,
                RunResult.ClientHealth.GOOD);
        assertThat(report(result))
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
        assertThat(report(run(retried, good(UPDATE, 1))))
                .contains("[RETRIES], READ, 5")
                .noneMatch(line -> line.startsWith("[RETRIES], UPDATE"));
    }

    @Test
    void turns_that_never_ended_are_told_with_their_wait() throws Exception {
        var total = new WindowSummary(Runs.WHOLE, 2, List.of(good(READ, 100)));
        var result = new RunResult(
                new RunEnding.Complete(),
                2_000_000_000L,
                new RunResult.TurnCount(3, 1, 1, us(1500, 500)),
                RunResult.RunMeasurement.of(total, total),
                0,
                RunResult.ClientHealth.GOOD);
        assertThat(report(result))
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

    /** Returns two reads of 10 and 20 us that were due long before, one that was never sent, one that failed. */
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

    @Test
    void goodput_is_not_above_throughput_when_the_last_answers_came_after_the_end() throws Exception {
        RunResult run = run(good(READ, 100, 200, 300, 400));
        RunResult late =
                new RunResult(run.ending(), 2_100_000_000L, run.turns(), run.measured(), run.aborted(), run.client());
        assertThat(report(late))
                .contains(
                        "[OVERALL], RunTime(ms), 2000",
                        "[OVERALL], Throughput(ops/sec), 2.0",
                        "[GOODPUT], Throughput(ops/sec), 2.0");
    }
}
