package squall.tpcc.population;

import squall.tpcc.Scale;
import squall.tpcc.schema.Table;

/** What an order's row and the rows of its lines must agree on. One thread. */
final class Orders {
    private final long stream;
    private final int warehouse;
    private final Chance chance = Chance.at(0, 0, 0);

    Orders(long seed, int warehouse) {
        // Apart from the streams that the tables' other values come from.
        this.stream = ~seed;
        this.warehouse = warehouse;
    }

    int warehouse() {
        return warehouse;
    }

    /** How many lines an order has: 5 to 15. */
    int lines(int district, int order) {
        chance.restart(stream, Table.OORDER.ordinal(), ((long) warehouse * Scale.DISTRICTS + district) * Population.ORDERS + order);
        return chance.between(5, 15);
    }

    /** How many lines all orders of the warehouse have. */
    int lines() {
        int lines = 0;
        for (int district = 1; district <= Scale.DISTRICTS; district++) {
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
