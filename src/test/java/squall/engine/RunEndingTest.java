package squall.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunEnding;
import squall.engine.schedule.StopRule;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.FakeLoad;
import squall.spi.Outcome;
import squall.spi.Turn;

@Timeout(300)
class RunEndingTest {
    private static final LoadPace CLOSED = new LoadPace.Closed();
    private static final Outcome RESET =
            new Outcome.Unknown(new ErrorCode(ErrorKind.CONNECTION, "08006"), "connection reset");
    private static final RunEnding.Interrupted SIGINT = new RunEnding.Interrupted("SIGINT");

    private final Listening listening = new Listening();

    @Test
    void a_load_that_has_no_more_ends_the_run_and_leaves_nothing_unfinished() throws InterruptedException {
        FakeLoad load = new FakeLoad(session -> new FakeLoad.TurnWork() {
            private int left = 5;

            @Override
            public boolean perform(Turn turn) {
                turn.record(FakeLoad.READ, turn.nowNs(), Outcome.OK, 1);
                return --left > 0;
            }
        });
        RunResult result = listening.run(load, Plans.lasting(3, Plans.rate(1000), ofSeconds(20)));
        assertThat(result.ending()).isEqualTo(new RunEnding.Complete());
        assertThat(LongStream.of(result.planned(), result.finished(), result.unfinished()))
                .containsExactly(15L, 15L, 0L);
    }

    @Test
    void a_gate_that_fails_ends_the_run_and_its_sessions() throws InterruptedException {
        FakeLoad load = FakeLoad.each(turn -> true);
        IllegalStateException broken = new IllegalStateException("broken");
        LoadRun run = new LoadRun(load, Plans.lasting(3, Plans.rate(10), ofSeconds(20)), List.of(), over -> {
            throw broken;
        });

        assertThat(run.execute().ending()).isEqualTo(new RunEnding.Failed(broken));
        assertThat(load.opened).hasValue(3);
        assertThat(load.closed).hasValue(3);
    }

    @Test
    void a_session_stuck_in_a_call_is_aborted_after_the_grace_time() throws InterruptedException {
        CountDownLatch broken = new CountDownLatch(1);
        FakeLoad load = FakeLoad.each(new FakeLoad.TurnWork() {
            @Override
            public boolean perform(Turn turn) throws InterruptedException {
                long sent = turn.nowNs();
                Waits.deafly(broken);
                turn.record(FakeLoad.READ, sent, RESET, 1);
                return true;
            }

            @Override
            public void abort() {
                broken.countDown();
            }
        });
        RunResult result = listening.run(load, Plans.lasting(2, Plans.rate(10), ofMillis(500)));
        assertThat(result.ending()).isEqualTo(new RunEnding.Complete());
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
        FakeLoad load = FakeLoad.each(turn -> {
            Waits.deafly(never);
            return true;
        });
        RunResult result = listening.run(load, Plans.lasting(2, Plans.rate(10), ofMillis(500)));
        assertThat(LongStream.of(result.planned(), result.started(), result.finished(), result.unfinished()))
                .containsExactly(5L, 2L, 0L, 5L);
        assertThat(result.unfinishedWait().getMaxValue() / 1e6).isCloseTo(0.5, within(0.001));
        assertThat(load.aborts.get()).isGreaterThanOrEqualTo(2);
        never.countDown();
    }

    @Test
    void stop_lets_the_call_under_way_end_and_sends_no_other() throws InterruptedException {
        FakeLoad load = FakeLoad.each(turn -> {
            long sent = turn.nowNs();
            Waits.until(turn, sent + 100_000_000);
            turn.record(FakeLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        RunResult result = runUntilStarted(load, Plans.lasting(2, CLOSED, ofSeconds(60)), run -> run.stop(SIGINT));
        assertThat(result.ending()).isEqualTo(SIGINT);
        assertThat(result.aborted()).isZero();
        assertThat(result.planned()).isEqualTo(result.started()).isEqualTo(result.finished());
    }

    @Test
    void stop_now_aborts_at_once_and_the_plan_still_adds_up() throws InterruptedException {
        FakeLoad load = FakeLoad.each(turn -> {
            long sent = turn.nowNs();
            Thread.currentThread().join(Duration.ofSeconds(60)); // until interrupted
            turn.record(FakeLoad.READ, sent, Outcome.OK, 1);
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
        FakeLoad load = new FakeLoad(session -> {
            if (session == 1) {
                throw refused;
            }
            return turn -> true;
        });
        RunResult result = listening.run(load, Plans.turns(3, CLOSED, 100));
        assertThat(result.ending()).isEqualTo(new RunEnding.Failed(refused));
        assertThat(LongStream.of(result.planned(), load.performed.get())).containsExactly(0L, 0L);
        assertThat(load.closed.get()).isEqualTo(load.opened.get());
        assertThat(listening.started.getCount()).isEqualTo(1);
        assertThat(listening.results).containsExactly(result);
    }

    @Test
    void an_exception_of_a_session_ends_the_run_with_its_cause() throws InterruptedException {
        IllegalStateException bug = new IllegalStateException("a bug in the load");
        FakeLoad load = FakeLoad.each(turn -> {
            if (turn.index() == 50) {
                throw bug;
            }
            turn.record(FakeLoad.READ, turn.nowNs(), Outcome.OK, 1);
            return true;
        });
        RunResult result = listening.run(load, Plans.lasting(2, Plans.rate(1000), ofSeconds(20)));
        assertThat(result.ending()).isEqualTo(new RunEnding.Failed(bug));
        assertThat(result.unfinished()).isPositive();
        assertThat(result.planned()).isEqualTo(result.finished() + result.unfinished());
    }

    @Test
    void a_rule_ends_the_run_when_it_holds() throws InterruptedException {
        RunResult result = listening.run(
                FakeLoad.answering(RESET),
                Plans.lasting(1, Plans.rate(100), ofSeconds(60), new StopRule.NoSuccess(ofMillis(500))));
        assertThat(result.ending())
                .isInstanceOfSatisfying(
                        RunEnding.Aborted.class,
                        aborted -> assertThat(aborted.rule()).isEqualTo(new StopRule.NoSuccess(ofMillis(500))));
        assertThat(result.total().failed()).isEqualTo(result.finished()).isPositive();
    }

    private RunResult runUntilStarted(FakeLoad load, LoadPlan plan, Consumer<LoadRun> then)
            throws InterruptedException {
        LoadRun run = new LoadRun(load, plan, List.of(listening));
        Thread stopper = Thread.ofPlatform().start(() -> {
            Waits.deafly(listening.started);
            while (load.performed.get() < 2) {
                Thread.onSpinWait();
            }
            then.accept(run);
        });
        RunResult result = run.execute();
        stopper.join();
        return result;
    }
}
