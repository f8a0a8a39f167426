package squall.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import squall.engine.LoadRun.GcShare;
import squall.engine.Schedules.OpenLoop;
import squall.measure.FireTimes;
import squall.measure.RunWindows;
import squall.measure.Window;

class ScheduleTest {
    private static final long MS = 1_000_000;

    @Test
    void an_open_loop_gives_each_index_its_time() {
        OpenLoop schedule = new OpenLoop(
                FireTimes.even(FireTimes.RateProfile.constant(1000)),
                5 * MS,
                new TurnNumbering(10, 13),
                ClientSplit.WHOLE,
                own -> own - 10);
        assertThat(schedule.nextDueNs()).isEqualTo(5 * MS);
        assertThat(all(schedule)).containsExactly("10@5", "11@6", "12@7");
        assertThat(schedule.nextDueNs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void sessions_that_claim_at_once_get_each_poisson_time_once_and_never_go_back() throws InterruptedException {
        int turns = 50_000;
        OpenLoop schedule = new OpenLoop(
                FireTimes.poisson(FireTimes.RateProfile.constant(1e6), 11),
                0,
                new TurnNumbering(0, turns),
                ClientSplit.WHOLE,
                ClientSplit.WHOLE::dealt);
        FireTimes expected = FireTimes.poisson(FireTimes.RateProfile.constant(1e6), 11);
        Set<Long> indexes = ConcurrentHashMap.newKeySet();
        List<String> wrong = Collections.synchronizedList(new ArrayList<>());
        List<Thread> sessions = IntStream.range(0, 4)
                .mapToObj(i -> Thread.ofPlatform().start(() -> {
                    ClaimedTurn claim = new ClaimedTurn();
                    long before = 0;
                    while (schedule.claim(claim)) {
                        indexes.add(claim.index());
                        long due = expected.at(claim.index()).dueNs(claim.index());
                        if (claim.dueNs() != due || due < before) {
                            wrong.add(claim.index() + "@" + claim.dueNs());
                        }
                        before = claim.dueNs();
                    }
                }))
                .toList();
        for (Thread session : sessions) {
            session.join();
        }
        assertThat(wrong).isEmpty();
        assertThat(indexes).hasSize(turns);
    }

    @Test
    void closing_the_turns_tells_how_many_were_taken() {
        TurnNumbering turns = new TurnNumbering(0, 100);
        turns.take();
        turns.take();
        assertThat(turns.close()).isEqualTo(2);
        assertThat(turns.take()).isEqualTo(TurnNumbering.NONE);
        assertThat(turns.peek()).isEqualTo(TurnNumbering.NONE);
    }

    @Test
    void rows_kept_back_are_forgotten_by_their_due_time_in_any_order() {
        UnrecordedTurns held = new UnrecordedTurns();
        LongStream.range(0, 100).forEach(i -> held.add(claim(i)));
        LongStream.range(0, 90).forEach(i -> held.remove(i * 10));
        held.remove(950);
        held.remove(951);
        List<Long> left = new ArrayList<>();
        held.forEach(claim -> left.add(claim.index()));
        assertThat(left).containsExactly(90L, 91L, 92L, 93L, 94L, 96L, 97L, 98L, 99L);
        assertThat(held.firstDueNs()).isEqualTo(900);
        assertThat(held.size()).isEqualTo(9);
    }

    @Test
    void the_worst_window_says_how_much_went_to_garbage_collection() {
        long[] pausedMs = {1000};
        GcShare share = new GcShare(windowsSplitAt(10), () -> pausedMs[0]);
        pausedMs[0] += 2000;
        share.look(10_000 * MS);
        pausedMs[0] += 1000;
        share.look(20_000 * MS);
        assertThat(share.highest(20_000 * MS)).isEqualTo(0.2);
    }

    @Test
    void one_pause_in_a_window_of_a_second_counts_as_if_the_window_were_five_seconds_long() {
        long[] pausedMs = {0};
        GcShare share = new GcShare(windowsSplitAt(1), () -> pausedMs[0]);
        pausedMs[0] += 100;
        share.look(1000 * MS);
        assertThat(share.highest(20_000 * MS)).isEqualTo(0.02);
    }

    @Test
    void a_client_is_overloaded_by_its_own_lag_or_its_collector_but_not_by_a_slow_database() {
        assertThat(new RunResult.ClientHealth(60_000_000_000L, 10_000_000, 0.05, 3).overloaded())
                .isFalse();
        assertThat(new RunResult.ClientHealth(11_000_000, 10_000_001, 0, 0).overloaded())
                .isTrue();
        assertThat(new RunResult.ClientHealth(0, 0, 0.051, 0).overloaded()).isTrue();
    }

    private static ClaimedTurn claim(long index) {
        ClaimedTurn claim = new ClaimedTurn();
        claim.take(index, index * 10);
        return claim;
    }

    private static RunWindows windowsSplitAt(long second) {
        return new RunWindows(List.of(
                new Window("warm-up", Window.Kind.WARMUP, 0, second),
                new Window("measured", Window.Kind.STEADY, second, Long.MAX_VALUE)));
    }

    private static List<String> all(Schedule schedule) {
        List<String> given = new ArrayList<>();
        ClaimedTurn claim = new ClaimedTurn();
        while (schedule.claim(claim)) {
            given.add(claim.index() + "@" + claim.dueNs() / MS);
        }
        return given;
    }
}
