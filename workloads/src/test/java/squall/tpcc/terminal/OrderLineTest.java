package squall.tpcc.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OrderLineTest {
    @Test
    void rows_of_stock_are_locked_by_warehouse_and_item() {
        OrderLine far = new OrderLine(1, 10, 2, 1);
        OrderLine late = new OrderLine(2, 30, 1, 1);
        OrderLine early = new OrderLine(3, 20, 1, 1);

        assertThat(OrderLine.rounds(List.of(far, late, early))).containsExactly(List.of(early, late, far));
    }

    @Test
    void what_is_ordered_again_waits_for_the_next_round() {
        OrderLine first = new OrderLine(1, 10, 1, 3);
        OrderLine elsewhere = new OrderLine(2, 10, 2, 4);
        OrderLine again = new OrderLine(3, 10, 1, 5);
        OrderLine other = new OrderLine(4, 5, 1, 6);
        OrderLine onceMore = new OrderLine(5, 10, 1, 7);

        assertThat(OrderLine.rounds(List.of(first, elsewhere, again, other, onceMore)))
                .containsExactly(List.of(other, first, elsewhere), List.of(again), List.of(onceMore));
    }
}
