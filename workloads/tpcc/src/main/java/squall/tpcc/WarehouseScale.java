package squall.tpcc;

/**
 * Which warehouses there are, and which of them this client drives or loads.
 *
 * @param total warehouses in the database, numbered from 1
 * @param from the first one of this client
 * @param warehouses how many of them are this client's
 */
public record WarehouseScale(int total, int from, int warehouses) {
    /** Terminals of one warehouse, and districts (1.2.1, 4.2.2). */
    public static final int DISTRICTS = 10;

    public static final int ITEMS = 100_000;
    public static final int CUSTOMERS_PER_DISTRICT = 3_000;

    public WarehouseScale {
        if (total < 1 || from < 1 || warehouses < 1 || from + (long) warehouses - 1 > total) {
            throw new IllegalArgumentException(
                    "warehouses " + from + " to " + (from + (long) warehouses - 1) + " are not within 1 to " + total);
        }
    }

    /** All of them by one client. */
    public static WarehouseScale of(int warehouses) {
        return new WarehouseScale(warehouses, 1, warehouses);
    }

    public int last() {
        return from + warehouses - 1;
    }
}
