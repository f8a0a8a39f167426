package squall.tpcc.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import squall.tpcc.TransactionType;
import squall.tpcc.terminal.TransactionMix.DeckMix;

class DeckMixTest {
    private final TransactionMix deck = new DeckMix();

    @Test
    void each_deck_has_ten_ten_and_one_of_each_other() {
        for (long first = 0; first < 230; first += 23) {
            assertThat(hand(7, 3, first))
                    .containsExactlyInAnyOrderElementsOf(("NP".repeat(10) + "ODS")
                            .chars()
                            .mapToObj(DeckMixTest::type)
                            .toList());
        }
    }

    @Test
    void decks_of_another_step_terminal_and_seed_are_shuffled_otherwise() {
        assertThat(List.of(hand(7, 3, 0), hand(7, 3, 23), hand(7, 4, 0), hand(8, 3, 0)))
                .doesNotHaveDuplicates();
        assertThat(hand(7, 3, 0)).isEqualTo(hand(7, 3, 0));
    }

    @Test
    void any_card_may_come_first() {
        assertThat(LongStream.range(0, 500)
                        .mapToObj(step -> deck.at(7, 0, step * 23))
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(TransactionType.values());
    }

    @Test
    void shares_are_those_of_the_cards() {
        assertThat(Arrays.stream(TransactionType.values()).map(deck::share))
                .containsExactly(10 / 23.0, 10 / 23.0, 1 / 23.0, 1 / 23.0, 1 / 23.0);
    }

    private List<TransactionType> hand(long seed, int terminal, long first) {
        return LongStream.range(first, first + 23)
                .mapToObj(step -> deck.at(seed, terminal, step))
                .toList();
    }

    private static TransactionType type(int letter) {
        return switch (letter) {
            case 'N' -> TransactionType.NEW_ORDER;
            case 'P' -> TransactionType.PAYMENT;
            case 'O' -> TransactionType.ORDER_STATUS;
            case 'D' -> TransactionType.DELIVERY;
            default -> TransactionType.STOCK_LEVEL;
        };
    }
}
