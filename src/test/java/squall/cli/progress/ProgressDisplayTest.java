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
import squall.cli.progress.ProgressConsole.ProgressStep;
import squall.cli.progress.ProgressDisplay.LiveProgress;
import squall.engine.RunEvent;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunEnding;
import squall.engine.schedule.RunStart;
import squall.measure.LiveSecond;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.measure.Window;
import squall.results.Runs;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.system.OutputScreen;

class ProgressDisplayTest {
    private static final String HEADING = "ycsb run workloada on postgresql 17.5";
    private static final OutputScreen WIDE = new OutputScreen(true, false, true, 100);
    private static final long STARTED_AT_MS =
            Instant.parse("2026-11-21T02:00:00Z").toEpochMilli();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(bytes, true, UTF_8);

    @Test
    void a_line_of_the_result_finds_the_live_lines_out_of_its_way() {
        ProgressConsole console = new ProgressConsole(err, WIDE, ProgressMode.TTY);
        console.draw(List.of("live"));
        bytes.reset();
        console.printResult(err, "result");

        assertThat(bytes.toString(UTF_8)).isEqualTo("\033[1A\r\033[J" + "result\n" + "live\n");
    }

    @Test
    void a_check_that_takes_more_than_two_seconds_is_told_of_every_ten() {
        LongStep step = new LongStep(
                new ProgressConsole(err, WIDE, ProgressMode.PLAIN),
                () -> "checking the data: 3 of 16 queries answered");
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
        ProgressConsole console = new ProgressConsole(err, WIDE, ProgressMode.TTY);
        LongStep step = console.longStep(() -> "checking the data");
        step.passed(1);
        step.passed(2);
        step.passed(3);
        step.end();

        assertThat(bytes.toString(UTF_8))
                .isEqualTo("checking the data, 2.0 s\n" + "\033[1A\r\033[J" + "checking the data, 3.0 s\n"
                        + "\033[1A\r\033[J");
    }

    @Test
    void the_first_message_of_an_error_stays_above_the_live_lines() {
        ProgressDisplay progress = started(ProgressMode.TTY, WIDE, plan(100, 20));
        assertThat(lines()).containsExactly(HEADING);
        bytes.reset();
        progress.liveSecond(liveSecond(0, 10));
        String frame = bytes.toString(UTF_8);
        bytes.reset();
        progress.closed(tick(0, Runs.second(READ, microseconds(1), LOST, LOST)));
        progress.closed(tick(1, Runs.second(READ, microseconds(1), LOST)));

        assertThat(bytes.toString(UTF_8))
                .isEqualTo("\033[5A\r\033[J" + "00:00 READ 08006: outcome unknown: I/O error at "
                        + "jdbc:postgresql://h/db?password=*** (reported once, then counted)\n" + frame);
    }

    @Test
    void the_live_frame_is_this() {
        ProgressModel course = new ProgressModel(plan(100, 20));
        course.started(STARTED_AT_MS);
        course.add(liveSecond(0, 10));
        course.add(tick(0, Runs.second(READ, microseconds(2_000))));
        course.shown();
        course.add(liveSecond(1, 30));
        course.add(tick(1, Runs.second(READ, microseconds(4_000), SERIALIZATION, LOST, LOST)));

        assertThat(LiveProgress.lines(course, WIDE))
                .containsExactly(
                        "steady  [########------------]  00:02 / 00:20  ETA 00:02",
                        "             now     1 min     total",
                        "ok/s        30.0      20.0      20.0    errors/s 3.00 (08006 2, 40001 1)",
                        "p50 ms      4.00      2.00      2.00    in flight 8",
                        "p99 ms      4.00      4.00      4.00    lag 0.40 s");
    }

    @Test
    void a_narrow_screen_cuts_the_lines() {
        ProgressModel course = new ProgressModel(plan(100, 20));
        course.add(liveSecond(0, 10));
        assertThat(LiveProgress.lines(course, new OutputScreen(true, false, false, 30)))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(30))
                .startsWith("starting  [##--------------...");
    }

    @Test
    void live_lines_are_gone_at_the_end() {
        ProgressDisplay progress = started(ProgressMode.TTY, WIDE, plan(100, 20));
        progress.liveSecond(liveSecond(0, 10));
        bytes.reset();
        progress.finished(Runs.result(new RunEnding.Complete(), summary(READ, microseconds(1), Map.of())));
        assertThat(bytes.toString(UTF_8)).isEqualTo("\033[5A\r\033[J");
    }

    @Test
    void a_log_gets_a_line_every_ten_seconds() {
        ProgressDisplay progress = started(ProgressMode.PLAIN, WIDE, plan(1_000, 60));
        for (int s = 0; s < 20; s++) {
            second(progress, s, 10, s < 9 ? microseconds(1_000, 2_000) : microseconds());
        }
        assertThat(lines())
                .containsExactly(
                        HEADING,
                        "2026-11-21T02:00:10Z phase=steady ops_s=10.0 ok_s=10.0 p50_ms=1.00 p99_ms=2.00 err_s=0 in_flight=8"
                                + " lag_s=0.40 eta=50.0s",
                        "2026-11-21T02:00:20Z phase=steady ops_s=10.0 ok_s=10.0 err_s=0 in_flight=8 lag_s=0.40 eta=40.0s");
    }

    /** Covers an old error: the line of a database that was gone had only a rate of operations, and all of them had failed. */
    @Test
    void an_operation_that_failed_is_no_goodput() {
        ProgressDisplay progress = started(ProgressMode.PLAIN, WIDE, plan(1_000, 60));
        OperationTick failed = new OperationTick(READ, 0, 0, 0, 0, 0, 10, microseconds(), microseconds(), Map.of());
        for (int s = 0; s < 10; s++) {
            progress.closed(tick(s, Runs.second(READ, microseconds(), LOST)));
            progress.liveSecond(new LiveSecond(s, List.of(failed), 8, 0, 10L * (s + 1)));
        }
        assertThat(lines()).last().asString().contains(" ops_s=10.0 ok_s=0 err_s=1.00 ");
    }

    /** Covers an old error: with YCSB's status lines every ten seconds had two lines of figures. */
    @Test
    void with_status_lines_there_are_no_further_lines_of_figures() {
        ProgressDisplay progress = ProgressConsole.withStatusLines(err, WIDE).progress(HEADING, plan(1_000, 60));
        progress.started(new RunStart(STARTED_AT_MS, 0));
        for (int s = 0; s < 20; s++) {
            second(progress, s, 10, microseconds(1_000));
        }
        progress.event(RunEvent.of(20_000_000_000L, "stop", "because"));
        assertThat(lines()).containsExactly(HEADING, "00:20 stop: because");
    }

    /** Covers an old error: the line said measured, although its figures were half of the warm-up. */
    @Test
    void a_line_that_covers_a_part_of_the_warm_up_names_it() {
        ProgressDisplay progress = started(ProgressMode.PLAIN, WIDE, plan(1_000, 60));
        Window warmUp = new Window("warm-up", Window.Kind.WARMUP, 0, 5);
        Window measured = new Window("measured", Window.Kind.STEADY, 5, Long.MAX_VALUE);
        for (int s = 0; s < 20; s++) {
            progress.closed(new Tick(
                    s,
                    s < 5 ? warmUp : measured,
                    List.of(Runs.second(READ, microseconds(s < 5 ? 4_000 : 1_000))),
                    8,
                    0));
            progress.liveSecond(liveSecond(s, 10));
        }
        assertThat(lines())
                .containsExactly(
                        HEADING,
                        "2026-11-21T02:00:10Z phase=warm-up+measured ops_s=10.0 ok_s=10.0 p50_ms=1.00 p99_ms=4.00 err_s=0"
                                + " in_flight=8 lag_s=0.40 eta=50.0s",
                        "2026-11-21T02:00:20Z phase=measured ops_s=10.0 ok_s=10.0 p50_ms=1.00 p99_ms=1.00 err_s=0 in_flight=8"
                                + " lag_s=0.40 eta=40.0s");
    }

    @Test
    void json_is_one_object_a_second() {
        ProgressDisplay progress = started(ProgressMode.JSON, WIDE, plan(100, 20));
        progress.closed(tick(0, Runs.second(READ, microseconds(2_000))));
        progress.liveSecond(liveSecond(0, 10));
        assertThat(lines())
                .containsExactly(
                        "{\"message\":\"" + HEADING + "\"}",
                        "{\"t_s\":1,\"phase\":\"steady\",\"ops_s\":10.0,\"ok_s\":10.0,\"p50_ms\":2.0,\"p99_ms\":2.0,\"errors_s\":0.0,\"errors\":{},"
                                + "\"in_flight\":8,\"lag_s\":0.4,\"done\":0.1,\"eta_s\":9}");
    }

    @Test
    void none_is_silent() {
        ProgressDisplay progress = started(ProgressMode.NONE, WIDE, plan(100, 20));
        second(progress, 0, 10, microseconds(1), LOST);
        progress.event(RunEvent.of(0, "stop", "because"));
        assertThat(bytes.toString(UTF_8)).isEmpty();
    }

    @Test
    void auto_draws_only_on_a_terminal() {
        assertThat(new ProgressConsole(err, WIDE, ProgressMode.AUTO).mode()).isEqualTo(ProgressMode.TTY);
        assertThat(new ProgressConsole(err, new OutputScreen(false, false, true, 80), ProgressMode.AUTO).mode())
                .isEqualTo(ProgressMode.PLAIN);
    }

    @Test
    void a_storm_of_errors_stays_readable() {
        ProgressDisplay progress = started(ProgressMode.PLAIN, WIDE, plan(100, 20));
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
                        "00:00 READ X0: no / luck (reported once, then counted)",
                        "00:39 further kinds of errors are recorded only in errors-samples.jsonl");
    }

    @Test
    void an_event_is_said_with_its_time() {
        ProgressDisplay progress = started(ProgressMode.PLAIN, WIDE, plan(100, 20));
        progress.event(RunEvent.of(61_000_000_000L, "calibrated", "maximum 1,000 ops/s"));
        assertThat(lines()).endsWith("01:01 calibrated: maximum 1,000 ops/s");
    }

    @Test
    void a_phase_of_a_scenario_is_one_line_when_it_is_over() {
        ProgressDisplay progress = new ProgressConsole(
                        err, new OutputScreen(false, false, true, 100), ProgressMode.AUTO)
                .phases(HEADING, plan(100, 20));
        progress.started(new RunStart(STARTED_AT_MS, 0));
        for (int s = 0; s < 20; s++) {
            second(progress, s, 10, microseconds(1_000), LOST);
        }
        String kill = "kill {signal=KILL}";
        String n1 = "n1 (zone a, primary)";
        progress.event(phase(0, "kill"));
        progress.event(step(10, "inject", kill, n1, true, ""));
        progress.event(step(11, "effective", kill, n1, true, ": n1 is DOWN"));
        progress.event(step(20, "heal", kill, n1, true, ""));
        progress.event(step(21, "verified", kill, n1, true, ": n1 is UP"));
        progress.event(new RunEvent(25_000_000_000L, "note", "kill: back at the baseline", Map.of("recovered", true)));
        progress.event(phase(25, "stall"));
        progress.event(step(30, "inject", "stall", "n2", true, ""));
        progress.event(step(31, "effective", "stall", "n2", false, ": the disk answers"));
        progress.event(phase(40, "region"));
        progress.event(new RunEvent(
                41_000_000_000L, "note", "region: kill: not injected: there is one region", Map.of("ok", false)));
        progress.finished(Runs.result(new RunEnding.Complete(), summary(READ, microseconds(1), Map.of())));

        assertThat(lines())
                .startsWith(
                        HEADING,
                        "00:25 kill: back at the baseline after kill {signal=KILL} of n1 (primary)",
                        "00:40 stall: NOT IN EFFECT: the disk answers; stall of n2")
                .hasSize(4)
                .last()
                .asString()
                .endsWith(" region: kill: not injected: there is one region");
    }

    /** Covers an old error: the line said "back at the baseline" of all faults, where only the last was watched to its end. */
    @Test
    void a_phase_of_which_only_the_last_injection_was_seen_to_end_says_so() {
        ProgressDisplay progress = new ProgressConsole(
                        err, new OutputScreen(false, false, true, 100), ProgressMode.AUTO)
                .phases(HEADING, plan(100, 20));
        progress.started(new RunStart(STARTED_AT_MS, 0));
        progress.event(phase(0, "restarts"));
        progress.event(step(1, "inject", "kill", "n1 (zone a, primary)", true, ""));
        progress.event(back(5, "restarts/kill#1: not back at the baseline before the next injection", false));
        progress.event(step(6, "inject", "kill", "n2 (zone b, replica)", true, ""));
        progress.event(back(12, "restarts/kill#2: back at the baseline", true));
        progress.event(phase(12, "gone"));
        progress.event(step(13, "inject", "kill", "n1 (zone a, primary)", true, ""));
        progress.event(back(15, "gone/kill#1: back at the baseline", true));
        progress.event(step(16, "inject", "kill", "n2 (zone b, replica)", true, ""));
        progress.event(back(19, "gone/kill#2: not recovered within 3 s", false));
        progress.event(phase(19, "cooldown"));

        assertThat(lines())
                .containsExactly(
                        HEADING,
                        "00:12 restarts: back at the baseline after the last of 2 x kill of n1 (primary); n2 (replica)",
                        "00:19 gone: NOT back at the baseline after 2 x kill of n1 (primary); n2 (replica)");
    }

    /** Covers an old error: a baseline that Ctrl-C ended was "done". */
    @Test
    void a_phase_that_the_end_of_the_run_cut_short_is_not_done() {
        ProgressDisplay progress = phases();
        progress.event(phase(0, "baseline"));
        progress.finished(Runs.result(new RunEnding.Interrupted("SIGINT"), summary(READ, microseconds(1), Map.of())));
        assertThat(lines()).hasSize(2).last().asString().endsWith(" baseline: cut short");
    }

    /** Covers an old error: the verification that Ctrl-C cut off was told as "not injected". */
    @Test
    void an_injection_that_was_interrupted_is_told_as_such() {
        ProgressDisplay progress = phases();
        progress.event(phase(0, "kill"));
        progress.event(step(1, "inject", "kill", "n1 (zone a, primary)", true, ""));
        progress.event(new RunEvent(
                2_000_000_000L,
                "effective",
                "kill: kill of n1 (zone a, primary): interrupted before its effect was verified",
                Map.of(
                        "phase",
                        "kill",
                        "fault",
                        "kill",
                        "target",
                        "n1 (zone a, primary)",
                        "ok",
                        false,
                        "interrupted",
                        true)));
        progress.finished(Runs.result(new RunEnding.Interrupted("SIGINT"), summary(READ, microseconds(1), Map.of())));
        assertThat(lines())
                .last()
                .asString()
                .endsWith(" kill: cut short; interrupted before its effect was verified; kill of n1 (primary)");
    }

    @Test
    void an_injection_that_failed_half_way_is_not_told_as_not_injected() {
        ProgressDisplay progress = phases();
        progress.event(phase(0, "kill"));
        progress.event(step(1, "inject", "kill", "n1", false, ": no such process"));
        progress.event(phase(2, "cooldown"));
        assertThat(lines()).containsExactly(HEADING, "00:02 kill: injecting failed: no such process; kill of n1");
    }

    /** Covers an old error: two minutes passed without a word while the cluster was down. */
    @Test
    void a_wait_for_a_healthy_cluster_is_told_while_it_lasts_and_the_reason_is_whole() {
        String down = "n1 is DOWN, n2 is DOWN, n3 is DOWN, there is no primary";
        ProgressDisplay progress = phases();
        progress.event(phase(0, "kill"));
        progress.event(
                step(3, "waiting", "kill", "", true, ": waiting for a healthy cluster, for at most 120 s: " + down));
        progress.event(new RunEvent(
                120_000_000_000L,
                "note",
                "kill: kill: not injected: the cluster is not healthy after 120 s: " + down,
                Map.of("phase", "kill", "fault", "kill", "target", "", "ok", false)));
        progress.event(phase(120, "cooldown"));
        assertThat(lines())
                .containsExactly(
                        HEADING,
                        "00:03 kill: waiting for a healthy cluster, for at most 120 s: " + down,
                        "02:00 kill: not injected: the cluster is not healthy after 120 s: " + down);
    }

    @Test
    void a_load_without_a_success_for_ten_seconds_is_told_with_its_first_error() {
        ProgressDisplay progress = phases();
        for (int s = 0; s < 40; s++) {
            second(
                    progress,
                    s,
                    1,
                    s == 3 || s == 25 ? microseconds(1_000) : microseconds(),
                    s < 4 ? LOST : SERIALIZATION);
        }
        assertThat(lines())
                .containsExactly(
                        HEADING,
                        "00:14 no operation has succeeded since 00:04; the first error: READ 40001: could not serialize"
                                + " access",
                        "00:36 no operation has succeeded since 00:26; the first error: READ 40001: could not serialize"
                                + " access");
    }

    private ProgressDisplay phases() {
        ProgressDisplay progress = new ProgressConsole(
                        err, new OutputScreen(false, false, true, 100), ProgressMode.AUTO)
                .phases(HEADING, plan(100, 20));
        progress.started(new RunStart(STARTED_AT_MS, 0));
        return progress;
    }

    private static RunEvent back(long second, String text, boolean recovered) {
        return new RunEvent(second * 1_000_000_000, "note", text, Map.of("recovered", recovered));
    }

    private static RunEvent phase(long second, String name) {
        return new RunEvent(second * 1_000_000_000, "phase", name + " begins", Map.of("phase", name));
    }

    private static RunEvent step(long second, String type, String fault, String target, boolean ok, String how) {
        String phase = fault.replaceFirst(" .*", "");
        return new RunEvent(
                second * 1_000_000_000,
                type,
                phase + ": " + fault + (target.isEmpty() ? "" : " of " + target) + how,
                Map.of("phase", phase, "fault", fault, "target", target, "ok", ok));
    }

    @Test
    void a_plan_without_end_has_no_bar_and_no_eta() {
        ProgressModel course = new ProgressModel(plan(OptionalLong.empty(), Optional.empty()));
        course.add(liveSecond(0, 10));
        assertThat(LiveProgress.lines(course, WIDE).get(0)).isEqualTo("starting  00:01");
    }

    @Test
    void the_end_is_not_near_when_a_calibration_is_over() {
        ProgressModel timed = new ProgressModel(calibrated(OptionalLong.empty(), Optional.of(Duration.ofSeconds(30))));
        ProgressModel counted = new ProgressModel(calibrated(OptionalLong.of(1_000), Optional.empty()));
        for (int s = 0; s < 20; s++) {
            timed.add(finished(s, 100L * (s + 1)));
            counted.add(finished(s, 100L * (s + 1)));
        }
        assertThat(timed.remainingSeconds()).hasValue(30);
        assertThat(counted.remainingSeconds()).isEmpty();
        assertThat(counted.done()).hasValue(0);
        counted.add(finished(20, 2_010));
        counted.add(finished(21, 2_020));
        assertThat(counted.remainingSeconds()).hasValue(98);
        assertThat(counted.done()).hasValue(0.02);
    }

    @Test
    void the_minute_forgets_what_is_older() {
        ProgressModel course = new ProgressModel(plan(100, 20));
        for (int s = 0; s < 120; s++) {
            course.add(liveSecond(s, s < 60 ? 1000 : 10));
        }
        assertThat(course.minute().completedPerSecond()).isEqualTo(10);
        assertThat(course.total().completedPerSecond()).isEqualTo(505);
    }

    @Test
    void a_stage_says_how_long_it_took() {
        AtomicLong clock = new AtomicLong();
        try (ProgressStep stage =
                new ProgressConsole(err, WIDE, ProgressMode.TTY).stage("starting PostgreSQL", clock::get)) {
            clock.set(1_250_000_000);
            stage.done("on 127.0.0.1:5433");
        }
        assertThat(bytes.toString(UTF_8))
                .isEqualTo("starting PostgreSQL…\r\033[2Kstarting PostgreSQL: on 127.0.0.1:5433, 1.3 s\n");
    }

    @Test
    void a_stage_that_fails_leaves_the_line_to_the_error() {
        try (ProgressStep stage =
                new ProgressConsole(err, WIDE, ProgressMode.TTY).stage("starting PostgreSQL", () -> 0)) {
            assertThat(stage).isNotNull();
        }
        assertThat(bytes.toString(UTF_8)).isEqualTo("starting PostgreSQL…\n");
    }

    private ProgressDisplay started(ProgressMode mode, OutputScreen screen, LoadPlan plan) {
        ProgressDisplay progress = new ProgressConsole(err, screen, mode).progress(HEADING, plan);
        progress.started(new RunStart(STARTED_AT_MS, 0));
        return progress;
    }

    private static void second(
            ProgressDisplay progress, long second, long completed, Histogram latency, Outcome... failures) {
        progress.liveSecond(liveSecond(second, completed));
        progress.closed(tick(second, Runs.second(READ, latency, failures)));
    }

    private static LiveSecond liveSecond(long second, long completed) {
        OperationTick operation =
                new OperationTick(READ, 0, 0, 0, 0, completed, completed, microseconds(), microseconds(), Map.of());
        long finished = second == 0 ? completed : second == 1 ? completed + 10 : completed * (second + 1);
        return new LiveSecond(second, List.of(operation), 8, 400_000_000, finished);
    }

    private static LoadPlan plan(long turns, long seconds) {
        return plan(OptionalLong.of(turns), Optional.of(Duration.ofSeconds(seconds)));
    }

    private static LiveSecond finished(long second, long turns) {
        return new LiveSecond(second, List.of(), 8, 0, turns);
    }

    private static LoadPlan plan(OptionalLong turns, Optional<Duration> length) {
        return plan(new LoadPace.Closed(), turns, length);
    }

    private static LoadPlan calibrated(OptionalLong turns, Optional<Duration> length) {
        return plan(new LoadPace.ShareOfMaximum(0.7, Duration.ofSeconds(20), LoadPace.Arrival.CONSTANT), turns, length);
    }

    private static LoadPlan plan(LoadPace pace, OptionalLong turns, Optional<Duration> length) {
        return new LoadPlan(
                8, pace, turns, length, Duration.ZERO, Duration.ofSeconds(5), 42, LoadPlan.Threads.PLATFORM, List.of());
    }

    private List<String> lines() {
        return bytes.toString(UTF_8).lines().toList();
    }
}
