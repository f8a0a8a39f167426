package squall.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunEnding;
import squall.spi.FakeLoad;
import squall.spi.Outcome;
import squall.spi.ThinkTimeModel;

@Timeout(300)
class UsersTest {
    private static final long MS = 1_000_000;

    private final Listening listening = new Listening();

    @Test
    void one_session_serves_a_thousand_users_in_turn() throws InterruptedException {
        Set<Integer> served = ConcurrentHashMap.newKeySet();
        FakeLoad load = FakeLoad.each(turn -> {
            served.add(turn.terminal());
            turn.record(FakeLoad.READ, turn.nowNs(), Outcome.OK, 1);
            return true;
        });
        RunResult result = listening.run(load, Plans.turns(1, users(1000, 1), 5_000));
        assertThat(result.finished()).isEqualTo(5_000);
        assertThat(served).hasSize(1000);
    }

    @ParameterizedTest
    @EnumSource
    void more_sessions_than_users_are_no_trouble(LoadPlan.Threads threads) throws InterruptedException {
        LoadPlan plan = Plans.on(threads, Plans.turns(16, users(3, 1), 500));
        assertThat(listening.run(FakeLoad.answering(Outcome.OK), plan).finished())
                .isEqualTo(500);
    }

    @Test
    void every_user_takes_its_steps_one_after_the_other() throws InterruptedException {
        long[] steps = new long[20];
        AtomicBoolean skipped = new AtomicBoolean();
        FakeLoad load = FakeLoad.each(turn -> {
            // No lock: a user has one turn at a time, and what its last one wrote is seen by the next.
            if (turn.step() != steps[turn.terminal()]++) {
                skipped.set(true);
            }
            turn.record(FakeLoad.READ, turn.nowNs(), Outcome.OK, 1);
            return true;
        });
        assertThat(listening.run(load, Plans.turns(8, users(20, 0), 20_000)).finished())
                .isEqualTo(20_000);
        assertThat(skipped).isFalse();
        assertThat(LongStream.of(steps).sum()).isEqualTo(20_000);
    }

    @Test
    void a_run_ends_at_once_although_its_users_think_for_a_minute() throws InterruptedException {
        ThinkTimeModel minute = (terminal, step) -> step == 0 ? 0 : 60_000 * MS;
        RunResult result = listening.run(
                FakeLoad.answering(Outcome.OK), Plans.lasting(5, new LoadPace.Users(50, minute, 2), ofMillis(400)));
        assertThat(LongStream.of(result.planned(), result.finished(), result.aborted()))
                .containsExactly(50L, 50L, 0L);
        assertThat(result.elapsedNs()).isBetween(400 * MS, 10_000 * MS);
    }

    @Test
    void the_wait_for_a_free_session_counts_from_when_the_user_was_ready() throws InterruptedException {
        FakeLoad load = FakeLoad.each(turn -> {
            long sent = turn.nowNs();
            Waits.until(turn, sent + 100 * MS);
            turn.record(FakeLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        var reads = listening
                .run(load, Plans.turns(1, users(4, 0), 4))
                .total()
                .operations()
                .get(0);
        assertThat(reads.latency().getMaxValue()).isGreaterThanOrEqualTo(399_000);
        assertThat(reads.service().getMinValue()).isBetween(99_000L, 399_000L);
    }

    @Test
    void a_user_who_waits_for_an_answer_has_no_other_turn_due() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        FakeLoad load = FakeLoad.each(turn -> {
            Waits.deafly(never);
            return true;
        });
        RunResult result = listening.run(load, Plans.lasting(1, users(3, 1), ofMillis(400)));
        assertThat(LongStream.of(result.planned(), result.started(), result.finished(), result.unfinished()))
                .containsExactly(3L, 1L, 0L, 3L);
        assertThat(result.total().operations().get(0).unfinished()).isEqualTo(3);
        never.countDown();
    }

    @Test
    void turns_that_no_session_could_send_are_charged_once_a_user() throws InterruptedException {
        FakeLoad load = FakeLoad.each(turn -> {
            long sent = turn.nowNs();
            Waits.until(turn, 700 * MS);
            turn.record(FakeLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        RunResult result = listening.run(load, Plans.lasting(2, users(10, 50), ofMillis(500)));
        assertThat(LongStream.of(result.planned(), result.started(), result.finished(), result.unfinished()))
                .containsExactly(10L, 2L, 2L, 8L);
        assertThat(result.unfinishedWait().getTotalCount()).isEqualTo(8);
        assertThat(result.unfinishedWait().getMinValue()).isBetween(449_000L, 451_000L);
    }

    @Test
    void a_turn_that_fell_due_after_an_answer_and_was_not_sent_is_counted_too() throws InterruptedException {
        // The second user keeps the only session from 1 ms to beyond the end; the first was answered at once and is
        // ready again at 50 ms.
        FakeLoad load = FakeLoad.each(turn -> {
            long sent = turn.nowNs();
            Waits.until(turn, turn.terminal() == 1 ? 500 * MS : 0);
            turn.record(FakeLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        ThinkTimeModel thinking = (terminal, step) -> terminal == 1 ? MS : step * 50 * MS;
        RunResult result = listening.run(load, Plans.lasting(1, new LoadPace.Users(2, thinking, 0), ofMillis(300)));
        assertThat(LongStream.of(result.planned(), result.started(), result.finished(), result.unfinished()))
                .containsExactly(3L, 2L, 2L, 1L);
    }

    @Test
    void a_pause_that_goes_back_in_time_fails_the_run_with_its_place() throws InterruptedException {
        ThinkTimeModel wrong = (terminal, step) -> step == 0 ? 0 : -5;
        RunResult result = listening.run(
                FakeLoad.answering(Outcome.OK), Plans.lasting(1, new LoadPace.Users(1, wrong, 0), ofSeconds(20)));
        assertThat(result.ending())
                .isInstanceOfSatisfying(
                        RunEnding.Failed.class,
                        failed -> assertThat(failed.cause())
                                .hasMessageStartingWith("terminal 0, step 1: the delay must not be negative: -5 ns"));
    }

    private static LoadPace users(int count, long pauseMs) {
        return new LoadPace.Users(count, (terminal, step) -> pauseMs * MS, 0);
    }
}
