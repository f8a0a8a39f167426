package squall.tpcc.population;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.LocalDateTime;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import squall.tpcc.WarehouseScale;
import squall.tpcc.schema.TpccTable;

/**
 * Content of the tables before the first transaction (4.3.3.1): every row is a function of the seed. Immutable.
 *
 * @param seed decides all values but the moment
 * @param moment when customers signed up, paid and ordered
 */
public record Population(long seed, LocalDateTime moment) {
    /** Number of orders of a district at first, one of each customer; the last 900 are not delivered. */
    public static final int ORDERS = WarehouseScale.CUSTOMERS_PER_DISTRICT;

    /** Number of the first order that is not delivered yet. */
    public static final int FIRST_NEW_ORDER = 2_101;

    /** Returns the rows of a table, from the first at each call. @param warehouse 0 for {@link TpccTable#ITEM}, which belongs to none */
    public TableRows rows(TpccTable table, int warehouse) {
        DrawnRows rows = new DrawnRows(this, table, warehouse);
        return switch (table) {
            case ITEM -> rows.numbered(WarehouseScale.ITEMS, rows::item);
            case WAREHOUSE -> rows.numbered(1, rows::warehouse);
            case STOCK -> rows.numbered(WarehouseScale.ITEMS, rows::stock);
            case DISTRICT -> rows.numbered(WarehouseScale.DISTRICTS, rows::district);
            case CUSTOMER -> rows.each(rows.walk::next, rows::customer);
            case HISTORY -> rows.each(rows.walk::next, rows::history);
            case OORDER -> rows.each(rows.walk::next, rows::order);
            case NEW_ORDER -> rows.each(rows.walk::next, rows::newOrder);
            case ORDER_LINE -> rows.each(rows::nextLine, rows::orderLine);
        };
    }

    /** Returns the exact number of rows of this table that belong to one warehouse; for {@link TpccTable#ITEM}, of all its rows. */
    public int count(TpccTable table, int warehouse) {
        int districts = WarehouseScale.DISTRICTS;
        return switch (table) {
            case ITEM, STOCK -> WarehouseScale.ITEMS;
            case WAREHOUSE -> 1;
            case DISTRICT -> districts;
            case CUSTOMER, HISTORY -> districts * WarehouseScale.CUSTOMERS_PER_DISTRICT;
            case OORDER -> districts * ORDERS;
            case NEW_ORDER -> districts * (ORDERS - FIRST_NEW_ORDER + 1);
            case ORDER_LINE -> orders(warehouse).lines();
        };
    }

    /** Returns the number of rows of one warehouse in all its tables. */
    public long rows(int warehouse) {
        long rows = 0;
        for (TpccTable table : TpccTable.values()) {
            rows += table.perWarehouse() ? count(table, warehouse) : 0;
        }
        return rows;
    }

    /** Returns the stream of a table. It follows from the name, so that rows stay the same if the order of the tables changes. */
    private static long stream(TpccTable table) {
        return table.sql().hashCode();
    }

    private PopulationOrders orders(int warehouse) {
        return new PopulationOrders(seed, warehouse);
    }

    /** Generator of the rows of one table and one warehouse, one after the other. One thread. */
    private static final class DrawnRows {
        private static final byte[] GOOD = "GC".getBytes(US_ASCII);
        private static final byte[] BAD = "BC".getBytes(US_ASCII);
        private static final byte[] MIDDLE = "OE".getBytes(US_ASCII);

        private final SeededRandom chance;
        private final RandomStrings words;
        private final int warehouse;
        private final LocalDateTime moment;
        private final PopulationOrders orders;
        private final NuRandConstants.NuRand lastNames;
        private final DistrictWalk walk;
        private final int[] customers =
                IntStream.rangeClosed(1, WarehouseScale.CUSTOMERS_PER_DISTRICT).toArray();

        /** Number of the row, if the table has no more than one a district; of the line in its order. */
        private int number;

        private int lines;

        DrawnRows(Population population, TpccTable table, int warehouse) {
            this.chance = SeededRandom.at(population.seed, stream(table), warehouse);
            this.words = new RandomStrings(chance);
            this.warehouse = warehouse;
            this.moment = population.moment;
            this.orders = population.orders(warehouse);
            this.lastNames = NuRandConstants.loadedLastNames(NuRandConstants.lastNameLoad(population.seed));
            this.walk = new DistrictWalk(table == TpccTable.NEW_ORDER ? FIRST_NEW_ORDER : 1, ORDERS);
        }

        TableRows numbered(int count, Consumer<RowSink> row) {
            return each(() -> number++ < count, row);
        }

        TableRows each(BooleanSupplier next, Consumer<RowSink> row) {
            return sink -> {
                if (!next.getAsBoolean()) {
                    return false;
                }
                row.accept(sink);
                sink.endRow();
                return true;
            };
        }

        void newOrder(RowSink sink) {
            sink.whole(warehouse);
            sink.whole(walk.district());
            sink.whole(walk.number());
        }

        void item(RowSink sink) {
            sink.whole(number);
            words.word(sink, 14, 24);
            sink.decimal(chance.between(1_00, 100_00), 2);
            words.data(sink, 26, 50);
            sink.whole(chance.between(1, 10_000));
        }

        void warehouse(RowSink sink) {
            sink.whole(warehouse);
            sink.decimal(300_000_00, 2);
            sink.decimal(chance.between(0, 2000), 4);
            words.word(sink, 6, 10);
            words.address(sink);
        }

        void district(RowSink sink) {
            sink.whole(warehouse);
            sink.whole(number);
            sink.decimal(30_000_00, 2);
            sink.decimal(chance.between(0, 2000), 4);
            sink.whole(ORDERS + 1);
            words.word(sink, 6, 10);
            words.address(sink);
        }

        void history(RowSink sink) {
            sink.whole(walk.number());
            sink.whole(walk.district());
            sink.whole(warehouse);
            sink.whole(walk.district());
            sink.whole(warehouse);
            sink.moment(moment);
            sink.decimal(10_00, 2);
            words.word(sink, 12, 24);
        }

        void stock(RowSink sink) {
            sink.whole(warehouse);
            sink.whole(number);
            sink.whole(chance.between(10, 100));
            sink.whole(0);
            sink.whole(0);
            sink.whole(0);
            words.data(sink, 26, 50);
            for (int district = 1; district <= WarehouseScale.DISTRICTS; district++) {
                words.word(sink, 24, 24);
            }
        }

        void customer(RowSink sink) {
            sink.whole(warehouse);
            sink.whole(walk.district());
            sink.whole(walk.number());
            sink.decimal(chance.between(0, 5000), 4);
            sink.text(chance.percent(10) ? BAD : GOOD, 2);
            byte[] last = LastNames.ascii(lastName(walk.number()));
            sink.text(last, last.length);
            words.word(sink, 8, 16);
            account(sink);
            words.address(sink);
            words.digits(sink, 16);
            sink.moment(moment);
            sink.text(MIDDLE, 2);
            words.word(sink, 300, 500);
        }

        /** Returns the number of a customer's last name: each name once, the rest drawn (4.3.2.3). */
        private int lastName(int customer) {
            return customer <= LastNames.COUNT ? customer - 1 : lastNames.draw(chance);
        }

        private static void account(RowSink sink) {
            sink.decimal(50_000_00, 2);
            sink.decimal(-10_00, 2);
            sink.decimal(10_00, 2);
            sink.whole(1);
            sink.whole(0);
        }

        void orderLine(RowSink sink) {
            boolean delivered = PopulationOrders.delivered(walk.number());
            sink.whole(warehouse);
            sink.whole(walk.district());
            sink.whole(walk.number());
            sink.whole(number);
            sink.whole(chance.between(1, WarehouseScale.ITEMS));
            if (delivered) {
                sink.moment(moment);
            } else {
                sink.none();
            }
            sink.decimal(delivered ? 0 : chance.between(1, 9_999_99), 2);
            sink.whole(warehouse);
            sink.whole(5);
            words.word(sink, 24, 24);
        }

        boolean nextLine() {
            if (number == lines) {
                if (!walk.next()) {
                    return false;
                }
                number = 0;
                lines = orders.lines(walk.district(), walk.number());
            }
            number++;
            return true;
        }

        void order(RowSink sink) {
            if (walk.begins()) {
                shuffle();
            }
            sink.whole(warehouse);
            sink.whole(walk.district());
            sink.whole(walk.number());
            sink.whole(customers[walk.number() - 1]);
            if (PopulationOrders.delivered(walk.number())) {
                sink.whole(chance.between(1, 10));
            } else {
                sink.none();
            }
            sink.whole(orders.lines(walk.district(), walk.number()));
            sink.whole(1);
            sink.moment(moment);
        }

        /**
         * Shuffles the customers, so that each district's orders come from them in an order of its own. It starts from the order of the
         * district before: a shuffle of any order is as good as one of the first.
         */
        private void shuffle() {
            for (int left = customers.length; left > 1; left--) {
                int other = chance.below(left);
                int customer = customers[left - 1];
                customers[left - 1] = customers[other];
                customers[other] = customer;
            }
        }
    }

    /** Iteration over the rows of one table and one warehouse, in the order of their keys. One thread. */
    public interface TableRows {
        /** Writes the next row; returns false if there is none left. */
        boolean next(RowSink sink);
    }
}
