package squall.bench.dials;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** What a server remembers of TPC-C: how many orders each district has numbered. For all connections, without a lock. */
final class Shop {
    static final int DISTRICTS = 10;
    /** The first free number after the population of clause 4.3.3.1. */
    private static final int FIRST_ORDER = 3001;

    private final AtomicIntegerArray next;

    Shop(int warehouses) {
        int[] orders = new int[warehouses * DISTRICTS];
        Arrays.fill(orders, FIRST_ORDER);
        next = new AtomicIntegerArray(orders);
    }

    int warehouses() {
        return next.length() / DISTRICTS;
    }

    /** The number that the district would give its next order. */
    int next(long warehouse, long district) {
        return next.get(place(warehouse, district));
    }

    /** Numbers one order. */
    int number(long warehouse, long district) {
        return next.getAndIncrement(place(warehouse, district));
    }

    private static int place(long warehouse, long district) {
        return Math.toIntExact((warehouse - 1) * DISTRICTS + district - 1);
    }
}
