package squall.tpcc.population;

import squall.tpcc.WarehouseScale;

/** Goes through the districts of a warehouse, and within each through numbers of a range. One thread. */
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

    /** Steps on; false behind the end. */
    boolean next() {
        if (number == last) {
            district++;
            number = first;
        } else {
            number++;
        }
        return district <= WarehouseScale.DISTRICTS;
    }

    /** Whether this is the first number of its district. */
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
