package squall.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.measure.ThinkTimes;

class TerminalScheduleTest {
    private static final long MS = 1_000_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void terminals_are_handed_out_in_due_order_and_come_back_with_their_next_time(long seed) {
        ThinkTimes times = new ThinkTimes(100, seed == 1, seed);
        TerminalSchedule schedule = scheduled(50, times);
        List<Long> given = new ArrayList<>();
        ClaimedTurn claim = new ClaimedTurn();
        while (schedule.claim(claim) && claim.dueNs() < 200 * MS) {
            given.add(claim.dueNs());
        }
        assertThat(given).containsExactlyElementsOf(expected(times, 50, 200 * MS));
    }

    @Test
    void a_terminal_in_a_call_is_not_given_to_another_session() {
        TerminalSchedule schedule = scheduled(1, new ThinkTimes(100, false, 1));
        ClaimedTurn first = new ClaimedTurn();
        assertThat(schedule.claim(first)).isTrue();
        assertThat(schedule.claim(new ClaimedTurn())).isFalse();
        long before = first.dueNs();
        assertThat(schedule.claim(first)).isTrue();
        assertThat(first.dueNs()).isEqualTo(before + 10 * MS);
    }

    @Test
    void a_claim_tells_the_terminal_and_how_many_turns_it_had() {
        TerminalSchedule schedule = thinking(2, 10);
        ClaimedTurn claim = new ClaimedTurn();
        List<String> turns = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            schedule.claim(claim);
            turns.add(claim.index() + ": terminal " + claim.terminal() + ", step " + claim.step());
            claim.answered(claim.dueNs());
        }
        assertThat(turns)
                .containsExactly(
                        "0: terminal 0, step 0",
                        "1: terminal 1, step 0",
                        "2: terminal 0, step 1",
                        "3: terminal 1, step 1",
                        "4: terminal 0, step 2");
    }

    @Test
    void a_thinking_terminal_is_due_a_pause_after_its_answer_however_long_that_took() {
        TerminalSchedule schedule = thinking(1, 10);
        ClaimedTurn claim = new ClaimedTurn();
        schedule.claim(claim);
        assertThat(claim.dueNs()).isEqualTo(10 * MS);
        claim.answered(500 * MS);
        schedule.claim(claim);
        assertThat(claim.dueNs()).isEqualTo(510 * MS);
    }

    @Test
    void a_thinking_terminal_that_got_no_answer_is_never_due_again() {
        TerminalSchedule schedule = thinking(1, 10);
        ClaimedTurn claim = new ClaimedTurn();
        schedule.claim(claim);
        schedule.claim(claim);
        assertThat(claim.dueNs()).isEqualTo(ClaimedTurn.NEVER);
    }

    @Test
    void a_pause_below_nothing_is_refused() {
        assertThatThrownBy(() -> new TerminalSchedule(
                        1,
                        TerminalSchedule.TerminalPacing.thinking((terminal, step) -> -1),
                        new TurnNumbering(0, 1),
                        ClientSplit.WHOLE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("terminal 0, step 0: the delay must not be negative: -1 ns");
    }

    /** Plays users on a clock of its own: answers and pauses of every length, also none, with fewer sessions than terminals and with more. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void no_sessions_claims_go_back_in_time_however_users_think(long seed) {
        Random random = new Random(seed);
        Random pauses = new Random(-seed);
        int terminals = 1 + random.nextInt(40);
        TerminalSchedule schedule = new TerminalSchedule(
                terminals,
                TerminalSchedule.TerminalPacing.thinking((terminal, step) -> duration(pauses)),
                new TurnNumbering(0, 20_000),
                ClientSplit.WHOLE);
        List<Simulated> sessions = new ArrayList<>(IntStream.range(0, 1 + random.nextInt(30))
                .mapToObj(i -> new Simulated(schedule))
                .filter(Simulated::claims)
                .toList());
        assertThat(sessions).hasSizeLessThanOrEqualTo(terminals);
        while (!sessions.isEmpty()) {
            Simulated next = Collections.min(sessions, Comparator.comparingLong(Simulated::answeredNs));
            next.answered(duration(random));
            if (!next.claims()) {
                sessions.remove(next);
            }
        }
        assertThat(schedule.nextDueNs()).isEqualTo(Long.MAX_VALUE);
    }

    private static long duration(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> random.nextInt(10);
            case 2 -> random.nextInt(1_000);
            default -> random.nextInt(100_000);
        };
    }

    private static TerminalSchedule scheduled(int terminals, ThinkTimes times) {
        return new TerminalSchedule(
                terminals,
                TerminalSchedule.TerminalPacing.scheduled(times),
                new TurnNumbering(0, Long.MAX_VALUE),
                ClientSplit.WHOLE);
    }

    private static TerminalSchedule thinking(int terminals, long ms) {
        return new TerminalSchedule(
                terminals,
                TerminalSchedule.TerminalPacing.thinking((terminal, step) -> ms * MS),
                new TurnNumbering(0, Long.MAX_VALUE),
                ClientSplit.WHOLE);
    }

    private static List<Long> expected(ThinkTimes times, int terminals, long endNs) {
        List<Long> dues = new ArrayList<>();
        for (int terminal = 0; terminal < terminals; terminal++) {
            long due = times.dueNs(terminal, 0, 0);
            for (long count = 1; due < endNs; count++) {
                dues.add(due);
                due = times.dueNs(terminal, count, due);
            }
        }
        Collections.sort(dues);
        return dues;
    }

    /** Session on a simulated clock; complains when it is sent back in time. */
    private static final class Simulated {
        private final TerminalSchedule schedule;
        private final ClaimedTurn claim = new ClaimedTurn();
        private long freeNs;
        private long takesNs;

        Simulated(TerminalSchedule schedule) {
            this.schedule = schedule;
        }

        boolean claims() {
            long before = claim.dueNs();
            boolean claimed = schedule.claim(claim);
            assertThat(!claimed || claim.dueNs() >= before)
                    .as("due at %d after %d", claim.dueNs(), before)
                    .isTrue();
            return claimed;
        }

        /** Returns when the answer to the present claim comes. */
        long answeredNs() {
            return Math.max(freeNs, claim.dueNs()) + takesNs;
        }

        void answered(long nextTakesNs) {
            freeNs = answeredNs();
            takesNs = nextTakesNs;
            claim.answered(freeNs);
        }
    }
}
