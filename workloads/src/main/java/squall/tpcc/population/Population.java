package squall.tpcc.population;

import java.time.LocalDateTime;
import squall.tpcc.Scale;
import squall.tpcc.schema.Table;

/**
 * What the tables hold before the first transaction (4.3.3.1): every row a function of the seed. Immutable.
 *
 * @param seed decides all values but the moment
 * @param moment when customers signed up, paid and ordered
 */
public record Population(long seed, LocalDateTime moment) {
    /** Orders of a district at first, one of each customer; the last 900 are not delivered. */
    public static final int ORDERS = Scale.CUSTOMERS_PER_DISTRICT;

    /** The first order that is not delivered yet. */
    public static final int FIRST_NEW_ORDER = 2_101;

    /** The rows of a table, anew from its first at each call. @param warehouse 0 for {@link Table#ITEM}, which belongs to none */
    public Rows rows(Table table, int warehouse) {
        Chance chance = Chance.at(seed, table.ordinal(), warehouse);
        return switch (table) {
            case ITEM -> new ItemRows(chance);
            case WAREHOUSE -> new WarehouseRows(chance, warehouse);
            case STOCK -> new StockRows(chance, warehouse);
            case DISTRICT -> new DistrictRows(chance, warehouse);
            case CUSTOMER ->
                new CustomerRows(
                        chance, warehouse, moment, Constants.loadedLastNames(Constants.lastNameLoad(seed)));
            case HISTORY -> new HistoryRows(chance, warehouse, moment);
            case OORDER -> new OrderRows(chance, orders(warehouse), moment);
            case NEW_ORDER -> new NewOrderRows(warehouse);
            case ORDER_LINE -> new OrderLineRows(chance, orders(warehouse), moment);
        };
    }

    /** How many rows of this table belong to one warehouse, exactly; for {@link Table#ITEM}, how many there are. */
    public int count(Table table, int warehouse) {
        int districts = Scale.DISTRICTS;
        return switch (table) {
            case ITEM, STOCK -> Scale.ITEMS;
            case WAREHOUSE -> 1;
            case DISTRICT -> districts;
            case CUSTOMER, HISTORY -> districts * Scale.CUSTOMERS_PER_DISTRICT;
            case OORDER -> districts * ORDERS;
            case NEW_ORDER -> districts * (ORDERS - FIRST_NEW_ORDER + 1);
            case ORDER_LINE -> orders(warehouse).lines();
        };
    }

    /** How many rows one warehouse has in all its tables. */
    public long rows(int warehouse) {
        long rows = 0;
        for (Table table : Table.values()) {
            rows += table.perWarehouse() ? count(table, warehouse) : 0;
        }
        return rows;
    }

    private Orders orders(int warehouse) {
        return new Orders(seed, warehouse);
    }
}
