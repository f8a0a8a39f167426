package squall.tpcc.check;

import squall.tpcc.Scale;

/** Numbers the districts of a client's warehouses from 0. */
final class Districts {
    private Districts() {}

    static int count(Scale scale) {
        return Math.multiplyExact(scale.warehouses(), Scale.DISTRICTS);
    }

    static int place(Scale scale, int warehouse, int district) {
        return (warehouse - scale.from()) * Scale.DISTRICTS + district - 1;
    }
}
