package squall.tpcc.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import squall.spi.TurnPosition;
import squall.tpcc.WarehouseScale;

class TerminalHomesTest {
    private static final WarehouseScale WAREHOUSES_4_TO_6_OF_9 = new WarehouseScale(9, 4, 3);

    @Test
    void ten_terminals_a_warehouse_have_each_district_once() {
        TerminalHomes homes = TerminalHomes.specified(WAREHOUSES_4_TO_6_OF_9);

        assertThat(places(homes))
                .hasSize(30)
                .doesNotHaveDuplicates()
                .allMatch(place -> place.matches("[456]/([1-9]|10)"));
    }

    @Test
    void fewer_terminals_than_warehouses_stand_in_different_ones() {
        TerminalHomes homes = new TerminalHomes(WAREHOUSES_4_TO_6_OF_9, 2);

        assertThat(places(homes)).containsExactly("4/1", "5/1");
    }

    @Test
    void more_terminals_than_districts_begin_again() {
        assertThat(places(new TerminalHomes(WarehouseScale.of(1), 12))).endsWith("1/10", "1/1", "1/2");
    }

    @Test
    void operations_without_a_terminal_go_round() {
        TerminalHomes homes = new TerminalHomes(WarehouseScale.of(1), 3);

        assertThat(IntStream.range(0, 5)
                        .<TurnPosition>mapToObj(index -> () -> index)
                        .map(place -> homes.terminal(place) + " step " + homes.step(place)))
                .containsExactly("0 step 0", "1 step 0", "2 step 0", "0 step 1", "1 step 1");
    }

    @Test
    void turns_that_are_dealt_out_among_clients_go_round_all_terminals_of_each() {
        TerminalHomes homes = new TerminalHomes(WarehouseScale.of(1), 3).dealtAmong(2);

        assertThat(IntStream.of(1, 3, 5, 7) // the turns of the second of two clients
                        .<TurnPosition>mapToObj(index -> () -> index)
                        .map(place -> homes.terminal(place) + " step " + homes.step(place)))
                .containsExactly("0 step 0", "1 step 0", "2 step 0", "0 step 1");
    }

    @Test
    void there_must_be_a_terminal() {
        assertThatThrownBy(() -> new TerminalHomes(WarehouseScale.of(1), 0))
                .hasMessage("there must be at least 1 terminal, not 0");
    }

    private static Stream<String> places(TerminalHomes homes) {
        return IntStream.range(0, homes.terminals()).mapToObj(t -> homes.warehouse(t) + "/" + homes.district(t));
    }
}
