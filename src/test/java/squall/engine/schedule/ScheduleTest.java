package squall.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import squall.engine.schedule.Schedules.OpenLoop;
import squall.measure.FireTimes;

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

    private static List<String> all(Schedule schedule) {
        List<String> given = new ArrayList<>();
        ClaimedTurn claim = new ClaimedTurn();
        while (schedule.claim(claim)) {
            given.add(claim.index() + "@" + claim.dueNs() / MS);
        }
        return given;
    }
}
