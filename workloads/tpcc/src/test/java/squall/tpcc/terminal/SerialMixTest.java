package squall.tpcc.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static squall.tpcc.TransactionType.NEW_ORDER;
import static squall.tpcc.TransactionType.PAYMENT;
import static squall.tpcc.TransactionType.STOCK_LEVEL;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import squall.tpcc.terminal.TransactionMix.SerialMix;

class SerialMixTest {
    @Test
    void the_file_decides_the_order_and_it_begins_again() {
        SerialMix order = new SerialMix(List.of(STOCK_LEVEL, PAYMENT, NEW_ORDER), false);

        assertThat(IntStream.range(0, 5).mapToObj(step -> order.at(7, 3, step)))
                .containsExactly(STOCK_LEVEL, PAYMENT, NEW_ORDER, STOCK_LEVEL, PAYMENT);
        assertThat(IntStream.range(0, 5)).noneMatch(order::cold);
        assertThat(order.round()).isEqualTo(3);
        assertThat(order.share(PAYMENT)).isEqualTo(1.0 / 3);
        assertThat(order.label()).isEqualTo("StockLevel, Payment, NewOrder in order");
    }

    @Test
    void done_twice_each_is_cold_first() {
        SerialMix order = new SerialMix(List.of(PAYMENT, NEW_ORDER), true);

        assertThat(IntStream.range(0, 4).mapToObj(step -> order.at(7, 3, step) + " " + order.cold(step)))
                .containsExactly("PAYMENT true", "PAYMENT false", "NEW_ORDER true", "NEW_ORDER false");
        assertThat(order.round()).isEqualTo(4);
    }

    @Test
    void nothing_in_order_is_no_mix() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SerialMix(List.of(), true))
                .withMessage("there must be at least one transaction");
    }
}
