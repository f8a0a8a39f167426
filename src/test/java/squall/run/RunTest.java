package squall.run;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.measure.Tick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;

@Timeout(30)
class RunTest {
    private static final Pace CLOSED = new Pace.Closed();
    private static final Outcome RESET =
            new Outcome.Unknown(new ErrorCode(ErrorKind.CONNECTION, "08006"), "connection reset");
    private static final Ending.Interrupted SIGINT = new Ending.Interrupted("SIGINT");

    private final Listening listening = new Listening();

    @ParameterizedTest
    @EnumSource
    void every_turn_is_performed_once_and_counted_once(Plan.Threads threads) throws InterruptedException {
        Map<Long, Boolean> indexes = new ConcurrentHashMap<>();
        DialLoad load = DialLoad.each(turn -> {
            indexes.put(turn.index(), true);
            turn.record(turn.index() % 4 == 0 ? DialLoad.WRITE : DialLoad.READ, turn.nowNs(), Outcome.OK, 1);
            turn.record(DialLoad.PART, turn.nowNs(), Outcome.OK, 1);
            return true;
        });
        Plan plan = Plans.turns(8, CLOSED, 40_000);
        RunResult result = run(load, with(plan, threads));
        assertThat(result.ending()).isEqualTo(new Ending.Complete());
        assertThat(LongStream.of(result.planned(), result.started(), result.finished(), result.unfinished()))
                .containsExactly(40_000L, 40_000L, 40_000L, 0L);
        assertThat(indexes).hasSize(40_000);
        assertThat(result.total().operations()).extracting(o -> o.ok()).containsExactly(30_000L, 10_000L, 40_000L);
        assertThat(ticked(tick -> tick.operations().get(0).ok())).isEqualTo(30_000);
        assertThat(ticked(tick -> tick.operations().get(0).completedOk())).isEqualTo(30_000);
        assertThat(ticked(tick -> tick.operations().get(2).latency().getTotalCount()))
                .isEqualTo(40_000);
        assertThat(load.closed).hasValue(8);
        assertThat(listening.results).containsExactly(result);
    }

    @Test
    void no_turns_end_at_once() throws InterruptedException {
        RunResult result = run(DialLoad.answering(Outcome.OK), Plans.turns(2, CLOSED, 0));
        assertThat(result.ending()).isEqualTo(new Ending.Complete());
        assertThat(result.planned()).isZero();
        assertThat(result.total().goodputPerSecond()).isZero();
    }

    @Test
    void a_load_that_has_no_more_ends_the_run_and_leaves_nothing_unfinished() throws InterruptedException {
        DialLoad load = new DialLoad(session -> new DialLoad.Dial() {
            private int left = 5;

            @Override
            public boolean perform(Turn turn) {
                turn.record(DialLoad.READ, turn.nowNs(), Outcome.OK, 1);
                return --left > 0;
            }
        });
        RunResult result = run(load, Plans.lasting(3, Plans.rate(1000), ofSeconds(20)));
        assertThat(result.ending()).isEqualTo(new Ending.Complete());
        assertThat(LongStream.of(result.planned(), result.finished(), result.unfinished()))
                .containsExactly(15L, 15L, 0L);
    }

    @Test
    void a_freeze_shows_in_latency_of_an_open_loop_and_hardly_in_service_time() throws InterruptedException {
        // Frozen from 0.5 s to 2.0 s of 4 s: three eighths of the plan are due in it, each call before and after takes
        // no time.
        DialLoad load = DialLoad.each(turn -> {
            long sent = turn.nowNs();
            pause(turn, sent >= 500_000_000 ? 2_100_000_000L : 0);
            turn.record(DialLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        RunResult result = run(load, Plans.lasting(2, Plans.rate(1000), ofSeconds(4)));
        var reads = result.total().operations().get(0);
        assertThat(reads.latency().getValueAtPercentile(95) / 1e6).isCloseTo(1.4, within(0.15));
        assertThat(reads.latency().getValueAtPercentile(99) / 1e6).isCloseTo(1.56, within(0.15));
        assertThat(reads.service().getValueAtPercentile(99)).isLessThan(100_000);
        assertThat(result.planned()).isEqualTo(4000).isEqualTo(result.finished() + result.unfinished());
        assertThat(tick(1).operations().get(0).ok()).isEqualTo(1000);
        assertThat(tick(1).operations().get(0).completed()).isZero();
        assertThat(tick(1).inFlight()).isEqualTo(2);
        assertThat(tick(1).lagNs() / 1e9).isCloseTo(1.5, within(0.1));
        assertThat(tick(2).operations().get(0).completed()).isGreaterThan(2000);
        assertThat(result.client().lagP99Ns()).isGreaterThan(1_000_000_000);
        assertThat(result.client().overloaded()).isFalse();
    }

    @Test
    void a_backlog_that_is_still_there_at_the_end_is_charged() throws InterruptedException {
        // One session needs 20 ms, due every 2 ms: of 500 planned about 50 can be sent, the others wait up to a second.
        DialLoad load = DialLoad.each(turn -> {
            long sent = turn.nowNs();
            pause(turn, sent + 20_000_000);
            turn.record(DialLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        RunResult result = run(load, Plans.lasting(1, Plans.rate(500), ofSeconds(1)));
        var reads = result.total().operations().get(0);
        assertThat(result.planned()).isEqualTo(500).isEqualTo(result.finished() + result.unfinished());
        assertThat(result.started()).isEqualTo(result.finished()).isBetween(1L, 50L);
        assertThat(reads.unfinished()).isEqualTo(result.unfinished());
        assertThat(reads.latency().getTotalCount()).isEqualTo(500);
        assertThat(result.unfinishedWait().getTotalCount()).isEqualTo(result.unfinished());
        assertThat(reads.latency().getValueAtPercentile(99) / 1e6).isCloseTo(0.9, within(0.12));
        assertThat(ticked(t -> t.operations().get(0).latency().getTotalCount())).isEqualTo(500);
    }

    @Test
    void an_unfinished_turn_of_an_unknown_operation_is_counted_beside_the_operations() throws InterruptedException {
        DialLoad load = DialLoad.each(turn -> {
            long sent = turn.nowNs();
            pause(turn, sent + 50_000_000);
            turn.record(DialLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        RunResult result = run(load.unplanned(), Plans.lasting(1, Plans.rate(100), ofMillis(500)));
        assertThat(result.total().operations().get(0).unfinished()).isZero();
        assertThat(result.unfinishedWait().getTotalCount())
                .isEqualTo(result.unfinished())
                .isPositive();
        assertThat(result.planned()).isEqualTo(50).isEqualTo(result.finished() + result.unfinished());
    }

    @Test
    void seconds_in_which_nothing_happens_are_zeros_without_gaps() throws InterruptedException {
        RunResult result = run(DialLoad.answering(Outcome.OK), Plans.lasting(4, Plans.rate(0.5), ofMillis(3200)));
        assertThat(listening.ticks).extracting(Tick::second).containsExactly(0L, 1L, 2L, 3L);
        assertThat(listening.ticks).extracting(t -> t.operations().get(0).ok()).containsExactly(1L, 0L, 1L, 0L);
        assertThat(listening.pulses).extracting(p -> p.second()).containsExactly(0L, 1L, 2L);
        assertThat(result.total().seconds()).isEqualTo(3.2);
    }

    @Test
    void warm_up_is_a_window_of_its_own() throws InterruptedException {
        Plan plan = new Plan(
                2,
                Plans.rate(200),
                OptionalLong.empty(),
                Optional.of(ofMillis(500)),
                ofSeconds(1),
                ofSeconds(1),
                1,
                Plan.Threads.PLATFORM,
                List.of());
        RunResult result = run(DialLoad.answering(Outcome.OK), plan);
        assertThat(result.windows())
                .extracting(WindowSummary::window)
                .containsExactly(
                        new Window("warm-up", Window.Kind.WARMUP, 0, 1),
                        new Window("measured", Window.Kind.STEADY, 1, 2));
        assertThat(result.windows()).extracting(w -> w.operations().get(0).ok()).containsExactly(200L, 100L);
        assertThat(result.windows()).extracting(WindowSummary::seconds).containsExactly(1.0, 0.5);
        assertThat(listening.ticks).extracting(t -> t.window().name()).containsExactly("warm-up", "measured");
    }

    @Test
    void a_session_that_sends_in_chunks_keeps_its_seconds_open_and_loses_no_row() throws InterruptedException {
        DialLoad load = new DialLoad(session -> new Chunks(400));
        RunResult result = run(load, Plans.lasting(1, Plans.rate(300), ofMillis(2500)));
        assertThat(LongStream.of(result.planned(), result.finished(), result.unfinished()))
                .containsExactly(750L, 750L, 0L);
        assertThat(ticked(t -> t.operations().get(0).ok())).isEqualTo(750);
        assertThat(tick(0).operations().get(0).ok()).isEqualTo(300); // answered in second 1, counted where due
        assertThat(tick(0).operations().get(0).completed()).isZero();
        assertThat(tick(1).operations().get(0).completed()).isEqualTo(400);
    }

    @Test
    void a_turn_that_is_never_recorded_counts_as_unfinished() throws InterruptedException {
        RunResult result = run(DialLoad.each(turn -> true), Plans.turns(1, CLOSED, 10));
        assertThat(LongStream.of(result.planned(), result.finished(), result.unfinished()))
                .containsExactly(10L, 0L, 10L);
    }

    @Test
    void terminals_share_few_sessions_and_each_keeps_its_schedule() throws InterruptedException {
        RunResult result = run(
                DialLoad.answering(Outcome.OK),
                Plans.lasting(4, new Pace.Terminals(500, 4, Pace.Arrival.CONSTANT), ofMillis(1500)));
        assertThat(result.planned()).isEqualTo(500 * 6).isEqualTo(result.finished());
    }

    @Test
    void a_terminal_waits_for_its_own_answer_and_the_wait_counts() throws InterruptedException {
        // One terminal, due every 100 ms, answered after 150 ms, 8 sessions free: the n-th answer is late by n * 50 ms.
        DialLoad load = DialLoad.each(turn -> {
            long sent = turn.nowNs();
            pause(turn, sent + 150_000_000);
            turn.record(DialLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        RunResult result =
                run(load, Plans.lasting(8, new Pace.Terminals(1, 10, Pace.Arrival.CONSTANT), ofMillis(1500)));
        var reads = result.total().operations().get(0);
        assertThat(result.planned()).isEqualTo(15).isEqualTo(result.finished() + result.unfinished());
        assertThat(reads.service().getMaxValue()).isLessThan(300_000);
        assertThat(reads.latency().getMaxValue()).isGreaterThan(450_000);
    }

    @Test
    void a_share_of_the_maximum_is_found_first_and_then_kept() throws InterruptedException {
        DialLoad load = DialLoad.each(turn -> {
            long sent = turn.nowNs();
            pause(turn, sent + 10_000_000);
            turn.record(DialLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        Pace half = new Pace.ShareOfMaximum(0.5, ofSeconds(1), Pace.Arrival.CONSTANT);
        RunResult result = run(load, Plans.lasting(4, half, ofSeconds(1)));
        double maximum = result.maximumPerSecond().orElseThrow();
        assertThat(maximum).isBetween(150.0, 420.0);
        assertThat(result.windows().get(0).window().name()).isEqualTo("calibration");
        assertThat(result.windows().get(1).goodputPerSecond() / maximum).isCloseTo(0.5, within(0.08));
        assertThat(listening.events).containsExactly("calibrated");
        assertThat(result.planned()).isEqualTo(result.finished() + result.unfinished());
    }

    @Test
    void a_session_stuck_in_a_call_is_aborted_after_the_grace_time() throws InterruptedException {
        CountDownLatch broken = new CountDownLatch(1);
        DialLoad load = DialLoad.each(new DialLoad.Dial() {
            @Override
            public boolean perform(Turn turn) throws InterruptedException {
                long sent = turn.nowNs();
                awaitQuietly(broken);
                turn.record(DialLoad.READ, sent, RESET, 1);
                return true;
            }

            @Override
            public void abort() {
                broken.countDown();
            }
        });
        RunResult result = run(load, Plans.lasting(2, Plans.rate(10), ofMillis(500)));
        assertThat(result.ending()).isEqualTo(new Ending.Complete());
        assertThat(LongStream.of(result.planned(), result.started(), result.finished(), result.unfinished()))
                .containsExactly(5L, 2L, 2L, 3L);
        assertThat(result.aborted()).isEqualTo(2);
        assertThat(result.total().operations().get(0).outcomes()).containsExactly(Map.entry(RESET, 2L));
        assertThat(result.elapsedNs()).isLessThan(3_000_000_000L);
        assertThat(load.closed).hasValue(2);
    }

    @Test
    void a_session_that_ignores_the_abort_is_given_up_and_charged() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        DialLoad load = DialLoad.each(turn -> {
            awaitQuietly(never);
            return true;
        });
        RunResult result = run(load, Plans.lasting(2, Plans.rate(10), ofMillis(500)));
        assertThat(LongStream.of(result.planned(), result.started(), result.finished(), result.unfinished()))
                .containsExactly(5L, 2L, 0L, 5L);
        assertThat(result.unfinishedWait().getMaxValue() / 1e6).isCloseTo(0.5, within(0.001));
        assertThat(load.aborts.get()).isGreaterThanOrEqualTo(2);
        never.countDown();
    }

    @Test
    void stop_lets_the_call_under_way_end_and_sends_no_other() throws InterruptedException {
        DialLoad load = DialLoad.each(turn -> {
            long sent = turn.nowNs();
            pause(turn, sent + 100_000_000);
            turn.record(DialLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        RunResult result = runUntilStarted(load, Plans.lasting(2, CLOSED, ofSeconds(60)), run -> run.stop(SIGINT));
        assertThat(result.ending()).isEqualTo(SIGINT);
        assertThat(result.aborted()).isZero();
        assertThat(result.planned()).isEqualTo(result.started()).isEqualTo(result.finished());
    }

    @Test
    void stop_now_aborts_at_once_and_the_plan_still_adds_up() throws InterruptedException {
        DialLoad load = DialLoad.each(turn -> {
            long sent = turn.nowNs();
            Thread.currentThread().join(Duration.ofSeconds(60)); // until interrupted
            turn.record(DialLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        RunResult result =
                runUntilStarted(load, Plans.lasting(2, Plans.rate(100), ofSeconds(60)), run -> run.stopNow(SIGINT));
        assertThat(result.ending()).isEqualTo(SIGINT);
        assertThat(result.planned()).isEqualTo(result.finished() + result.unfinished());
        assertThat(result.finished()).isZero();
        assertThat(load.closed).hasValue(2);
    }

    @Test
    void a_session_that_cannot_be_opened_fails_the_run_before_it_starts() throws InterruptedException {
        IOException refused = new IOException("no such host");
        DialLoad load = new DialLoad(session -> {
            if (session == 1) {
                throw refused;
            }
            return turn -> true;
        });
        RunResult result = run(load, Plans.turns(3, CLOSED, 100));
        assertThat(result.ending()).isEqualTo(new Ending.Failed(refused));
        assertThat(LongStream.of(result.planned(), load.performed.get())).containsExactly(0L, 0L);
        assertThat(load.closed.get()).isEqualTo(load.opened.get());
        assertThat(listening.started.getCount()).isEqualTo(1);
        assertThat(listening.results).containsExactly(result);
    }

    @Test
    void an_exception_of_a_session_ends_the_run_with_its_cause() throws InterruptedException {
        IllegalStateException bug = new IllegalStateException("a bug in the load");
        DialLoad load = DialLoad.each(turn -> {
            if (turn.index() == 50) {
                throw bug;
            }
            turn.record(DialLoad.READ, turn.nowNs(), Outcome.OK, 1);
            return true;
        });
        RunResult result = run(load, Plans.lasting(2, Plans.rate(1000), ofSeconds(20)));
        assertThat(result.ending()).isEqualTo(new Ending.Failed(bug));
        assertThat(result.unfinished()).isPositive();
        assertThat(result.planned()).isEqualTo(result.finished() + result.unfinished());
    }

    @Test
    void a_record_out_of_order_is_a_bug_of_the_load_and_says_so() throws InterruptedException {
        DialLoad load = DialLoad.each(turn -> {
            turn.record(DialLoad.READ, turn.dueNs() - 1, Outcome.OK, 1);
            return true;
        });
        RunResult result = run(load, Plans.turns(1, CLOSED, 1));
        assertThat(result.ending())
                .isInstanceOfSatisfying(
                        Ending.Failed.class,
                        failed -> assertThat(failed.cause())
                                .hasMessageStartingWith(
                                        "session 0, turn 0: a record needs an operation of the load, 0 <= due <= sent <= now"));
    }

    @Test
    void an_exception_of_a_listener_fails_the_run_and_the_others_hear_on() throws InterruptedException {
        IllegalStateException full = new IllegalStateException("disk full");
        RunListener broken = new RunListener() {
            @Override
            public void closed(Tick tick) {
                throw full;
            }
        };
        DialLoad load = DialLoad.answering(Outcome.OK);
        RunResult result = new Run(load, Plans.turns(1, CLOSED, 10), List.of(broken, listening)).execute();
        assertThat(result.ending()).isEqualTo(new Ending.Failed(full));
        assertThat(ticked(t -> t.operations().get(0).ok())).isEqualTo(10);
    }

    @Test
    void a_rule_ends_the_run_when_it_holds() throws InterruptedException {
        RunResult result = run(
                DialLoad.answering(RESET),
                Plans.lasting(1, Plans.rate(100), ofSeconds(60), new StopRule.NoSuccess(ofMillis(500))));
        assertThat(result.ending())
                .isInstanceOfSatisfying(
                        Ending.Aborted.class,
                        aborted -> assertThat(aborted.rule()).isEqualTo(new StopRule.NoSuccess(ofMillis(500))));
        assertThat(result.total().failed()).isEqualTo(result.finished()).isPositive();
    }

    private RunResult run(DialLoad load, Plan plan) throws InterruptedException {
        return new Run(load, plan, List.of(listening)).execute();
    }

    private RunResult runUntilStarted(DialLoad load, Plan plan, java.util.function.Consumer<Run> then)
            throws InterruptedException {
        Run run = new Run(load, plan, List.of(listening));
        Thread stopper = Thread.ofPlatform().start(() -> {
            awaitQuietly(listening.started);
            while (load.performed.get() < 2) {
                Thread.onSpinWait();
            }
            then.accept(run);
        });
        RunResult result = run.execute();
        stopper.join();
        return result;
    }

    private long ticked(java.util.function.ToLongFunction<Tick> count) {
        return listening.ticks.stream().mapToLong(count).sum();
    }

    private Tick tick(int second) {
        return listening.ticks.get(second);
    }

    private static Plan with(Plan plan, Plan.Threads threads) {
        return new Plan(
                plan.sessions(),
                plan.pace(),
                plan.turns(),
                plan.length(),
                plan.warmUp(),
                plan.grace(),
                plan.seed(),
                threads,
                plan.stopRules());
    }

    /** Takes as long as a database would. */
    private static void pause(Turn turn, long untilNs) {
        for (long now = turn.nowNs(); now < untilNs; now = turn.nowNs()) {
            LockSupport.parkNanos(untilNs - now);
        }
    }

    /** Deaf to interrupts, as a driver blocked in a socket is. */
    private static void awaitQuietly(CountDownLatch latch) {
        boolean counted = false;
        while (!counted) {
            try {
                counted = latch.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                // The point of this method.
            }
        }
    }

    /** Keeps rows back and records them in chunks. */
    private static final class Chunks implements DialLoad.Dial {
        private final int size;
        private final java.util.ArrayDeque<Long> dues = new java.util.ArrayDeque<>();

        Chunks(int size) {
            this.size = size;
        }

        @Override
        public boolean perform(Turn turn) {
            dues.add(turn.dueNs());
            if (dues.size() == size) {
                flush(turn);
            }
            return true;
        }

        @Override
        public void flush(Turn turn) {
            long sent = turn.nowNs();
            while (!dues.isEmpty()) {
                turn.record(DialLoad.READ, dues.remove(), sent, Outcome.OK, 1);
            }
        }
    }
}
