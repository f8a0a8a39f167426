package squall.tpcc.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OrderLineTest {
    @Test
    void rows_of_stock_are_locked_by_warehouse_and_item() {
        TransactionInput.OrderLine far = new TransactionInput.OrderLine(1, 10, 2, 1);
        TransactionInput.OrderLine late = new TransactionInput.OrderLine(2, 30, 1, 1);
        TransactionInput.OrderLine early = new TransactionInput.OrderLine(3, 20, 1, 1);

        assertThat(TransactionInput.OrderLine.rounds(List.of(far, late, early)))
                .containsExactly(List.of(early, late, far));
    }

    @Test
    void what_is_ordered_again_waits_for_the_next_round() {
        TransactionInput.OrderLine first = new TransactionInput.OrderLine(1, 10, 1, 3);
        TransactionInput.OrderLine elsewhere = new TransactionInput.OrderLine(2, 10, 2, 4);
        TransactionInput.OrderLine again = new TransactionInput.OrderLine(3, 10, 1, 5);
        TransactionInput.OrderLine other = new TransactionInput.OrderLine(4, 5, 1, 6);
        TransactionInput.OrderLine onceMore = new TransactionInput.OrderLine(5, 10, 1, 7);

        assertThat(TransactionInput.OrderLine.rounds(List.of(first, elsewhere, again, other, onceMore)))
                .containsExactly(List.of(other, first, elsewhere), List.of(again), List.of(onceMore));
    }
}
