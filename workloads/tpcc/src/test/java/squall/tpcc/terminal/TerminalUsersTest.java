package squall.tpcc.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import squall.tpcc.TransactionType;
import squall.tpcc.terminal.TransactionMix.DeckMix;
import squall.tpcc.terminal.TransactionMix.WeightedMix;

class TerminalUsersTest {
    private static final int WAREHOUSES = 100;
    private static final int MINUTES = 120;
    private static final long SECOND = 1_000_000_000L;

    @Test
    void the_deck_reaches_98_percent_of_the_ceiling() {
        assertThat(efficiency(new DeckMix(), 0)).isCloseTo(98.0, within(0.3));
    }

    @Test
    void the_usual_weights_reach_100_percent() {
        assertThat(efficiency(WeightedMix.USUAL, 0)).isCloseTo(100.0, within(0.3));
    }

    @Test
    void a_response_time_adds_to_every_cycle() {
        double cycle = TerminalWaits.SPECIFIED.meanCycleSeconds(new DeckMix());

        assertThat(cycle).isCloseTo(476 / 23.0, within(1e-9));
        assertThat(efficiency(new DeckMix(), 2)).isCloseTo(98.02 * cycle / (cycle + 2), within(0.3));
    }

    @Test
    void keying_is_constant_and_thinking_exponential_cut_at_ten_means() {
        TerminalUsers users = users(WeightedMix.USUAL);
        long[] thoughts = LongStream.range(0, 200_000)
                .filter(step -> users.mix().at(7, 0, step) == TransactionType.NEW_ORDER)
                .map(step -> users.thinkNs(0, step))
                .toArray();

        assertThat(users.keyingNs(TransactionType.NEW_ORDER)).isEqualTo(18 * SECOND);
        assertThat(LongStream.of(thoughts).average().orElseThrow() / 12e9).isCloseTo(1, within(0.02));
        assertThat(LongStream.of(thoughts).max().orElseThrow()).isLessThanOrEqualTo(120 * SECOND);
        // e^-1 of an exponential distribution lie above its mean.
        assertThat((double) LongStream.of(thoughts).filter(t -> t > 12 * SECOND).count() / thoughts.length)
                .isCloseTo(Math.exp(-1), within(0.01));
    }

    @Test
    void the_delay_is_the_thought_about_the_answer_and_the_keying_of_what_comes_next() {
        TerminalUsers users = users(WeightedMix.USUAL);

        assertThat(users.delayNs(5, 8))
                .isEqualTo(users.thinkNs(5, 7) + users.keyingNs(users.mix().at(7, 5, 8)));
    }

    @Test
    void users_begin_anywhere_within_a_cycle() {
        TerminalUsers users = users(WeightedMix.USUAL);
        double latest = TerminalWaits.SPECIFIED.meanCycleSeconds(WeightedMix.USUAL) * 1e9;

        List<Long> begun = IntStream.range(0, 1000)
                .mapToObj(t -> users.delayNs(t, 0) - users.keyingNs(users.mix().at(7, t, 0)))
                .toList();

        assertThat(begun)
                .allMatch(at -> at >= 0 && at < latest)
                .anyMatch(at -> at < latest / 10)
                .anyMatch(at -> at > latest * 9 / 10);
    }

    @Test
    void without_waits_there_is_no_delay() {
        TerminalUsers hasty = new TerminalUsers(
                7, new DeckMix(), TerminalWaits.of(type -> new TerminalWaits.Wait(Duration.ZERO, Duration.ZERO)));

        assertThat(hasty.delayNs(3, 0)).isZero();
        assertThat(hasty.delayNs(3, 9)).isZero();
    }

    @Test
    void the_manifest_tells_mix_and_waits() {
        assertThat(users(new DeckMix()))
                .hasToString("deck of 23; NewOrder 18 + 12 s, Payment 3 + 12 s, OrderStatus 2 + 10 s, Delivery 2 + 5 s,"
                        + " StockLevel 2 + 5 s");
    }

    /** Returns the efficiency on a simulated clock: ten terminals a warehouse, measured over two hours after a first quarter of an hour. */
    private static double efficiency(TransactionMix mix, int responseSeconds) {
        TerminalUsers users = users(mix);
        long fromNs = 15 * 60 * SECOND;
        long toNs = fromNs + MINUTES * 60 * SECOND;
        long orders = IntStream.range(0, WAREHOUSES * 10)
                .mapToLong(terminal -> orders(users, terminal, responseSeconds * SECOND, fromNs, toNs))
                .sum();
        return 100.0 * orders / MINUTES / (12.86 * WAREHOUSES);
    }

    private static long orders(TerminalUsers users, int terminal, long responseNs, long fromNs, long toNs) {
        long orders = 0;
        long nowNs = 0;
        for (long step = 0; nowNs < toNs; step++) {
            nowNs += users.delayNs(terminal, step) + responseNs;
            boolean counted = nowNs >= fromNs && nowNs < toNs;
            orders += counted && users.mix().at(users.seed(), terminal, step) == TransactionType.NEW_ORDER ? 1 : 0;
        }
        return orders;
    }

    private static TerminalUsers users(TransactionMix mix) {
        return new TerminalUsers(7, mix, TerminalWaits.SPECIFIED);
    }
}
