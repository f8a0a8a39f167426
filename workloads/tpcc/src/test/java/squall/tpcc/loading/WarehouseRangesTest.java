package squall.tpcc.loading;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class WarehouseRangesTest {
    @Test
    void neighbours_are_told_as_one() {
        assertThat(WarehouseRanges.text(new TreeSet<>(List.of(1, 2, 3, 7, 9, 10))))
                .isEqualTo("warehouses 1 to 3, 7, 9 to 10");
        assertThat(WarehouseRanges.text(new TreeSet<>(List.of(5)))).isEqualTo("warehouse 5");
        assertThat(WarehouseRanges.text(new TreeSet<>())).isEqualTo("no warehouse");
    }
}
