package squall.ycsb.output;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.ycsb.output.Runs.READ;
import static squall.ycsb.output.Runs.UPDATE;
import static squall.ycsb.output.Runs.good;
import static squall.ycsb.output.Runs.properties;
import static squall.ycsb.output.Runs.run;
import static squall.ycsb.output.Runs.tick;
import static squall.ycsb.output.Runs.us;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.engine.schedule.RunStart;
import squall.measure.LiveSecond;
import squall.measure.OperationTick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.spi.Operation;
import squall.ycsb.YcsbProperties;
import squall.ycsb.output.YcsbStatusLines.RemainingTime;
import squall.ycsb.workload.PartNames;

class YcsbStatusLinesTest {
    private static final RunStart STARTED =
            new RunStart(Instant.parse("2026-11-21T01:51:53.054Z").toEpochMilli(), 0);

    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();

    @Test
    void a_run_has_a_line_at_its_start_one_each_interval_and_one_at_its_end() {
        YcsbStatusLines lines = lines(properties("status.interval=1", "operationcount=6", "label=lbl"));
        lines.started(STARTED);
        lines.liveSecond(liveSecond(0, 3, tick(READ, 100, 300, 201), tick(UPDATE)));
        lines.liveSecond(liveSecond(1, 3, tick(READ), tick(UPDATE)));
        lines.finished(run(good(READ, 100, 300, 201), good(UPDATE, 1, 1, 1)));
        assertThat(printed())
                .containsExactly(
                        "lbl2026-11-21 01:51:53:054 0 sec: 0 operations; ",
                        "lbl2026-11-21 01:51:54:054 1 sec: 3 operations; 3 current ops/sec; est completion in 1 second "
                                + "[READ: Count=3, Max=300, Min=100, Avg=200.33, 90=300, 99=300, 99.9=300, 99.99=300] ",
                        "lbl2026-11-21 01:51:55:054 2 sec: 3 operations; 0 current ops/sec; est completion in 2 second "
                                + "[READ: Count=0, Max=0, Min=0, Avg=0, 90=0, 99=0, 99.9=0, 99.99=0] ",
                        "lbl2026-11-21 01:51:55:054 2 sec: 6 operations; "
                                + "[READ: Count=0, Max=0, Min=0, Avg=0, 90=0, 99=0, 99.9=0, 99.99=0] "
                                + "[UPDATE: Count=3, Max=1, Min=1, Avg=1, 90=1, 99=1, 99.9=1, 99.99=1] ");
    }

    @Test
    void an_interval_gathers_its_seconds() {
        YcsbStatusLines lines = lines(properties("status.interval=2"));
        lines.started(STARTED);
        lines.liveSecond(liveSecond(0, 1, tick(READ, 100)));
        lines.liveSecond(liveSecond(1, 5, tick(READ, 200, 200, 200, 200)));
        assertThat(printed().getLast())
                .isEqualTo("2026-11-21 01:51:55:054 2 sec: 5 operations; 2.5 current ops/sec; "
                        + "[READ: Count=5, Max=200, Min=100, Avg=180, 90=200, 99=200, 99.9=200, 99.99=200] ");
    }

    @Test
    void failures_show_in_the_line() {
        YcsbStatusLines lines = lines(properties("status.interval=1"));
        lines.started(STARTED);
        lines.liveSecond(liveSecond(0, 3, new OperationTick(READ, 1, 2, 0, 0, 1, 3, us(50), us(50), Map.of())));
        assertThat(printed().getLast())
                .endsWith("3 current ops/sec; [READ: Count=1, Max=50, Min=50, Avg=50, 90=50, 99=50, 99.9=50, 99.99=50] "
                        + "[READ-FAILED: Count=2] ");
    }

    @Test
    void reads_within_a_read_modify_write_are_shown_with_the_others() {
        YcsbStatusLines lines = lines(properties("status.interval=1"));
        lines.started(STARTED);
        lines.liveSecond(liveSecond(0, 2, tick(READ, 100), tick(new Operation(1, PartNames.READ, true), 300)));
        assertThat(printed().getLast())
                .endsWith("ops/sec; [READ: Count=2, Max=300, Min=100, Avg=200, 90=300, 99=300, 99.9=300, 99.99=300] ");
    }

    @Test
    void a_last_second_that_was_cut_short_does_not_turn_the_clock_back() {
        YcsbStatusLines lines = lines(properties("status.interval=3"));
        lines.started(STARTED);
        lines.liveSecond(liveSecond(2, 6, tick(READ)));
        lines.finished(run(good(READ, 1, 1)));
        assertThat(printed())
                .endsWith(
                        "2026-11-21 01:51:56:054 3 sec: 6 operations; 2 current ops/sec; ",
                        "2026-11-21 01:51:56:054 3 sec: 2 operations; "
                                + "[READ: Count=2, Max=1, Min=1, Avg=1, 90=1, 99=1, 99.9=1, 99.99=1] ");
    }

    @Test
    void a_run_that_was_calibrated_ends_with_its_last_line() {
        YcsbStatusLines lines = lines(properties("status.interval=1"));
        lines.started(STARTED);
        lines.liveSecond(liveSecond(0, 3, tick(READ, 100, 100, 100)));
        lines.liveSecond(liveSecond(1, 4, tick(READ, 300)));
        var calibration = new WindowSummary(
                new Window(Window.CALIBRATION, Window.Kind.WARMUP, 0, 1), 1, List.of(good(READ, 100, 100, 100)));
        var measured =
                new WindowSummary(new Window("measured", Window.Kind.STEADY, 1, 2), 1, List.of(good(READ, 300, 400)));
        lines.finished(new RunResult(
                new RunEnding.Complete(),
                2_000_000_000L,
                RunResult.TurnCount.allFinished(2),
                RunResult.RunMeasurement.of(measured, calibration, measured),
                0,
                RunResult.ClientHealth.GOOD));
        assertThat(printed().getLast())
                .endsWith("[READ: Count=1, Max=400, Min=400, Avg=400, 90=400, 99=400, 99.9=400, 99.99=400] ");
    }

    @Test
    void a_load_estimates_from_the_rows_it_is_to_insert() {
        YcsbStatusLines lines =
                lines(properties("dotransactions=false", "status.interval=1", "recordcount=20", "insertstart=10"));
        lines.started(STARTED);
        lines.liveSecond(liveSecond(0, 1, tick(READ, 1)));
        assertThat(printed().getLast()).contains("; est completion in 9 second [");
    }

    @Test
    void more_operations_than_32_bits_hold_are_counted() {
        YcsbStatusLines lines = lines(properties("status.interval=1", "operationcount=6000000000"));
        lines.started(STARTED);
        lines.liveSecond(liveSecond(0, 3_000_000_000L, tick(READ)));
        assertThat(printed().getLast())
                .isEqualTo("2026-11-21 01:51:54:054 1 sec: 3000000000 operations; 3000000000 current ops/sec; "
                        + "est completion in 1 second ");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 5, 9, 10, 56, 60, 61, 179, 3600, 3661, 7500, 86399, 86400, 97200, 190000, 1_000_000})
    void an_estimate_is_worded_as_upstream_words_it(long seconds) throws Exception {
        Method upstream = Class.forName("site.ycsb.RemainingFormatter").getDeclaredMethod("format", long.class);
        upstream.setAccessible(true);
        assertThat(RemainingTime.of(seconds))
                .isEqualTo(upstream.invoke(null, seconds).toString());
    }

    private YcsbStatusLines lines(YcsbProperties properties) {
        return new YcsbStatusLines(properties, new PrintStream(stderr, true, StandardCharsets.UTF_8), ZoneOffset.UTC);
    }

    private static LiveSecond liveSecond(long second, long finished, OperationTick... operations) {
        return new LiveSecond(second, List.of(operations), 0, 0, finished);
    }

    private List<String> printed() {
        return stderr.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
