package squall.tpcc.population;

import squall.tpcc.WarehouseScale;

/** Data that an order's row and the rows of its lines must agree on. One thread. */
final class PopulationOrders {
    /** Place of the stream that decides how many lines orders have; a number that no table's stream has. */
    private static final long LINE_COUNTS = 1L << 40;

    private final long seed;
    private final int warehouse;
    private final SeededRandom chance = SeededRandom.at(0, 0, 0);

    PopulationOrders(long seed, int warehouse) {
        this.seed = seed;
        this.warehouse = warehouse;
    }

    /** Returns the number of lines of an order, 5 to 15. */
    int lines(int district, int order) {
        chance.restart(
                seed,
                LINE_COUNTS,
                ((long) warehouse * WarehouseScale.DISTRICTS + district) * Population.ORDERS + order);
        return chance.between(5, 15);
    }

    /** Returns the number of lines of all orders of the warehouse. */
    int lines() {
        int lines = 0;
        for (int district = 1; district <= WarehouseScale.DISTRICTS; district++) {
            for (int order = 1; order <= Population.ORDERS; order++) {
                lines += lines(district, order);
            }
        }
        return lines;
    }

    static boolean delivered(int order) {
        return order < Population.FIRST_NEW_ORDER;
    }
}
