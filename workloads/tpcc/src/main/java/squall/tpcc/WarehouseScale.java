package squall.tpcc;

/**
 * Number of warehouses in the database, and the range of them that this client drives or loads.
 *
 * @param total warehouses in the database, numbered from 1
 * @param from the first warehouse of this client
 * @param warehouses number of warehouses of this client
 */
public record WarehouseScale(int total, int from, int warehouses) {
    /** Number of districts of a warehouse (1.2.1), and of its terminals (4.2.2). */
    public static final int DISTRICTS = 10;

    /** Most warehouses of a database: ten million terminals. */
    public static final int MOST_WAREHOUSES = 1_000_000;

    public static final int ITEMS = 100_000;
    public static final int CUSTOMERS_PER_DISTRICT = 3_000;

    public WarehouseScale {
        if (total < 1) {
            throw new IllegalArgumentException("the number of warehouses must be at least 1, not " + total);
        }
        if (total > MOST_WAREHOUSES) {
            throw new IllegalArgumentException(
                    "the number of warehouses must be at most " + MOST_WAREHOUSES + ", not " + total);
        }
        if (from < 1 || from > total) {
            throw new IllegalArgumentException("the first warehouse must be in [1, " + total + "], not " + from);
        }
        if (warehouses < 1) {
            throw new IllegalArgumentException("a client must have at least 1 warehouse, not " + warehouses);
        }
        if (from + (long) warehouses - 1 > total) {
            throw new IllegalArgumentException(
                    "warehouses " + from + " to " + (from + (long) warehouses - 1) + " are not within 1 to " + total);
        }
    }

    /** Returns the scale of a client that has all warehouses. */
    public static WarehouseScale of(int warehouses) {
        return new WarehouseScale(warehouses, 1, warehouses);
    }

    public int last() {
        return from + warehouses - 1;
    }
}
