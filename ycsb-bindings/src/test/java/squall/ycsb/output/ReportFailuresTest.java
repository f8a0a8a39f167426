package squall.ycsb.output;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.ycsb.output.Runs.DEADLOCK;
import static squall.ycsb.output.Runs.READ;
import static squall.ycsb.output.Runs.SERIALIZATION;
import static squall.ycsb.output.Runs.failing;
import static squall.ycsb.output.Runs.report;
import static squall.ycsb.output.Runs.run;
import static squall.ycsb.output.Runs.us;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import squall.engine.RunResult;
import squall.measure.OperationSummary;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.system.CommandException;

class ReportFailuresTest {
    private static final int OVERALL = 2;
    private static final int READ_AND_FAILED = 15;

    private final MeasurementGroups.FailureTimes failureTimes = new MeasurementGroups.FailureTimes();

    @Test
    void failures_have_a_group_of_their_own_and_are_counted_by_code() throws Exception {
        var result = run(failing(Map.of(SERIALIZATION, 3L, DEADLOCK, 1L)));
        assertThat(report(result, "hdrhistogram.percentiles=99").subList(OVERALL, READ_AND_FAILED))
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
        assertThat(report(result))
                .contains(
                        "[OVERALL], Throughput(ops/sec), 3.0",
                        "[GOODPUT], Throughput(ops/sec), 1.0",
                        "[ERRORS], READ 40001, 3",
                        "[ERRORS], READ 40P01, 1");
    }

    @Test
    void two_messages_of_one_code_are_counted_together() throws Exception {
        Outcome other = new Outcome.Refused(new ErrorCode(ErrorKind.SERIALIZATION, "40001"), "another text");
        assertThat(report(run(failing(Map.of(SERIALIZATION, 3L, other, 2L)))))
                .contains("[READ], Return=40001, 5", "[ERRORS], READ 40001, 5");
    }

    @Test
    void a_miss_is_an_answer_and_no_error() throws Exception {
        var miss = new OperationSummary(
                READ, 2, 0, 0, 0, 0, us(1, 2), us(1, 2), us(), us(), Map.of(Outcome.OK, 1L, Outcome.NOT_FOUND, 1L));
        List<String> lines = report(run(miss));
        assertThat(lines)
                .contains("[READ], Operations, 2", "[READ], Return=NOT_FOUND, 1", "[GOODPUT], Throughput(ops/sec), 1.0")
                .noneMatch(line -> line.startsWith("[ERRORS]") || line.startsWith("[READ-FAILED]"));
    }

    @Test
    void every_read_failed_is_a_group_of_zeros() throws Exception {
        var failed = new OperationSummary(READ, 0, 2, 0, 0, 0, us(), us(), us(7, 7), us(7, 7), Map.of(DEADLOCK, 2L));
        assertThat(report(run(failed)))
                .contains(
                        "[READ], Operations, 0",
                        "[READ], AverageLatency(us), 0.0",
                        "[READ], MinLatency(us), 0",
                        "[READ], MaxLatency(us), 0",
                        "[READ], Return=40P01, 2",
                        "[READ-FAILED], Operations, 2");
    }

    @Test
    void every_line_has_three_columns_even_if_a_third_party_names_its_status_with_blanks_and_commas() throws Exception {
        Outcome odd = new Outcome.Refused(new ErrorCode(ErrorKind.OTHER, "no luck, again"), "");
        assertThat(report(run(failing(Map.of(odd, 1L))), "measurement.interval=both"))
                .contains("[READ], Return=no_luck__again, 1", "[ERRORS], READ no_luck__again, 1")
                .allMatch(line -> line.matches("^\\[[^]]+\\], [^,]+, \\S+$"));
    }

    @Test
    void each_status_has_latencies_of_its_own_with_reportlatencyforeacherror() throws Exception {
        perform(0);
        assertThat(failed("reportlatencyforeacherror=true", "measurement.interval=both"))
                .containsExactly(
                        "[READ-40001], 4000",
                        "[READ-40P01], 3000",
                        "[Intended-READ-40001], 5000",
                        "[Intended-READ-40P01], 5000");
    }

    @Test
    void a_status_that_is_not_tracked_stays_among_the_failed() throws Exception {
        perform(0);
        assertThat(failed("latencytrackederrors=40001,23505"))
                .containsExactly("[READ-40001], 4000", "[READ-FAILED], 3000");
    }

    @Test
    void failures_of_the_warm_up_are_left_out() throws Exception {
        perform(1);
        assertThat(failed("reportlatencyforeacherror=true")).isEmpty();
    }

    /** Performs one turn that was due at 0 and ends at 5 ms: of the failures, one was sent at 1 ms and one at 2 ms. */
    private void perform(long fromNs) throws IOException, InterruptedException {
        Session session = failureTimes
                .watched(Runs.twoReads(SERIALIZATION, DEADLOCK), fromNs)
                .open(0);
        session.perform(new StillTurn(5_000_000));
        session.close();
    }

    /** Returns group and shortest latency of the failures. */
    private List<String> failed(String... properties) throws CommandException {
        RunResult result = run(failing(Map.of(SERIALIZATION, 1L, DEADLOCK, 1L)));
        return Runs.report(result, Runs.NO_JVM, failureTimes, properties).stream()
                .filter(line -> line.matches("\\[(Intended-)?READ-.*MinLatency.*"))
                .map(line -> line.replace(" MinLatency(us),", ""))
                .toList();
    }
}
