package squall.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunEnding;
import squall.engine.schedule.RunStart;
import squall.measure.OperationSummary;
import squall.measure.Tick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.spi.DelegatingLoad;
import squall.spi.FakeLoad;
import squall.spi.Load;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.verdict.ErrorBudget;
import squall.verdict.ExitReasons;

@Timeout(300)
class LoadRunTest {
    private static final LoadPace CLOSED = new LoadPace.Closed();

    private final Listening listening = new Listening();

    @ParameterizedTest
    @EnumSource
    void every_turn_is_performed_once_and_counted_once(LoadPlan.Threads threads) throws InterruptedException {
        Map<Long, Boolean> indexes = new ConcurrentHashMap<>();
        FakeLoad load = FakeLoad.each(turn -> {
            indexes.put(turn.index(), true);
            turn.record(turn.index() % 4 == 0 ? FakeLoad.WRITE : FakeLoad.READ, turn.nowNs(), Outcome.OK, 1);
            turn.record(FakeLoad.PART, turn.nowNs(), Outcome.OK, 1);
            return true;
        });
        LoadPlan plan = Plans.turns(8, CLOSED, 40_000);
        RunResult result = listening.run(load, Plans.on(threads, plan));
        assertThat(result.ending()).isEqualTo(new RunEnding.Complete());
        assertThat(LongStream.of(result.planned(), result.started(), result.finished(), result.unfinished()))
                .containsExactly(40_000L, 40_000L, 40_000L, 0L);
        assertThat(indexes).hasSize(40_000);
        assertThat(result.total().operations()).extracting(o -> o.ok()).containsExactly(30_000L, 10_000L, 40_000L);
        assertThat(listening.ticked(tick -> tick.operations().get(0).ok())).isEqualTo(30_000);
        assertThat(listening.ticked(tick -> tick.operations().get(0).completedOk()))
                .isEqualTo(30_000);
        assertThat(listening.ticked(tick -> tick.operations().get(2).latency().getTotalCount()))
                .isEqualTo(40_000);
        assertThat(load.closed).hasValue(8);
        assertThat(listening.results).containsExactly(result);
    }

    @Test
    void what_a_load_finds_while_it_runs_reaches_the_listeners_and_what_it_finds_before_does_not()
            throws InterruptedException {
        AtomicReference<Load.EventSink> sink = new AtomicReference<>();
        List<RunEvent> found = new CopyOnWriteArrayList<>();
        Load load =
                new DelegatingLoad(FakeLoad.each(turn -> {
                    sink.get().report("judge", "lost update", Map.of("turn", turn.index()));
                    turn.record(FakeLoad.READ, turn.nowNs(), Outcome.OK, 1);
                    return true;
                })) {
                    @Override
                    public void reportTo(EventSink events) {
                        sink.set(events);
                        events.report("early", "", Map.of());
                    }
                };
        RunResult result = new LoadRun(load, Plans.turns(1, CLOSED, 2), List.of(new RunListener() {
                    @Override
                    public void event(RunEvent event) {
                        found.add(event);
                    }
                }))
                .execute();

        assertThat(found)
                .extracting(event -> event.type() + ": " + event.detail() + " " + event.facts())
                .containsExactly("judge: lost update {turn=0}", "judge: lost update {turn=1}");
        assertThat(found).allMatch(event -> event.atNs() >= 0 && event.atNs() <= result.elapsedNs());
    }

    @Test
    void latency_counts_from_sending_where_there_is_no_schedule() throws InterruptedException {
        FakeLoad busyClient = FakeLoad.each(turn -> {
            long sentNs = turn.nowNs() + 5_000_000;
            while (turn.nowNs() < sentNs) {
                Thread.onSpinWait(); // what a client does before it sends, such as filling a batch
            }
            turn.record(FakeLoad.READ, sentNs, Outcome.OK, 1);
            return true;
        });
        OperationSummary closed = listening
                .run(busyClient, Plans.turns(1, CLOSED, 20))
                .total()
                .operations()
                .getFirst();
        assertThat(closed.latency()).isEqualTo(closed.service());
        OperationSummary scheduled = listening
                .run(busyClient, Plans.turns(1, Plans.rate(100), 20))
                .total()
                .operations()
                .getFirst();
        assertThat(scheduled.latency().getMinValue()).isGreaterThanOrEqualTo(5_000);
    }

    @Test
    void two_runs_in_one_process_have_their_own_turns_and_ends() throws Exception {
        FakeLoad second = FakeLoad.answering(Outcome.OK);
        LoadRun probing = new LoadRun(second, Plans.lasting(2, Plans.rate(50), ofMinutes(2)), List.of());
        FutureTask<RunResult> probed = new FutureTask<>(probing::execute);
        Thread.ofPlatform().start(probed);

        RunResult result = listening.run(FakeLoad.answering(Outcome.OK), Plans.turns(4, CLOSED, 20_000));
        assertThat(result.finished()).isEqualTo(20_000);
        assertThat(probed.isDone()).isFalse();

        probing.stop(new RunEnding.Interrupted("SIGTERM"));
        RunResult other = probed.get();
        assertThat(other.ending()).isEqualTo(new RunEnding.Interrupted("SIGTERM"));
        assertThat(other.finished()).isEqualTo(second.performed.get()).isLessThan(20_000);
    }

    @Test
    void no_turns_end_at_once() throws InterruptedException {
        RunResult result = listening.run(FakeLoad.answering(Outcome.OK), Plans.turns(2, CLOSED, 0));
        assertThat(result.ending()).isEqualTo(new RunEnding.Complete());
        assertThat(result.planned()).isZero();
        assertThat(result.total().goodputPerSecond()).isZero();
    }

    @Test
    void warm_up_is_a_window_of_its_own() throws InterruptedException {
        LoadPlan plan = new LoadPlan(
                2,
                Plans.rate(200),
                OptionalLong.empty(),
                Optional.of(ofMillis(500)),
                ofSeconds(1),
                ofSeconds(1),
                1,
                LoadPlan.Threads.PLATFORM,
                List.of());
        RunResult result = listening.run(FakeLoad.answering(Outcome.OK), plan);
        assertThat(result.windows())
                .extracting(WindowSummary::window)
                .containsExactly(
                        new Window("warm-up", Window.Kind.WARMUP, 0, 1),
                        new Window("measured", Window.Kind.STEADY, 1, 2));
        assertThat(result.windows())
                .map(w -> w.operations().get(0))
                .extracting(read -> read.ok() + read.unfinished()) // a busy machine may send the last turn too late
                .containsExactly(200L, 100L);
        assertThat(result.windows()).extracting(WindowSummary::seconds).containsExactly(1.0, 0.5);
        assertThat(listening.ticks).extracting(t -> t.window().name()).containsExactly("warm-up", "measured");
    }

    @Test
    void a_session_that_sends_in_chunks_keeps_its_seconds_open_and_loses_no_row() throws InterruptedException {
        FakeLoad load = new FakeLoad(session -> new Chunks(400));
        RunResult result = listening.run(load, Plans.lasting(1, Plans.rate(300), ofMillis(2500)));
        assertThat(LongStream.of(result.planned(), result.finished(), result.unfinished()))
                .containsExactly(750L, 750L, 0L);
        assertThat(listening.ticked(t -> t.operations().get(0).ok())).isEqualTo(750);
        assertThat(listening.tick(0).operations().get(0).ok())
                .isEqualTo(300); // answered in second 1, counted where due
        assertThat(listening.tick(0).operations().get(0).completed()).isZero();
        assertThat(listening.tick(1).operations().get(0).completed()).isEqualTo(400);
    }

    @Test
    void a_turn_that_is_never_recorded_counts_as_unfinished() throws InterruptedException {
        RunResult result = listening.run(FakeLoad.each(turn -> true), Plans.turns(1, CLOSED, 10));
        assertThat(LongStream.of(result.planned(), result.finished(), result.unfinished()))
                .containsExactly(10L, 0L, 10L);
    }

    @Test
    void a_record_out_of_order_is_a_bug_of_the_load_and_says_so() throws InterruptedException {
        FakeLoad load = FakeLoad.each(turn -> {
            turn.record(FakeLoad.READ, turn.dueNs() - 1, Outcome.OK, 1);
            return true;
        });
        RunResult result = listening.run(load, Plans.turns(1, CLOSED, 1));
        assertThat(result.ending())
                .isInstanceOfSatisfying(
                        RunEnding.Failed.class,
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
        FakeLoad load = FakeLoad.answering(Outcome.OK);
        RunResult result = new LoadRun(load, Plans.turns(1, CLOSED, 10), List.of(broken, listening)).execute();
        assertThat(result.ending()).isEqualTo(new RunEnding.Failed(full));
        assertThat(listening.ticked(t -> t.operations().get(0).ok())).isEqualTo(10);
    }

    /** Session that keeps rows back and records them in chunks. */
    private static final class Chunks implements FakeLoad.TurnWork {
        private final int size;
        private final Deque<Long> dues = new ArrayDeque<>();

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
                turn.record(FakeLoad.READ, dues.remove(), sent, Outcome.OK, 1);
            }
        }
    }

    @Test
    void a_session_knows_the_start_however_late_the_listeners_hear_of_it() throws InterruptedException {
        CountDownLatch performed = new CountDownLatch(1);
        AtomicReference<FakeLoad> known = new AtomicReference<>();
        Set<Long> starts = ConcurrentHashMap.newKeySet();
        FakeLoad load = FakeLoad.each(turn -> {
            starts.add(known.get().startedAtEpochMs);
            turn.record(FakeLoad.READ, turn.nowNs(), Outcome.OK, 1);
            if (turn.index() == 999) {
                performed.countDown();
            }
            return true;
        });
        known.set(load);
        RunListener late = new RunListener() {
            @Override
            public void started(RunStart start) {
                Waits.deafly(performed);
            }
        };
        new LoadRun(load, Plans.turns(4, CLOSED, 1000), List.of(late, listening)).execute();
        assertThat(starts).containsExactly(listening.starts.getFirst().epochMs());
    }

    /** Uses a fake clock: a time namespace of Linux has no CLOCK_REALTIME of its own (time_namespaces(7)) that could be set. */
    @Test
    void setting_the_wall_clock_during_a_run_moves_nothing() throws InterruptedException {
        AtomicLong hour = new AtomicLong(1_000_000);
        InstantSource setBack = () -> Instant.EPOCH.plus(Duration.ofHours(hour.getAndDecrement()));
        LoadPlan plan = Plans.lasting(2, Plans.rate(50), ofMillis(2_200));
        FakeLoad load = FakeLoad.answering(Outcome.OK);
        RunResult result = new LoadRun(load, plan, List.of(listening), LoadRun.StartGate.OPEN, setBack).execute();
        assertThat(hour).as("read once, at the start").hasValue(999_999);
        assertThat(load.startedAtEpochMs).isEqualTo(Duration.ofHours(1_000_000).toMillis());
        assertThat(listening.starts).extracting(RunStart::epochMs).containsExactly(load.startedAtEpochMs);
        assertThat(listening.ticks).extracting(Tick::second).containsExactly(0L, 1L, 2L);
        assertThat(result.finished()).isEqualTo(110);
    }

    @Test
    void a_load_that_ends_before_its_plan_is_not_complete_with_what_it_did() throws InterruptedException {
        FakeLoad load = FakeLoad.each(turn -> {
            turn.record(FakeLoad.READ, turn.nowNs(), Outcome.OK, 1);
            return turn.index() < 9;
        });
        RunResult result = listening.run(load, Plans.turns(1, CLOSED, 300));
        assertThat(result.ending()).isEqualTo(new RunEnding.Complete());
        assertThat(LongStream.of(result.planned(), result.started(), result.finished(), result.unfinished()))
                .containsExactly(300L, 10L, 10L, 290L);
        assertThat(ExitReasons.of(result, List.of(), ErrorBudget.NONE).lines())
                .containsExactly(
                        "exit 3: 290 of 300 operations were not performed: the workload ended by itself before");
    }
}
