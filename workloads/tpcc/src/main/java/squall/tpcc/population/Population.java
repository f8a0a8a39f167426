package squall.tpcc.population;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.LocalDateTime;
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
        SeededRandom chance = SeededRandom.at(seed, stream(table), warehouse);
        return switch (table) {
            case ITEM -> new ItemRows(chance);
            case WAREHOUSE -> new WarehouseRows(chance, warehouse);
            case STOCK -> new StockRows(chance, warehouse);
            case DISTRICT -> new DistrictRows(chance, warehouse);
            case CUSTOMER ->
                new CustomerRows(
                        chance, warehouse, moment, NuRandConstants.loadedLastNames(NuRandConstants.lastNameLoad(seed)));
            case HISTORY -> new HistoryRows(chance, warehouse, moment);
            case OORDER -> new OrderRows(chance, orders(warehouse), moment);
            case NEW_ORDER -> new NewOrderRows(warehouse);
            case ORDER_LINE -> new OrderLineRows(chance, orders(warehouse), moment);
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

    private static final class NewOrderRows implements TableRows {
        private final int warehouse;
        private final DistrictWalk walk = new DistrictWalk(Population.FIRST_NEW_ORDER, Population.ORDERS);

        NewOrderRows(int warehouse) {
            this.warehouse = warehouse;
        }

        @Override
        public boolean next(RowSink sink) {
            if (!walk.next()) {
                return false;
            }
            sink.whole(warehouse);
            sink.whole(walk.district());
            sink.whole(walk.number());
            sink.endRow();
            return true;
        }
    }

    private static final class ItemRows implements TableRows {
        private final SeededRandom chance;
        private final RandomStrings words;
        private int item;

        ItemRows(SeededRandom chance) {
            this.chance = chance;
            this.words = new RandomStrings(chance);
        }

        @Override
        public boolean next(RowSink sink) {
            if (item == WarehouseScale.ITEMS) {
                return false;
            }
            sink.whole(++item);
            words.word(sink, 14, 24);
            sink.decimal(chance.between(1_00, 100_00), 2);
            words.data(sink, 26, 50);
            sink.whole(chance.between(1, 10_000));
            sink.endRow();
            return true;
        }
    }

    private static final class WarehouseRows implements TableRows {
        private final SeededRandom chance;
        private final RandomStrings words;
        private final int warehouse;
        private boolean done;

        WarehouseRows(SeededRandom chance, int warehouse) {
            this.chance = chance;
            this.words = new RandomStrings(chance);
            this.warehouse = warehouse;
        }

        @Override
        public boolean next(RowSink sink) {
            if (done) {
                return false;
            }
            done = true;
            sink.whole(warehouse);
            sink.decimal(300_000_00, 2);
            sink.decimal(chance.between(0, 2000), 4);
            words.word(sink, 6, 10);
            words.address(sink);
            sink.endRow();
            return true;
        }
    }

    private static final class DistrictRows implements TableRows {
        private final SeededRandom chance;
        private final RandomStrings words;
        private final int warehouse;
        private int district;

        DistrictRows(SeededRandom chance, int warehouse) {
            this.chance = chance;
            this.words = new RandomStrings(chance);
            this.warehouse = warehouse;
        }

        @Override
        public boolean next(RowSink sink) {
            if (district == WarehouseScale.DISTRICTS) {
                return false;
            }
            sink.whole(warehouse);
            sink.whole(++district);
            sink.decimal(30_000_00, 2);
            sink.decimal(chance.between(0, 2000), 4);
            sink.whole(Population.ORDERS + 1);
            words.word(sink, 6, 10);
            words.address(sink);
            sink.endRow();
            return true;
        }
    }

    private static final class HistoryRows implements TableRows {
        private final RandomStrings words;
        private final int warehouse;
        private final LocalDateTime moment;
        private final DistrictWalk walk = new DistrictWalk(1, WarehouseScale.CUSTOMERS_PER_DISTRICT);

        HistoryRows(SeededRandom chance, int warehouse, LocalDateTime moment) {
            this.words = new RandomStrings(chance);
            this.warehouse = warehouse;
            this.moment = moment;
        }

        @Override
        public boolean next(RowSink sink) {
            if (!walk.next()) {
                return false;
            }
            sink.whole(walk.number());
            sink.whole(walk.district());
            sink.whole(warehouse);
            sink.whole(walk.district());
            sink.whole(warehouse);
            sink.moment(moment);
            sink.decimal(10_00, 2);
            words.word(sink, 12, 24);
            sink.endRow();
            return true;
        }
    }

    private static final class StockRows implements TableRows {
        private final SeededRandom chance;
        private final RandomStrings words;
        private final int warehouse;
        private int item;

        StockRows(SeededRandom chance, int warehouse) {
            this.chance = chance;
            this.words = new RandomStrings(chance);
            this.warehouse = warehouse;
        }

        @Override
        public boolean next(RowSink sink) {
            if (item == WarehouseScale.ITEMS) {
                return false;
            }
            sink.whole(warehouse);
            sink.whole(++item);
            sink.whole(chance.between(10, 100));
            sink.whole(0);
            sink.whole(0);
            sink.whole(0);
            words.data(sink, 26, 50);
            for (int district = 1; district <= WarehouseScale.DISTRICTS; district++) {
                words.word(sink, 24, 24);
            }
            sink.endRow();
            return true;
        }
    }

    private static final class CustomerRows implements TableRows {
        private static final byte[] GOOD = "GC".getBytes(US_ASCII);
        private static final byte[] BAD = "BC".getBytes(US_ASCII);
        private static final byte[] MIDDLE = "OE".getBytes(US_ASCII);

        private final SeededRandom chance;
        private final RandomStrings words;
        private final int warehouse;
        private final LocalDateTime moment;
        private final NuRandConstants.NuRand lastNames;
        private final DistrictWalk walk = new DistrictWalk(1, WarehouseScale.CUSTOMERS_PER_DISTRICT);

        CustomerRows(SeededRandom chance, int warehouse, LocalDateTime moment, NuRandConstants.NuRand lastNames) {
            this.chance = chance;
            this.words = new RandomStrings(chance);
            this.warehouse = warehouse;
            this.moment = moment;
            this.lastNames = lastNames;
        }

        @Override
        public boolean next(RowSink sink) {
            if (!walk.next()) {
                return false;
            }
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
            sink.endRow();
            return true;
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
    }

    private static final class OrderLineRows implements TableRows {
        private final SeededRandom chance;
        private final RandomStrings words;
        private final PopulationOrders orders;
        private final LocalDateTime moment;
        private final DistrictWalk walk = new DistrictWalk(1, Population.ORDERS);
        private int line;
        private int lines;

        OrderLineRows(SeededRandom chance, PopulationOrders orders, LocalDateTime moment) {
            this.chance = chance;
            this.words = new RandomStrings(chance);
            this.orders = orders;
            this.moment = moment;
        }

        @Override
        public boolean next(RowSink sink) {
            if (line == lines && !nextOrder()) {
                return false;
            }
            line++;
            boolean delivered = PopulationOrders.delivered(walk.number());
            sink.whole(orders.warehouse());
            sink.whole(walk.district());
            sink.whole(walk.number());
            sink.whole(line);
            sink.whole(chance.between(1, WarehouseScale.ITEMS));
            if (delivered) {
                sink.moment(moment);
            } else {
                sink.none();
            }
            sink.decimal(delivered ? 0 : chance.between(1, 9_999_99), 2);
            sink.whole(orders.warehouse());
            sink.whole(5);
            words.word(sink, 24, 24);
            sink.endRow();
            return true;
        }

        private boolean nextOrder() {
            if (!walk.next()) {
                return false;
            }
            line = 0;
            lines = orders.lines(walk.district(), walk.number());
            return true;
        }
    }

    private static final class OrderRows implements TableRows {
        private final SeededRandom chance;
        private final PopulationOrders orders;
        private final LocalDateTime moment;
        private final DistrictWalk walk = new DistrictWalk(1, Population.ORDERS);
        private final int[] customers =
                IntStream.rangeClosed(1, WarehouseScale.CUSTOMERS_PER_DISTRICT).toArray();

        OrderRows(SeededRandom chance, PopulationOrders orders, LocalDateTime moment) {
            this.chance = chance;
            this.orders = orders;
            this.moment = moment;
        }

        @Override
        public boolean next(RowSink sink) {
            if (!walk.next()) {
                return false;
            }
            if (walk.begins()) {
                shuffle();
            }
            sink.whole(orders.warehouse());
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
            sink.endRow();
            return true;
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
