package squall.cli.progress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static squall.results.Runs.LOST;
import static squall.results.Runs.READ;
import static squall.results.Runs.SERIALIZATION;
import static squall.results.Runs.microseconds;
import static squall.results.Runs.summary;
import static squall.results.Runs.tick;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import squall.cli.Screen;
import squall.measure.OperationTick;
import squall.measure.Pulse;
import squall.results.Runs;
import squall.run.Ending;
import squall.run.Event;
import squall.run.Pace;
import squall.run.Plan;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

class ProgressTest {
    private static final String HEADING = "ycsb run workloada on postgresql 17.5";
    private static final Screen WIDE = new Screen(true, false, true, 100);
    private static final long STARTED_AT_MS =
            Instant.parse("2026-11-21T02:00:00Z").toEpochMilli();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(bytes, true, UTF_8);

    @Test
    void a_line_of_the_result_finds_the_live_lines_out_of_its_way() {
        Console console = new Console(err, WIDE, Mode.TTY);
        console.draw(List.of("live"));
        bytes.reset();
        console.beside(err, "result");

        assertThat(bytes.toString(UTF_8)).isEqualTo("\033[1A\r\033[J" + "result\n" + "live\n");
    }

    @Test
    void a_check_that_takes_more_than_two_seconds_is_told_of_every_ten() {
        LongStep step =
                new LongStep(new Console(err, WIDE, Mode.PLAIN), () -> "checking the data: 3 of 16 queries answered");
        for (int second = 1; second <= 13; second++) {
            step.passed(second);
        }

        assertThat(lines())
                .containsExactly(
                        "checking the data: 3 of 16 queries answered, 2.0 s",
                        "checking the data: 3 of 16 queries answered, 12.0 s");
    }

    @Test
    void on_a_terminal_a_long_check_is_one_live_line_which_its_end_takes_away() throws InterruptedException {
        LongStep step = new LongStep(new Console(err, WIDE, Mode.TTY), () -> "checking the data");
        step.during(() -> {
            step.passed(1);
            step.passed(2);
            step.passed(3);
            return "checked";
        });

        assertThat(bytes.toString(UTF_8))
                .isEqualTo("checking the data, 2.0 s\n" + "\033[1A\r\033[J" + "checking the data, 3.0 s\n"
                        + "\033[1A\r\033[J");
    }

    @Test
    void the_first_message_of_an_error_stays_above_the_live_lines() {
        Progress progress = started(Mode.TTY, WIDE, plan(100, 20));
        assertThat(lines()).containsExactly(HEADING);
        bytes.reset();
        progress.pulse(pulse(0, 10));
        String frame = bytes.toString(UTF_8);
        bytes.reset();
        progress.closed(tick(0, Runs.second(READ, microseconds(1), LOST, LOST)));
        progress.closed(tick(1, Runs.second(READ, microseconds(1), LOST)));

        assertThat(bytes.toString(UTF_8))
                .isEqualTo("\033[5A\r\033[J" + "00:00 READ 08006: outcome unknown: I/O error at "
                        + "jdbc:postgresql://h/db?password=*** (said once, then counted)\n" + frame);
    }

    @Test
    void the_live_frame_is_this() {
        Course course = new Course(plan(100, 20));
        course.started(STARTED_AT_MS);
        course.add(pulse(0, 10));
        course.add(tick(0, Runs.second(READ, microseconds(2_000))));
        course.shown();
        course.add(pulse(1, 30));
        course.add(tick(1, Runs.second(READ, microseconds(4_000), SERIALIZATION, LOST, LOST)));

        assertThat(LiveForm.lines(course, WIDE))
                .containsExactly(
                        "steady  [########------------]  00:02 / 00:20  ETA 00:02",
                        "             now     1 min     total",
                        "ops/s       30.0      20.0      20.0    errors/s 3.00 (08006 2, 40001 1)",
                        "p50 ms      4.00      2.00      2.00    in flight 8",
                        "p99 ms      4.00      4.00      4.00    lag 0.40 s");
    }

    @Test
    void a_narrow_screen_cuts_the_lines() {
        Course course = new Course(plan(100, 20));
        course.add(pulse(0, 10));
        assertThat(LiveForm.lines(course, new Screen(true, false, false, 30)))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(30))
                .startsWith("starting  [##--------------...");
    }

    @Test
    void live_lines_are_gone_at_the_end() {
        Progress progress = started(Mode.TTY, WIDE, plan(100, 20));
        progress.pulse(pulse(0, 10));
        bytes.reset();
        progress.finished(Runs.result(new Ending.Complete(), summary(READ, microseconds(1), Map.of())));
        assertThat(bytes.toString(UTF_8)).isEqualTo("\033[5A\r\033[J");
    }

    @Test
    void a_log_gets_a_line_every_ten_seconds() {
        Progress progress = started(Mode.PLAIN, WIDE, plan(1_000, 60));
        for (int s = 0; s < 20; s++) {
            second(progress, s, 10, s < 9 ? microseconds(1_000, 2_000) : microseconds());
        }
        assertThat(lines())
                .containsExactly(
                        HEADING,
                        "2026-11-21T02:00:10Z phase=steady ops_s=10.0 p50_ms=1.00 p99_ms=2.00 err_s=0 in_flight=8 lag_s=0.40 eta=50.0s",
                        "2026-11-21T02:00:20Z phase=steady ops_s=10.0 err_s=0 in_flight=8 lag_s=0.40 eta=40.0s");
    }

    @Test
    void json_is_one_object_a_second() {
        Progress progress = started(Mode.JSON, WIDE, plan(100, 20));
        progress.closed(tick(0, Runs.second(READ, microseconds(2_000))));
        progress.pulse(pulse(0, 10));
        assertThat(lines())
                .containsExactly(
                        "{\"message\":\"" + HEADING + "\"}",
                        "{\"t_s\":1,\"phase\":\"steady\",\"ops_s\":10.0,\"p50_ms\":2.0,\"p99_ms\":2.0,\"errors_s\":0.0,\"errors\":{},"
                                + "\"in_flight\":8,\"lag_s\":0.4,\"done\":0.1,\"eta_s\":9}");
    }

    @Test
    void none_is_silent() {
        Progress progress = started(Mode.NONE, WIDE, plan(100, 20));
        second(progress, 0, 10, microseconds(1), LOST);
        progress.event(Event.of(0, "stop", "because"));
        assertThat(bytes.toString(UTF_8)).isEmpty();
    }

    @Test
    void auto_draws_only_where_somebody_watches() {
        assertThat(new Console(err, WIDE, Mode.AUTO).mode()).isEqualTo(Mode.TTY);
        assertThat(new Console(err, new Screen(false, false, true, 80), Mode.AUTO).mode())
                .isEqualTo(Mode.PLAIN);
    }

    @Test
    void a_storm_of_errors_stays_readable() {
        Progress progress = started(Mode.PLAIN, WIDE, plan(100, 20));
        for (int s = 0; s < 500; s++) {
            progress.closed(tick(
                    s,
                    Runs.second(
                            READ,
                            microseconds(),
                            new Outcome.Refused(new ErrorCode(ErrorKind.OTHER, "X" + s), "no\n  luck"),
                            LOST)));
        }
        assertThat(lines())
                .hasSizeLessThan(50)
                .contains(
                        "00:00 READ X0: no / luck (said once, then counted)",
                        "00:39 further kinds of errors are only in errors-samples.jsonl");
    }

    @Test
    void an_event_is_said_with_its_time() {
        Progress progress = started(Mode.PLAIN, WIDE, plan(100, 20));
        progress.event(Event.of(61_000_000_000L, "calibrated", "maximum 1,000 ops/s"));
        assertThat(lines()).endsWith("01:01 calibrated: maximum 1,000 ops/s");
    }

    @Test
    void a_plan_without_end_has_no_bar_and_no_eta() {
        Course course = new Course(plan(OptionalLong.empty(), Optional.empty()));
        course.add(pulse(0, 10));
        assertThat(LiveForm.lines(course, WIDE).get(0)).isEqualTo("starting  00:01");
    }

    @Test
    void the_minute_forgets_what_is_older() {
        Course course = new Course(plan(100, 20));
        for (int s = 0; s < 120; s++) {
            course.add(pulse(s, s < 60 ? 1000 : 10));
        }
        assertThat(course.minute().completedPerSecond()).isEqualTo(10);
        assertThat(course.total().completedPerSecond()).isEqualTo(505);
    }

    @Test
    void a_stage_says_how_long_it_took() {
        AtomicLong clock = new AtomicLong();
        try (Stage stage = new Console(err, WIDE, Mode.TTY).stage("starting PostgreSQL", clock::get)) {
            clock.set(1_250_000_000);
            stage.done("on 127.0.0.1:5433");
        }
        assertThat(bytes.toString(UTF_8))
                .isEqualTo("starting PostgreSQL…\r\033[2Kstarting PostgreSQL: on 127.0.0.1:5433, 1.3 s\n");
    }

    @Test
    void a_stage_that_fails_leaves_the_line_to_the_error() {
        try (Stage stage = new Console(err, WIDE, Mode.TTY).stage("starting PostgreSQL", () -> 0)) {
            assertThat(stage).isNotNull();
        }
        assertThat(bytes.toString(UTF_8)).isEqualTo("starting PostgreSQL…\n");
    }

    private Progress started(Mode mode, Screen screen, Plan plan) {
        Progress progress = new Console(err, screen, mode).progress(HEADING, plan);
        progress.started(STARTED_AT_MS);
        return progress;
    }

    private static void second(Progress progress, long second, long completed, Histogram latency, Outcome... failures) {
        progress.pulse(pulse(second, completed));
        progress.closed(tick(second, Runs.second(READ, latency, failures)));
    }

    private static Pulse pulse(long second, long completed) {
        OperationTick operation =
                new OperationTick(READ, 0, 0, 0, 0, completed, completed, microseconds(), microseconds(), Map.of());
        long finished = second == 0 ? completed : second == 1 ? completed + 10 : completed * (second + 1);
        return new Pulse(second, List.of(operation), 8, 400_000_000, finished);
    }

    private static Plan plan(long turns, long seconds) {
        return plan(OptionalLong.of(turns), Optional.of(Duration.ofSeconds(seconds)));
    }

    private static Plan plan(OptionalLong turns, Optional<Duration> length) {
        return new Plan(
                8,
                new Pace.Closed(),
                turns,
                length,
                Duration.ZERO,
                Duration.ofSeconds(5),
                42,
                Plan.Threads.PLATFORM,
                List.of());
    }

    private List<String> lines() {
        return bytes.toString(UTF_8).lines().toList();
    }
}
