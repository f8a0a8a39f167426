package squall.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import squall.tpcc.TransactionType;
import squall.tpcc.WarehouseScale;
import squall.tpcc.population.NuRandConstants;
import squall.tpcc.terminal.TerminalHomes;
import squall.tpcc.terminal.TerminalWaits;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.terminal.TransactionInputs;
import squall.tpcc.terminal.TransactionMix.DeckMix;

/** Test of two clients of one run, each with five of ten warehouses: they share a seed, and nothing else. */
class ClientsTest {
    private static final int TURNS = 1000;
    private static final long SEED = 7;
    private static final TpccSettings FIRST = client(1, SEED);
    private static final TpccSettings SECOND = client(6, SEED);

    @Test
    void clients_with_the_same_seed_enter_different_orders() {
        assertThat(sameTurns(turn -> orderOf(FIRST, turn), turn -> orderOf(SECOND, turn)))
                .isLessThan(TURNS / 100);
    }

    @Test
    void clients_with_the_same_seed_ask_for_different_transactions() {
        // 10, 10, 1, 1 and 1 of 23 cards fall together in 203 of 529 cases where they are dealt independently.
        assertThat(sameTurns(turn -> typeOf(FIRST, turn), turn -> typeOf(SECOND, turn)))
                .isBetween(TURNS / 4, TURNS / 2);
    }

    @Test
    void clients_with_the_same_seed_wait_for_different_times() {
        assertThat(sameTurns(turn -> thoughtOf(FIRST, turn), turn -> thoughtOf(SECOND, turn)))
                .isZero();
    }

    @Test
    void the_same_client_does_the_same_again() {
        TpccSettings again = client(6, SEED);
        assertThat(sameTurns(turn -> orderOf(again, turn), turn -> orderOf(SECOND, turn)))
                .isEqualTo(TURNS);
    }

    @Test
    void another_seed_is_another_run_of_the_same_client() {
        TpccSettings other = client(6, SEED + 1);
        assertThat(sameTurns(turn -> orderOf(other, turn), turn -> orderOf(SECOND, turn)))
                .isLessThan(TURNS / 100);
    }

    @Test
    void users_ask_for_what_the_session_is_told() {
        for (int turn = 0; turn < TURNS; turn++) {
            int index = turn;
            assertThat(SECOND.type(() -> index))
                    .isEqualTo(SECOND.mix()
                            .at(
                                    SECOND.users().orElseThrow().seed(),
                                    SECOND.homes().terminal(() -> index),
                                    SECOND.homes().step(() -> index)));
        }
    }

    private static TpccSettings client(int from, long seed) {
        WarehouseScale scale = new WarehouseScale(10, from, 5);
        return new TpccSettings(
                TerminalHomes.specified(scale),
                new DeckMix(),
                Optional.of(TerminalWaits.SPECIFIED),
                seed,
                false,
                TpccSettings.TpccEvidence.of(scale));
    }

    /** Returns the input of a New-Order without the warehouses, which differ in any case. */
    private static List<Object> orderOf(TpccSettings client, int turn) {
        TransactionInputs inputs = new TransactionInputs(client.seed(), client.homes(), NuRandConstants.BENCHBASE);
        TransactionInput.NewOrder order = (TransactionInput.NewOrder) inputs.at(
                TransactionType.NEW_ORDER,
                client.homes().terminal(() -> turn),
                client.homes().step(() -> turn));
        return List.of(order.district(), order.customer(), order.lines().size());
    }

    private static TransactionType typeOf(TpccSettings client, int turn) {
        return client.type(() -> turn);
    }

    private static long thoughtOf(TpccSettings client, int turn) {
        return client.users()
                .orElseThrow()
                .thinkNs(client.homes().terminal(() -> turn), client.homes().step(() -> turn));
    }

    private static int sameTurns(IntFunction<Object> one, IntFunction<Object> other) {
        return (int) IntStream.range(0, TURNS)
                .filter(turn -> one.apply(turn).equals(other.apply(turn)))
                .count();
    }
}
