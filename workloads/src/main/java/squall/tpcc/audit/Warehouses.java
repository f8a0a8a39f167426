package squall.tpcc.audit;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** Which warehouses something happened to. Any thread, without a lock. */
final class Warehouses {
    private final AtomicIntegerArray seen;

    /** @param total they are numbered from 1 to this */
    Warehouses(int total) {
        seen = new AtomicIntegerArray(total + 1);
    }

    void add(int warehouse) {
        if (seen.getPlain(warehouse) == 0) { // all but the first time nothing is written, so no cache line travels
            seen.set(warehouse, 1);
        }
    }

    int count() {
        int count = 0;
        for (int warehouse = 1; warehouse < seen.length(); warehouse++) {
            count += seen.get(warehouse);
        }
        return count;
    }
}
