package squall.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.RunEnding;
import squall.measure.Tick;
import squall.spi.FakeLoad;
import squall.spi.Outcome;
import squall.spi.Turn;

@Timeout(300)
class DeferredTurnQueueTest {
    private static final long MS = 1_000_000;

    private final Listening listening = new Listening();

    @Test
    void a_second_part_is_performed_by_a_session_of_its_own_for_the_same_turn() throws InterruptedException {
        Set<String> first = ConcurrentHashMap.newKeySet();
        Set<String> second = ConcurrentHashMap.newKeySet();
        Set<Integer> sessions = ConcurrentHashMap.newKeySet();
        FakeLoad load = new FakeLoad(session -> turn -> {
            if (turn.deferred()) {
                sessions.add(session);
            }
            (turn.deferred() ? second : first).add(turn.index() + " " + turn.terminal() + " " + turn.step());
            return deferring(turn);
        });
        RunResult result = listening.run(load, Plans.turns(3, users(10, 1, 2), 1_000));
        assertThat(LongStream.of(result.planned(), result.started(), result.finished(), result.unfinished()))
                .containsExactly(2_000L, 2_000L, 2_000L, 0L);
        assertThat(first).hasSize(1_000).isEqualTo(second);
        assertThat(sessions).isSubsetOf(3, 4);
        assertThat(load.opened).hasValue(5);
        assertThat(load.closed).hasValue(5);
    }

    @Test
    void a_user_does_not_wait_for_the_second_part() throws InterruptedException {
        CountDownLatch stuck = new CountDownLatch(1);
        FakeLoad load = FakeLoad.each(turn -> {
            if (turn.deferred()) {
                Waits.deafly(stuck);
            } else if (turn.step() == 99) {
                stuck.countDown();
            }
            return deferring(turn);
        });
        RunResult result = listening.run(load, Plans.turns(1, users(1, 0, 1), 100));
        assertThat(result.finished()).isEqualTo(200);
    }

    @Test
    void idle_sessions_for_second_parts_keep_no_second_open() throws InterruptedException {
        // The only user stops when it has seen the first second closed; else the run would last its 20 s.
        FakeLoad load = FakeLoad.each(turn -> {
            turn.record(FakeLoad.READ, turn.nowNs(), Outcome.OK, 1);
            return listening.ticks.isEmpty();
        });
        RunResult result = listening.run(load, Plans.lasting(1, users(1, 20, 3), ofSeconds(20)));
        assertThat(result.elapsedNs()).isLessThan(19_000 * MS);
        assertThat(result.ending()).isEqualTo(new RunEnding.Complete());
    }

    @Test
    void a_part_counts_in_the_second_in_which_it_was_queued_however_late_it_is_performed() throws InterruptedException {
        // Every part needs longer than its turn: the queue grows, and what is performed in second 2 was due in 0 or 1.
        AtomicLongArray due = new AtomicLongArray(10);
        FakeLoad load = FakeLoad.each(turn -> {
            if (turn.deferred()) {
                due.incrementAndGet((int) (turn.dueNs() / 1_000_000_000));
                Waits.until(turn, turn.nowNs() + 20 * MS);
            }
            return deferring(turn);
        });
        RunResult result = listening.run(load, Plans.turns(2, users(4, 20, 2), 250));
        assertThat(result.finished()).isEqualTo(500);
        assertThat(second(listening.ticks)).isEqualTo(counts(due, listening.ticks.size()));
    }

    @Test
    void no_second_closes_before_its_parts_at_the_highest_rate() throws InterruptedException {
        AtomicLongArray due = new AtomicLongArray(10);
        FakeLoad load = FakeLoad.each(turn -> {
            if (turn.deferred()) {
                due.incrementAndGet((int) (turn.dueNs() / 1_000_000_000));
            }
            return deferring(turn);
        });
        RunResult result = listening.run(load, Plans.lasting(4, users(8, 0, 4), ofMillis(2_500)));
        assertThat(result.planned()).isEqualTo(result.finished() + result.unfinished());
        assertThat(second(listening.ticks)).isEqualTo(counts(due, listening.ticks.size()));
    }

    @Test
    void parts_that_were_not_performed_when_the_run_ended_are_charged() throws InterruptedException {
        // Ten turns are due at the start, their parts need 200 ms each: by 500 ms two are done and a third is under
        // way.
        FakeLoad load = FakeLoad.each(turn -> {
            if (turn.deferred()) {
                Waits.until(turn, turn.nowNs() + 200 * MS);
            }
            return deferring(turn);
        });
        LoadPace pace = new LoadPace.Users(10, (terminal, step) -> step == 0 ? 0 : 60_000 * MS, 1);
        RunResult result = listening.run(load, Plans.lasting(2, pace, ofMillis(500)));
        assertThat(result.planned()).isEqualTo(20);
        assertThat(result.unfinished()).isBetween(7L, 9L);
        assertThat(result.unfinishedWait().getTotalCount()).isEqualTo(result.unfinished());
        assertThat(result.total().operations().get(0).unfinished()).isZero();
    }

    @Test
    void a_stop_ends_idle_sessions_for_second_parts_too() throws InterruptedException {
        LoadRun run = new LoadRun(
                FakeLoad.answering(Outcome.OK), Plans.lasting(1, users(1, 10, 4), ofSeconds(60)), List.of(listening));
        Thread stopper = Thread.ofPlatform().start(() -> {
            Waits.deafly(listening.started);
            run.stop(new RunEnding.Interrupted("SIGINT"));
        });
        RunResult result = run.execute();
        stopper.join();
        assertThat(result.ending()).isEqualTo(new RunEnding.Interrupted("SIGINT"));
        assertThat(result.aborted()).isZero();
    }

    @Test
    void a_turn_cannot_be_deferred_without_a_session_for_it() throws InterruptedException {
        RunResult result =
                listening.run(FakeLoad.each(DeferredTurnQueueTest::deferring), Plans.turns(1, users(1, 0, 0), 10));
        assertThat(failure(result))
                .isEqualTo("turn 0 cannot be deferred: the plan has no deferred sessions, or the turn is already"
                        + " deferred");
    }

    @Test
    void a_turn_may_record_a_part_and_leave_the_whole_to_its_second() throws InterruptedException {
        FakeLoad load = FakeLoad.each(turn -> {
            if (!turn.deferred()) {
                turn.defer();
            }
            turn.record(turn.deferred() ? FakeLoad.WRITE : FakeLoad.PART, turn.nowNs(), Outcome.OK, 1);
            return true;
        });
        RunResult result = listening.run(load, Plans.turns(2, users(4, 0, 1), 100));
        assertThat(result.unfinished()).isZero();
        assertThat(result.total().finished()).isEqualTo(100);
    }

    @Test
    void a_second_part_has_no_third() throws InterruptedException {
        FakeLoad load = FakeLoad.each(turn -> {
            turn.defer();
            turn.record(FakeLoad.READ, turn.nowNs(), Outcome.OK, 1);
            return true;
        });
        assertThat(failure(listening.run(load, Plans.turns(1, users(1, 0, 1), 10))))
                .startsWith("turn 0 cannot be deferred");
    }

    private static boolean deferring(Turn turn) {
        if (!turn.deferred()) {
            turn.defer();
        }
        turn.record(turn.deferred() ? FakeLoad.WRITE : FakeLoad.READ, turn.nowNs(), Outcome.OK, 1);
        return true;
    }

    private static LoadPace users(int count, long pauseMs, int deferredSessions) {
        return new LoadPace.Users(count, (terminal, step) -> pauseMs * MS, deferredSessions);
    }

    private static String failure(RunResult result) {
        return result.ending() instanceof RunEnding.Failed failed
                ? String.valueOf(failed.cause().getMessage())
                : "";
    }

    private static List<Long> second(List<Tick> ticks) {
        return ticks.stream().map(tick -> tick.operations().get(1).ok()).toList();
    }

    private static List<Long> counts(AtomicLongArray due, int seconds) {
        return IntStream.range(0, seconds).mapToObj(due::get).toList();
    }
}
