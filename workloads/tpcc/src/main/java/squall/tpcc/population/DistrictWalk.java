package squall.tpcc.population;

import squall.tpcc.WarehouseScale;

/** Iteration over the districts of a warehouse, and within each over the numbers of a range. One thread. */
final class DistrictWalk {
    private final int first;
    private final int last;
    private int district = 1;
    private int number;

    DistrictWalk(int first, int last) {
        this.first = first;
        this.last = last;
        this.number = first - 1;
    }

    /** Advances to the next number; returns false after the last. */
    boolean next() {
        if (number == last) {
            district++;
            number = first;
        } else {
            number++;
        }
        return district <= WarehouseScale.DISTRICTS;
    }

    /** Returns whether this is the first number of its district. */
    boolean begins() {
        return number == first;
    }

    int district() {
        return district;
    }

    int number() {
        return number;
    }
}
