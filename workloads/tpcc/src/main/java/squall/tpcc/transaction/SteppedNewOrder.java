package squall.tpcc.transaction;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import squall.tpcc.WarehouseScale;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.terminal.TransactionInput.OrderLine;
import squall.tpcc.transaction.TransactionProfiles.PlacedOrder;
import squall.tpcc.transaction.TransactionProfiles.PlacedOrder.PlacedLine;
import squall.tpcc.transaction.TransactionProfiles.PlacedOrder.TransactionEnd;

/**
 * New-Order transaction (2.4) in several statements: items, stock (locked by warehouse and item, as all orders do), then the district,
 * which all orders of it want and which is therefore held shortest.
 */
final class SteppedNewOrder {
    private static final String ORIGINAL = "ORIGINAL";
    private static final int LEAST_STOCK = 10;
    private static final int FILLED_UP = 91;

    private static final Comparator<OrderLine> BY_STOCK = Comparator.comparingInt(OrderLine::supplier)
            .thenComparingInt(OrderLine::item)
            .thenComparingInt(OrderLine::number);

    private record Item(String name, BigDecimal price, String data) {}

    /** Key of a row of stock. */
    private record StockKey(int warehouse, int item) {}

    private record Stock(int quantity, String data, String district, int orders) {
        Stock without(int ordered) {
            int left = quantity - ordered;
            return new Stock(left >= LEAST_STOCK ? left : left + FILLED_UP, data, district, orders + 1);
        }
    }

    /** Line as it is stored and shown. */
    private record TakenLine(OrderLine line, PlacedLine shown, String district) {}

    private final Connection connection;
    private final PreparedStatement take;
    private final PreparedStatement district;
    private final PreparedStatement next;
    private final PreparedStatement terms;
    private final PreparedStatement placed;
    private final PreparedStatement pending;
    private final PreparedStatement listed;

    SteppedNewOrder(Connection connection) throws SQLException {
        this.connection = connection;
        take = connection.prepareStatement("UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?,"
                + " s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + ? WHERE s_w_id = ? AND s_i_id = ?");
        district = connection.prepareStatement(
                "SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = ? AND d_id = ? FOR UPDATE");
        next = connection.prepareStatement("UPDATE district SET d_next_o_id = ? WHERE d_w_id = ? AND d_id = ?");
        terms = connection.prepareStatement("SELECT w_tax, c_discount, c_last, c_credit FROM warehouse"
                + " JOIN customer ON c_w_id = w_id WHERE w_id = ? AND c_d_id = ? AND c_id = ?");
        placed = connection.prepareStatement("INSERT INTO oorder (o_w_id, o_d_id, o_id, o_c_id, o_ol_cnt, o_all_local,"
                + " o_entry_d) VALUES (?, ?, ?, ?, ?, ?, localtimestamp(6))");
        pending = connection.prepareStatement("INSERT INTO new_order (no_w_id, no_d_id, no_o_id) VALUES (?, ?, ?)");
        listed = connection.prepareStatement("INSERT INTO order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id,"
                + " ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    }

    /** Performs the order within the transaction that is open, then rolls it back if the database did not know an item (2.4.2.3). */
    PlacedOrder place(TransactionInput.NewOrder order) throws SQLException {
        List<TakenLine> lines = taken(order);
        new StatementParameters(district).with(order.warehouse(), order.district());
        int id;
        BigDecimal tax;
        try (ResultSet row = district.executeQuery()) {
            if (!row.next()) {
                return PlacedOrder.MISSING;
            }
            id = row.getInt(1);
            tax = row.getBigDecimal(2);
        }
        BigDecimal factor = factor(order, tax);
        if (factor == null) {
            return PlacedOrder.MISSING;
        }
        store(order, id, lines);
        boolean complete = lines.size() == order.lines().size();
        if (!complete) {
            connection.rollback();
        }
        return new PlacedOrder(
                id,
                factor,
                lines.stream()
                        .map(TakenLine::shown)
                        .sorted(Comparator.comparingInt(PlacedLine::number))
                        .toList(),
                complete ? TransactionEnd.PLACED : TransactionEnd.ROLLED_BACK);
    }

    /** Takes the lines from stock, as far as their items exist; in the order in which they were locked. */
    private List<TakenLine> taken(TransactionInput.NewOrder order) throws SQLException {
        Map<Integer, Item> items = items(order.lines());
        List<OrderLine> known = order.lines().stream()
                .filter(line -> items.containsKey(line.item()))
                .sorted(BY_STOCK)
                .toList();
        Map<StockKey, Stock> stock = known.isEmpty() ? Map.of() : stock(known, order.district());
        List<TakenLine> taken = new ArrayList<>();
        for (OrderLine line : known) {
            Item item = items.get(line.item());
            StockKey key = new StockKey(line.supplier(), line.item());
            Stock before = stock.get(key);
            if (item != null && before != null) {
                Stock after = before.without(line.quantity());
                stock.put(key, after);
                new StatementParameters(take)
                        .with(after.quantity(), line.quantity(), line.supplier() == order.warehouse() ? 0 : 1)
                        .with(line.supplier(), line.item());
                take.addBatch();
                taken.add(new TakenLine(line, shown(line, item, after), after.district()));
            }
        }
        if (!taken.isEmpty()) {
            take.executeBatch();
        }
        return taken;
    }

    private static PlacedLine shown(OrderLine line, Item item, Stock stock) {
        boolean brand = item.data().contains(ORIGINAL) && stock.data().contains(ORIGINAL);
        return new PlacedLine(
                line.number(),
                item.name(),
                stock.quantity(),
                brand ? "B" : "G",
                item.price(),
                item.price().multiply(BigDecimal.valueOf(line.quantity())),
                stock.orders());
    }

    private Map<Integer, Item> items(List<OrderLine> lines) throws SQLException {
        int[] wanted = lines.stream().mapToInt(OrderLine::item).distinct().toArray();
        Map<Integer, Item> items = new HashMap<>();
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT i_id, i_name, i_price, i_data FROM item WHERE i_id IN ("
                        + String.join(", ", Collections.nCopies(wanted.length, "?")) + ")")) {
            new StatementParameters(statement).with(wanted);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    items.put(row.getInt(1), new Item(row.getString(2), row.getBigDecimal(3), row.getString(4)));
                }
            }
        }
        return items;
    }

    /** Locks the rows of stock. */
    private Map<StockKey, Stock> stock(List<OrderLine> lines, int district) throws SQLException {
        List<StockKey> keys = lines.stream()
                .map(line -> new StockKey(line.supplier(), line.item()))
                .distinct()
                .toList();
        String column = "s_dist_%02d".formatted(Math.min(district, WarehouseScale.DISTRICTS));
        Map<StockKey, Stock> stock = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT s_w_id, s_i_id, s_quantity, s_data, " + column + ", s_order_cnt FROM stock WHERE "
                        + keys.stream().map(key -> "s_w_id = ? AND s_i_id = ?").collect(Collectors.joining(" OR "))
                        + " ORDER BY s_w_id, s_i_id FOR UPDATE")) {
            StatementParameters parameters = new StatementParameters(statement);
            for (StockKey key : keys) {
                parameters.with(key.warehouse(), key.item());
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    stock.put(
                            new StockKey(row.getInt(1), row.getInt(2)),
                            new Stock(row.getInt(3), row.getString(4), row.getString(5), row.getInt(6)));
                }
            }
        }
        return stock;
    }

    /** Returns the factor by which discount and taxes change an amount; null if there is no such warehouse or customer. */
    private @Nullable BigDecimal factor(TransactionInput.NewOrder order, BigDecimal districtTax) throws SQLException {
        new StatementParameters(terms).with(order.warehouse(), order.district(), order.customer());
        try (ResultSet row = terms.executeQuery()) {
            return row.next()
                    ? BigDecimal.ONE
                            .subtract(row.getBigDecimal(2))
                            .multiply(BigDecimal.ONE.add(row.getBigDecimal(1)).add(districtTax))
                    : null;
        }
    }

    private void store(TransactionInput.NewOrder order, int id, List<TakenLine> lines) throws SQLException {
        int w = order.warehouse();
        int d = order.district();
        new StatementParameters(next).with(id + 1, w, d);
        next.executeUpdate();
        new StatementParameters(placed)
                .with(w, d, id, order.customer(), order.lines().size(), order.remoteLines() == 0 ? 1 : 0);
        placed.executeUpdate();
        new StatementParameters(pending).with(w, d, id);
        pending.executeUpdate();
        for (TakenLine taken : lines) {
            OrderLine line = taken.line();
            new StatementParameters(listed)
                    .with(w, d, id, line.number(), line.item(), line.supplier(), line.quantity())
                    .with(taken.shown().amount())
                    .with(taken.district());
            listed.addBatch();
        }
        if (!lines.isEmpty()) {
            listed.executeBatch();
        }
    }
}
