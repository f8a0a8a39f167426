package squall.tpcc.check;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import squall.check.DataAnomaly;
import squall.check.DataCheck;
import squall.spi.CheckResult;
import squall.sql.SqlDatabase;
import squall.system.HumanNumbers;
import squall.tpcc.WarehouseScale;

/**
 * Record of every New-Order that the database acknowledged, to look them all up at the end: the consistency conditions can't see a
 * transaction that was lost as a whole.
 *
 * <p>All sessions share it, without a lock; it takes a quarter of a byte an order where a district gets many. No other client may place
 * orders for the same warehouses meanwhile: an order that is found without having been acknowledged here counts as a phantom.
 */
public final class AcknowledgedOrders {
    private static final String NAME = "acknowledged orders";
    private static final String QUERY =
            "SELECT o_w_id, o_d_id, o_id FROM oorder WHERE o_w_id BETWEEN ? AND ? AND o_id >= ?";

    /** Number of warehouses looked up with one query; bounds the memory of the lookup. */
    private static final int WAREHOUSES_PER_QUERY = 100;

    private static final int ROWS_PER_FETCH = 10_000;

    private final WarehouseScale scale;
    private final OrderSet[] districts;
    private final AtomicIntegerArray unknown;
    private final LongAdder twice = new LongAdder();
    private final LongAdder rolledBack = new LongAdder();
    private volatile Optional<NextOrders> start = Optional.empty();

    /** @param scale orders are expected for this client's warehouses only */
    public AcknowledgedOrders(WarehouseScale scale) {
        this.scale = scale;
        this.districts = newSets(DistrictNumbers.count(scale));
        this.unknown = new AtomicIntegerArray(districts.length);
    }

    /**
     * Reads each district's next order number. To be called before the first transaction.
     *
     * @throws IOException if the database cannot be asked; the message says what failed and why
     */
    public void begin(SqlDatabase database) throws IOException, InterruptedException {
        start = Optional.of(NextOrders.read(database, scale, false));
    }

    /** Counts a New-Order that was rolled back, as 1 % must be: it places no order. */
    public void rolledBack() {
        rolledBack.increment();
    }

    /** Records a New-Order whose commit the database acknowledged. */
    public void acknowledged(int warehouse, int district, long order) {
        if (!districts[DistrictNumbers.place(scale, warehouse, district)].add(order)) {
            twice.increment();
        }
    }

    /** Counts a New-Order that may have been committed: the answer was lost, and with it the order's number. */
    public void unknown(int warehouse, int district) {
        unknown.incrementAndGet(DistrictNumbers.place(scale, warehouse, district));
    }

    /** Looks up all acknowledged orders. The load must have stopped. */
    public CheckResult verify(SqlDatabase database) throws InterruptedException {
        if (start.isEmpty()) {
            return DataCheck.skipped(NAME, CheckResult.NOTHING + ": no transaction was started");
        }
        NextOrders before = start.get();
        return DataCheck.of(NAME, "acknowledged orders", check -> {
            if (twice.sum() > 0) {
                check.wrong(
                        twice.sum() == 1
                                ? "1 order number was assigned twice"
                                : HumanNumbers.count(twice.sum()) + " order numbers were assigned twice");
            }
            boolean placed = unknowns() > 0 || Arrays.stream(districts).anyMatch(orders -> orders.size() > 0);
            OrderLookup found =
                    database.lookUp("looking up orders", placed, connection -> lookedUp(connection, before, check));
            return judged(check, found, NextOrders.read(database, scale, placed).since(before));
        });
    }

    private OrderLookup lookedUp(Connection connection, NextOrders before, DataCheck check) throws SQLException {
        connection.setAutoCommit(false); // rows are streamed only inside a transaction
        OrderLookup all = OrderLookup.NOTHING;
        for (WarehouseScale some : ConditionSurvey.batches(scale, WAREHOUSES_PER_QUERY)) {
            OrderLookup found = lookedUp(connection, some, before);
            if (all.example().isEmpty()) {
                found.example().ifPresent(check::wrong);
            }
            all = all.plus(found);
        }
        connection.rollback();
        return all;
    }

    private OrderLookup lookedUp(Connection connection, WarehouseScale some, NextOrders before) throws SQLException {
        OrderSet[] there = newSets(DistrictNumbers.count(some));
        try (PreparedStatement query = connection.prepareStatement(QUERY)) {
            query.setFetchSize(ROWS_PER_FETCH);
            query.setInt(1, some.from());
            query.setInt(2, some.last());
            query.setInt(3, before.lowest(some.from(), some.last()));
            collect(query, some, before, there);
        }
        OrderLookup all = OrderLookup.NOTHING;
        for (int warehouse = some.from(); warehouse <= some.last(); warehouse++) {
            for (int district = 1; district <= WarehouseScale.DISTRICTS; district++) {
                int place = DistrictNumbers.place(scale, warehouse, district);
                all = all.plus(OrderLookup.of(
                        "warehouse " + warehouse + " district " + district,
                        districts[place],
                        there[DistrictNumbers.place(some, warehouse, district)],
                        unknown.get(place)));
            }
        }
        return all;
    }

    private static void collect(PreparedStatement query, WarehouseScale some, NextOrders before, OrderSet[] there)
            throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                int warehouse = rows.getInt(1);
                int district = rows.getInt(2);
                int order = rows.getInt(3);
                if (order >= before.of(warehouse, district)) {
                    there[DistrictNumbers.place(some, warehouse, district)].add(order);
                }
            }
        }
    }

    private String judged(DataCheck check, OrderLookup found, long numbered) {
        check.examined(found.acknowledged() + found.phantom() + found.resolved());
        check.figure(CheckResult.ACKNOWLEDGED, found.acknowledged());
        check.figure(CheckResult.UNKNOWN, unknowns());
        check.figure(DataAnomaly.LOST.label(), found.lost());
        check.figure(DataAnomaly.PHANTOM.label(), found.phantom());
        long most = found.acknowledged() + unknowns();
        if (numbered < found.acknowledged() || numbered > most) {
            check.wrong("the order counters of the districts do not match the placed orders");
        }
        return counts(found, numbered);
    }

    private String counts(OrderLookup found, long numbered) {
        StringBuilder detail = new StringBuilder(HumanNumbers.count(found.acknowledged()))
                .append(" acknowledged, ")
                .append(HumanNumbers.count(found.lost()))
                .append(" lost, ")
                .append(HumanNumbers.count(found.phantom()))
                .append(" phantom, ")
                .append(HumanNumbers.count(twice.sum()))
                .append(" numbered twice; districts counted ")
                .append(HumanNumbers.count(numbered));
        if (rolledBack.sum() > 0) {
            detail.append("; ")
                    .append(HumanNumbers.counted(rolledBack.sum(), "more New-Order"))
                    .append(" rolled back, as TPC-C wants of 1 %");
        }
        if (unknowns() > 0) {
            detail.append("; of ")
                    .append(HumanNumbers.count(unknowns()))
                    .append(" whose response was lost ")
                    .append(HumanNumbers.count(found.resolved()))
                    .append(" are there");
        }
        return detail.toString();
    }

    private long unknowns() {
        long sum = 0;
        for (int place = 0; place < districts.length; place++) {
            sum += unknown.get(place);
        }
        return sum;
    }

    private static OrderSet[] newSets(int count) {
        OrderSet[] sets = new OrderSet[count];
        Arrays.setAll(sets, place -> new OrderSet());
        return sets;
    }

    /**
     * Result of looking up the orders.
     *
     * @param acknowledged number of orders that the database acknowledged to this client
     * @param lost number of acknowledged orders that are missing
     * @param phantom number of orders that are there, though neither acknowledged nor accounted for by an unknown outcome
     * @param resolved number of orders that are there, and accounted for by an unknown outcome
     * @param example a lost or phantom order
     */
    private record OrderLookup(long acknowledged, long lost, long phantom, long resolved, Optional<String> example) {
        static final OrderLookup NOTHING = new OrderLookup(0, 0, 0, 0, Optional.empty());

        /** Compares the orders of one district. @param unknown number of its orders that may or may not be there */
        static OrderLookup of(String district, OrderSet acknowledged, OrderSet there, int unknown) {
            long extra = there.sizeWithout(acknowledged);
            long lost = acknowledged.sizeWithout(there);
            long phantom = Math.max(0, extra - unknown);
            Optional<String> example = Optional.empty();
            if (lost > 0) {
                example = Optional.of("lost is " + district + " order " + acknowledged.lowestWithout(there));
            } else if (phantom > 0) {
                example = Optional.of(
                        "not placed by this run: " + district + " order " + there.lowestWithout(acknowledged));
            }
            return new OrderLookup(acknowledged.size(), lost, phantom, extra - phantom, example);
        }

        OrderLookup plus(OrderLookup other) {
            return new OrderLookup(
                    acknowledged + other.acknowledged,
                    lost + other.lost,
                    phantom + other.phantom,
                    resolved + other.resolved,
                    example.or(other::example));
        }
    }

    /** Next order number of each district, at one moment. */
    private static final class NextOrders {
        private static final String QUERY =
                "SELECT d_w_id, d_id, d_next_o_id FROM district WHERE d_w_id BETWEEN ? AND ?";

        private final WarehouseScale scale;
        private final int[] next;

        private NextOrders(WarehouseScale scale, int[] next) {
            this.scale = scale;
            this.next = next;
        }

        /**
         * @param placed whether orders were placed, whose numbers must be seen
         * @throws IOException without a cause if a district is missing
         * @throws IOException if the database cannot be asked
         */
        static NextOrders read(SqlDatabase database, WarehouseScale scale, boolean placed)
                throws IOException, InterruptedException {
            int[] next = new int[scale.warehouses() * WarehouseScale.DISTRICTS];
            int found = database.lookUp("reading the districts", placed, connection -> {
                try (PreparedStatement query = connection.prepareStatement(QUERY)) {
                    query.setInt(1, scale.from());
                    query.setInt(2, scale.last());
                    return read(query, scale, next);
                }
            });
            if (found != next.length) {
                throw new IOException("warehouses " + scale.from() + " to " + scale.last() + " have " + found
                        + " districts, expected " + next.length + ": load them first");
            }
            return new NextOrders(scale, next);
        }

        private static int read(PreparedStatement query, WarehouseScale scale, int[] next) throws SQLException {
            int found = 0;
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    next[DistrictNumbers.place(scale, rows.getInt(1), rows.getInt(2))] = rows.getInt(3);
                    found++;
                }
            }
            return found;
        }

        int of(int warehouse, int district) {
            return next[DistrictNumbers.place(scale, warehouse, district)];
        }

        /** Returns the lowest number among these warehouses. */
        int lowest(int fromWarehouse, int toWarehouse) {
            int lowest = Integer.MAX_VALUE;
            for (int place = DistrictNumbers.place(scale, fromWarehouse, 1);
                    place <= DistrictNumbers.place(scale, toWarehouse, WarehouseScale.DISTRICTS);
                    place++) {
                lowest = Math.min(lowest, next[place]);
            }
            return lowest;
        }

        /** Returns the number of orders placed from the earlier moment to this one. */
        long since(NextOrders earlier) {
            long grown = 0;
            for (int place = 0; place < next.length; place++) {
                grown += next[place] - earlier.next[place];
            }
            return grown;
        }
    }

    /** Numbering of the districts of a client's warehouses, from 0. */
    private static final class DistrictNumbers {
        private DistrictNumbers() {}

        static int count(WarehouseScale scale) {
            return Math.multiplyExact(scale.warehouses(), WarehouseScale.DISTRICTS);
        }

        static int place(WarehouseScale scale, int warehouse, int district) {
            return (warehouse - scale.from()) * WarehouseScale.DISTRICTS + district - 1;
        }
    }
}
