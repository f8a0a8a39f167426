package squall.tpcc.check;

import java.util.List;
import java.util.stream.IntStream;
import squall.tpcc.WarehouseScale;

/** Cuts a client's warehouses into pieces that one query can take. */
final class WarehouseBatches {
    private WarehouseBatches() {}

    /** In their order. @param most warehouses of one piece */
    static List<WarehouseScale> of(WarehouseScale scale, int most) {
        return IntStream.iterate(scale.from(), from -> from <= scale.last(), from -> from + most)
                .mapToObj(from -> new WarehouseScale(scale.total(), from, Math.min(most, scale.last() - from + 1)))
                .toList();
    }
}
