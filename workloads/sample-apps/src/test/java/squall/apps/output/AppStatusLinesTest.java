package squall.apps.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import squall.apps.AppOperations;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.measure.LiveSecond;
import squall.measure.OperationSummary;
import squall.measure.OperationTick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.spi.Operation;
import squall.spi.Outcome;

class AppStatusLinesTest {
    private final List<String> said = new ArrayList<>();

    @Test
    void the_line_has_upstreams_form_each_five_seconds() {
        AppStatusLines lines = new AppStatusLines(said::add, () -> 43, false);

        liveSeconds(lines, 10, 2, 3);

        assertThat(said)
                .containsExactly(
                        "5000 [main] INFO squall.apps  - Read: 2.00 ops/sec (1.00 ms/op), 10 total ops  |  "
                                + "Write: 3.00 ops/sec (1.00 ms/op), 15 total ops  |  Uptime: 5000 ms | maxGeneratedKey: 42 | ",
                        "10000 [main] INFO squall.apps  - Read: 2.00 ops/sec (1.00 ms/op), 20 total ops  |  "
                                + "Write: 3.00 ops/sec (1.00 ms/op), 30 total ops  |  Uptime: 10000 ms | maxGeneratedKey: 42 | ");
    }

    /** Covers an old error: the last line divided by the time of the last answer, and the table by that of the plan. */
    @Test
    void the_last_line_has_the_rate_of_the_table_although_the_last_answer_came_later() {
        AppStatusLines lines = new AppStatusLines(said::add, () -> 1, false);

        liveSeconds(lines, 3, 2, 3);
        lines.finished(result(3_100_000_000L, 3.0, 6, 12));

        assertThat(said)
                .containsExactly("3000 [main] INFO squall.apps  - Read: 2.00 ops/sec (1.00 ms/op), 6 total ops  |  "
                        + "Write: 4.00 ops/sec (1.00 ms/op), 12 total ops  |  Uptime: 3000 ms | maxGeneratedKey: 0 | ");
    }

    @Test
    void what_was_answered_after_the_last_whole_line_is_not_left_out() {
        AppStatusLines lines = new AppStatusLines(said::add, () -> 1, false);

        liveSeconds(lines, 5, 2, 3);
        lines.finished(result(5_500_000_000L, 5.0, 10, 16));

        assertThat(said).hasSize(2).last().asString().contains("10 total ops", "2.00 ops/sec", "16 total ops");
    }

    @Test
    void where_no_key_was_generated_none_is_shown() {
        AppStatusLines lines = new AppStatusLines(said::add, () -> 0, false);

        liveSeconds(lines, 5, 2, 0);

        assertThat(said).singleElement().asString().endsWith("Uptime: 5000 ms | ");
    }

    private static RunResult result(long elapsedNs, double seconds, long reads, long writes) {
        WindowSummary total = new WindowSummary(
                new Window("total", Window.Kind.STEADY, 0, (long) Math.ceil(seconds)),
                seconds,
                List.of(summary(AppOperations.READ, reads), summary(AppOperations.WRITE, writes)));
        return new RunResult(
                new RunEnding.Complete(),
                elapsedNs,
                RunResult.TurnCount.allFinished(reads + writes),
                RunResult.RunMeasurement.of(total, total),
                0,
                RunResult.ClientHealth.GOOD);
    }

    private static OperationSummary summary(Operation operation, long count) {
        Histogram service = new Histogram(3);
        service.recordValueWithCount(1000, count);
        Histogram none = new Histogram(3);
        return new OperationSummary(
                operation, count, 0, 0, 0, 0, service, service, none, none, Map.of(Outcome.OK, count));
    }

    @Test
    void json_is_strict_even_where_nothing_was_read() throws Exception {
        AppStatusLines lines = new AppStatusLines(said::add, () -> 1, true);

        liveSeconds(lines, 5, 0, 4);

        String json = said.get(1).replaceAll(".*<json>(.*)</json>", "$1");
        assertThat(new ObjectMapper().readTree(json)).isEqualTo(new ObjectMapper().readTree("""
                {"Read":{"latency":{"mean":null,"variance":null,"sampleSize":0,"min":null,"max":null,"p99":null},
                  "throughput":{"mean":0.0,"variance":0.0,"sampleSize":5,"min":0.0,"max":0.0,"p99":0.0}},
                "Write":{"latency":{"mean":1.0,"variance":0.0,"sampleSize":20,"min":1.0,"max":1.0,"p99":1.0},
                  "throughput":{"mean":4.0,"variance":0.0,"sampleSize":5,"min":4.0,"max":4.0,"p99":4.0}}}"""));
    }

    private static void liveSeconds(AppStatusLines lines, int seconds, int reads, int writes) {
        for (int second = 0; second < seconds; second++) {
            lines.liveSecond(new LiveSecond(
                    second, List.of(tick(AppOperations.READ, reads), tick(AppOperations.WRITE, writes)), 0, 0, 0));
        }
    }

    private static OperationTick tick(Operation operation, int count) {
        Histogram service = new Histogram(3);
        service.recordValueWithCount(1000, count);
        return new OperationTick(operation, 0, 0, 0, 0, count, count, new Histogram(3), service, Map.of());
    }
}
