package squall.tpcc.check;

import squall.tpcc.WarehouseScale;

/** Numbers the districts of a client's warehouses from 0. */
final class DistrictNumbers {
    private DistrictNumbers() {}

    static int count(WarehouseScale scale) {
        return Math.multiplyExact(scale.warehouses(), WarehouseScale.DISTRICTS);
    }

    static int place(WarehouseScale scale, int warehouse, int district) {
        return (warehouse - scale.from()) * WarehouseScale.DISTRICTS + district - 1;
    }
}
