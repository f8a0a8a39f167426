package squall.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.engine.schedule.CalibratedSchedule;
import squall.engine.schedule.ClaimedTurn;
import squall.engine.schedule.ClientSplit;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunClock;
import squall.engine.schedule.Schedule;
import squall.engine.schedule.Schedules;
import squall.spi.TurnPosition;

/** Test of the properties of a division, for every small case and for random large ones. */
class ClientSplitTest {
    private static final long MS = 1_000_000;

    @Test
    void ranges_are_disjoint_complete_and_of_equal_size_but_for_one() {
        for (int clients = 1; clients <= 40; clients++) {
            for (long total = 0; total <= 120; total++) {
                requireRanges(clients, total);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void so_are_the_ranges_of_any_number_of_clients_and_things(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            requireRanges(1 + random.nextInt(3_000), random.nextLong() >>> (1 + random.nextInt(60)));
        }
        requireRanges(ClientSplit.MOST, Long.MAX_VALUE);
    }

    @Test
    void turns_are_dealt_out_once_each_and_as_many_as_the_range_is_long() {
        for (int clients = 1; clients <= 25; clients++) {
            for (long total = 0; total <= 60; total++) {
                List<Long> dealt = new ArrayList<>();
                for (ClientSplit split : splits(clients)) {
                    for (long own = 0; own < split.count(total); own++) {
                        assertThat(split.own(split.dealt(own))).isEqualTo(own);
                        dealt.add(split.dealt(own));
                    }
                }
                assertThat(dealt)
                        .containsExactlyInAnyOrderElementsOf(
                                LongStream.range(0, total).boxed().toList());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 10})
    void the_due_times_of_all_clients_are_exactly_those_of_one(int clients) {
        for (LoadPace pace : List.of(
                new LoadPace.Rate(1000.0 / 3, LoadPace.Arrival.CONSTANT),
                new LoadPace.Rate(777, LoadPace.Arrival.POISSON),
                new LoadPace.Ramp(10, 500, Duration.ofSeconds(1), LoadPace.Arrival.CONSTANT),
                new LoadPace.Terminals(10, 0.7, LoadPace.Arrival.CONSTANT),
                new LoadPace.Terminals(11, 30, LoadPace.Arrival.POISSON),
                new LoadPace.Users(10, (terminal, step) -> (terminal * 7L + step % 5 + 1) * MS, 0))) {
            List<String> one = turns(pace, ClientSplit.WHOLE);
            List<String> all = new ArrayList<>();
            splits(clients).forEach(split -> all.addAll(turns(pace, split)));
            assertThat(all).as("%s by %s clients", pace, clients).containsExactlyInAnyOrderElementsOf(one);
        }
    }

    /** Covers an old error: clients at a share of the maximum sent their operations at the same moments. */
    @Test
    void clients_that_calibrate_have_arrivals_of_their_own() {
        assertThat(distances(new ClientSplit(2, 0))).isEqualTo(distances(ClientSplit.WHOLE));
        assertThat(distances(new ClientSplit(2, 1))).isNotEqualTo(distances(ClientSplit.WHOLE));
    }

    @Test
    void a_plan_tells_each_client_its_own_turns() {
        LoadPlan whole = plan(new LoadPace.Closed(), OptionalLong.of(11));
        assertThat(splits(4).stream().map(split -> whole.of(split).ownTurns().orElseThrow()))
                .containsExactly(3L, 3L, 3L, 2L);
        assertThat(plan(new LoadPace.Closed(), OptionalLong.empty())
                        .of(new ClientSplit(4, 1))
                        .ownTurns())
                .isEmpty();
    }

    @Test
    void a_user_cannot_be_divided() {
        LoadPlan whole = plan(new LoadPace.Terminals(3, 1, LoadPace.Arrival.CONSTANT), OptionalLong.empty());
        assertThatThrownBy(() -> whole.of(new ClientSplit(4, 0)))
                .hasMessage(
                        "3 terminals, 1/s each, constant cannot be divided among 4 clients: each needs one at least");
    }

    @Test
    void a_client_beyond_the_last_does_not_exist() {
        assertThatThrownBy(() -> new ClientSplit(8, 8)).hasMessage("client must be from 0 to 7 (of 8 clients): 8");
        assertThatThrownBy(() -> new ClientSplit(8, -1)).hasMessage("client must be from 0 to 7 (of 8 clients): -1");
        assertThatThrownBy(() -> new ClientSplit(0, 0)).hasMessage("clients must be from 1 to 1000000: 0");
    }

    private static void requireRanges(int clients, long total) {
        BigInteger sum = BigInteger.ZERO;
        for (int client : clients > 5_000 ? new int[] {0, 1, clients / 2, clients - 2, clients - 1} : all(clients)) {
            ClientSplit split = new ClientSplit(clients, client);
            long next = client + 1 == clients ? total : new ClientSplit(clients, client + 1).first(total);
            assertThat(split.first(total) + split.count(total))
                    .as("%s things, %s", total, split)
                    .isEqualTo(next);
            assertThat(split.count(total)).isBetween(total / clients, total / clients + 1);
            sum = sum.add(BigInteger.valueOf(split.count(total)));
        }
        assertThat(new ClientSplit(clients, 0).first(total)).isZero();
        if (clients <= 5_000) {
            assertThat(sum).isEqualTo(BigInteger.valueOf(total));
        }
    }

    private static int[] all(int clients) {
        return IntStream.range(0, clients).toArray();
    }

    private static List<ClientSplit> splits(int clients) {
        return IntStream.range(0, clients)
                .mapToObj(client -> new ClientSplit(clients, client))
                .toList();
    }

    /**
     * Returns the turns that are due in the first two seconds: of a schedule of its own the number of the turn and its time; of users, whose
     * turns are numbered as they are claimed, the user, the step and the time.
     */
    private static List<String> turns(LoadPace pace, ClientSplit split) {
        RunClock clock = new RunClock();
        clock.begin(Long.MAX_VALUE);
        Schedule schedule = new Schedules(plan(pace, OptionalLong.empty()).of(split), clock).make();
        List<String> turns = new ArrayList<>();
        ClaimedTurn claim = new ClaimedTurn();
        while (schedule.claim(claim) && claim.dueNs() < 2_000 * MS) {
            boolean user = claim.terminal() != TurnPosition.NO_TERMINAL;
            turns.add((user ? claim.terminal() + "/" + claim.step() : claim.index()) + "@" + claim.dueNs());
            claim.answered(claim.dueNs());
        }
        return turns;
    }

    /** Returns the times of turns after a calibration, since the first of them. */
    private static List<Long> distances(ClientSplit split) {
        LoadPace pace = new LoadPace.ShareOfMaximum(0.5, Duration.ofSeconds(1), LoadPace.Arrival.POISSON);
        RunClock clock = new RunClock();
        clock.begin(Long.MAX_VALUE);
        CalibratedSchedule schedule = (CalibratedSchedule)
                new Schedules(plan(pace, OptionalLong.empty()).of(split), clock).make();
        schedule.settle(1000);
        List<Long> due = new ArrayList<>();
        ClaimedTurn claim = new ClaimedTurn();
        while (due.size() < 20 && schedule.claim(claim)) {
            due.add(claim.dueNs());
        }
        return due.stream().map(at -> at - due.getFirst()).toList();
    }

    private static LoadPlan plan(LoadPace pace, OptionalLong turns) {
        return new LoadPlan(
                4,
                pace,
                turns,
                Optional.empty(),
                Duration.ZERO,
                Duration.ofSeconds(1),
                42,
                LoadPlan.Threads.PLATFORM,
                List.of());
    }
}
