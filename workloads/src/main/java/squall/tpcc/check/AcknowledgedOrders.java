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
import squall.check.DataCheck;
import squall.cli.Figures;
import squall.spi.CheckResult;
import squall.sql.SqlDatabase;
import squall.tpcc.Scale;

/**
 * Every New-Order that the database acknowledged, kept so that it can be looked up at the end: the consistency conditions can't see a
 * transaction that was lost whole.
 *
 * <p>For all sessions, without a lock; a quarter of a byte an order where a district gets many. No other client may take orders for the
 * same warehouses meanwhile: what is found without having been acknowledged here counts as a phantom.
 */
public final class AcknowledgedOrders {
    private static final String NAME = "acknowledged orders";
    private static final String QUERY =
            "SELECT o_w_id, o_d_id, o_id FROM oorder WHERE o_w_id BETWEEN ? AND ? AND o_id >= ?";

    /** So many are looked up with one query; bounds the memory of the lookup. */
    private static final int WAREHOUSES_PER_QUERY = 100;

    private static final int ROWS_PER_FETCH = 10_000;

    private final Scale scale;
    private final OrderSet[] districts;
    private final AtomicIntegerArray unknown;
    private final LongAdder twice = new LongAdder();
    private volatile Optional<NextOrders> start = Optional.empty();

    /** @param scale orders are expected for this client's warehouses only */
    public AcknowledgedOrders(Scale scale) {
        this.scale = scale;
        this.districts = newSets(Districts.count(scale));
        this.unknown = new AtomicIntegerArray(districts.length);
    }

    /**
     * Reads from where each district counts its orders. Before the first transaction.
     *
     * @throws IOException if the database cannot be asked; the message says what failed and why
     */
    public void begin(SqlDatabase database) throws IOException, InterruptedException {
        start = Optional.of(NextOrders.read(database, scale));
    }

    /** A New-Order was committed, and the database said so. One that was rolled back, as 1 % must be, is none. */
    public void acknowledged(int warehouse, int district, long order) {
        if (!districts[Districts.place(scale, warehouse, district)].add(order)) {
            twice.increment();
        }
    }

    /** A New-Order may have been committed: the answer was lost, and with it the order's number. */
    public void unknown(int warehouse, int district) {
        unknown.incrementAndGet(Districts.place(scale, warehouse, district));
    }

    /** Looks all of them up, with the load stopped. */
    public CheckResult verify(SqlDatabase database) throws InterruptedException {
        if (start.isEmpty()) {
            return DataCheck.skipped(NAME, CheckResult.NOTHING + ": no transaction was begun");
        }
        NextOrders before = start.get();
        return DataCheck.of(NAME, "acknowledged orders", check -> {
            if (twice.sum() > 0) {
                check.wrong(
                        twice.sum() == 1
                                ? "1 order number was given twice"
                                : Figures.count(twice.sum()) + " order numbers were given twice");
            }
            Lookup found = database.administer("looking up orders", connection -> lookedUp(connection, before, check));
            return judged(check, found, NextOrders.read(database, scale).since(before));
        });
    }

    private Lookup lookedUp(Connection connection, NextOrders before, DataCheck check) throws SQLException {
        connection.setAutoCommit(false); // rows are streamed only inside a transaction
        Lookup all = Lookup.NOTHING;
        for (Scale some : Batches.of(scale, WAREHOUSES_PER_QUERY)) {
            Lookup found = lookedUp(connection, some, before);
            if (all.example().isEmpty()) {
                found.example().ifPresent(check::wrong);
            }
            all = all.plus(found);
        }
        connection.rollback();
        return all;
    }

    private Lookup lookedUp(Connection connection, Scale some, NextOrders before) throws SQLException {
        OrderSet[] there = newSets(Districts.count(some));
        try (PreparedStatement query = connection.prepareStatement(QUERY)) {
            query.setFetchSize(ROWS_PER_FETCH);
            query.setInt(1, some.from());
            query.setInt(2, some.last());
            query.setInt(3, before.lowest(some.from(), some.last()));
            collect(query, some, before, there);
        }
        Lookup all = Lookup.NOTHING;
        for (int warehouse = some.from(); warehouse <= some.last(); warehouse++) {
            for (int district = 1; district <= Scale.DISTRICTS; district++) {
                int place = Districts.place(scale, warehouse, district);
                all = all.plus(Lookup.of(
                        "warehouse " + warehouse + " district " + district,
                        districts[place],
                        there[Districts.place(some, warehouse, district)],
                        unknown.get(place)));
            }
        }
        return all;
    }

    private static void collect(PreparedStatement query, Scale some, NextOrders before, OrderSet[] there)
            throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                int warehouse = rows.getInt(1);
                int district = rows.getInt(2);
                int order = rows.getInt(3);
                if (order >= before.of(warehouse, district)) {
                    there[Districts.place(some, warehouse, district)].add(order);
                }
            }
        }
    }

    private String judged(DataCheck check, Lookup found, long numbered) {
        check.examined(found.acknowledged() + found.phantom() + found.resolved());
        long most = found.acknowledged() + unknowns();
        if (numbered < found.acknowledged() || numbered > most) {
            check.wrong("the districts did not count as many orders as were placed");
        }
        return counts(found, numbered);
    }

    private String counts(Lookup found, long numbered) {
        StringBuilder detail = new StringBuilder(Figures.count(found.acknowledged()))
                .append(" acknowledged, ")
                .append(Figures.count(found.lost()))
                .append(" lost, ")
                .append(Figures.count(found.phantom()))
                .append(" phantom, ")
                .append(Figures.count(twice.sum()))
                .append(" numbered twice; districts counted ")
                .append(Figures.count(numbered));
        if (unknowns() > 0) {
            detail.append("; of ")
                    .append(Figures.count(unknowns()))
                    .append(" whose answer was lost ")
                    .append(Figures.count(found.resolved()))
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
}
