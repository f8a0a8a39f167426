package squall.tpcc.transaction;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.terminal.TransactionInput.OrderLine;
import squall.tpcc.transaction.TransactionProfiles.PlacedOrder;
import squall.tpcc.transaction.TransactionProfiles.PlacedOrder.PlacedLine;
import squall.tpcc.transaction.TransactionProfiles.PlacedOrder.TransactionEnd;

/**
 * New-Order transaction (2.4): one statement, and one more for each time an item is ordered again from the same stock.
 *
 * <p>All orders lock rows in the same order: stock by warehouse and item, then the district, which all orders of it want and which is
 * therefore held shortest.
 */
final class NewOrderTransaction {
    /** Parameters: the lines' numbers, items, suppliers and quantities; home warehouse; district. */
    private static final String TAKEN = """
            WITH line AS (
              SELECT * FROM unnest(?::int[], ?::int[], ?::int[], ?::int[]) AS l (number, item_id, supplier, quantity)
            ), taken AS (
              UPDATE stock SET
                s_quantity = s_quantity - quantity + CASE WHEN s_quantity - quantity >= 10 THEN 0 ELSE 91 END,
                s_ytd = s_ytd + quantity,
                s_order_cnt = s_order_cnt + 1,
                s_remote_cnt = s_remote_cnt + CASE WHEN s_w_id = ? THEN 0 ELSE 1 END
              FROM line JOIN item ON i_id = item_id
              WHERE s_w_id = supplier AND s_i_id = item_id
              RETURNING number, item_id, supplier, quantity, i_name, i_price, quantity * i_price AS amount, s_quantity, s_order_cnt,
                CASE WHEN i_data LIKE '%ORIGINAL%' AND s_data LIKE '%ORIGINAL%' THEN 'B' ELSE 'G' END AS brand,
                CASE ?::int WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04
                  WHEN 5 THEN s_dist_05 WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08
                  WHEN 9 THEN s_dist_09 ELSE s_dist_10 END AS dist_info
            ),
            """;

    /** Parameters: warehouse, district. */
    private static final String LISTED = """
            listed AS (
              INSERT INTO order_line
                (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_dist_info)
              SELECT ?::int, ?::int, order_id, number, item_id, supplier, quantity, amount, dist_info
              FROM numbered CROSS JOIN taken
            )
            """;

    /** Stock comes first because the district's row waits for the count of it. */
    static final String FIRST = TAKEN + """
            numbered AS (
              UPDATE district SET d_next_o_id = d_next_o_id + 1
              FROM (SELECT count(*) AS lines FROM taken) AS stock
              WHERE d_w_id = ? AND d_id = ?
              RETURNING d_next_o_id - 1 AS order_id, d_tax
            ), placed AS (
              INSERT INTO oorder (o_w_id, o_d_id, o_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
              SELECT ?::int, ?::int, order_id, ?::int, localtimestamp, ?::int, ?::int FROM numbered
            ), pending AS (
              INSERT INTO new_order (no_w_id, no_d_id, no_o_id) SELECT ?::int, ?::int, order_id FROM numbered
            ),
            """ + LISTED + """
            SELECT order_id, (1 - c_discount) * (1 + w_tax + d_tax), c_last, c_credit,
              number, i_name, s_quantity, brand, i_price, amount, s_order_cnt
            FROM numbered
              JOIN warehouse ON w_id = ?
              JOIN customer ON c_w_id = ? AND c_d_id = ? AND c_id = ?
              LEFT JOIN taken ON true
            ORDER BY number""";

    static final String FURTHER = TAKEN + "numbered AS (\n  SELECT ?::int AS order_id\n), " + LISTED
            + "SELECT number, i_name, s_quantity, brand, i_price, amount, s_order_cnt FROM taken ORDER BY number";

    private static final int FIRST_LINE_COLUMN = 5;

    private final Connection connection;
    private final PreparedStatement first;
    private final PreparedStatement further;

    NewOrderTransaction(Connection connection) throws SQLException {
        this.connection = connection;
        this.first = connection.prepareStatement(FIRST);
        this.further = connection.prepareStatement(FURTHER);
    }

    /** Performs the order within the transaction that is open, then rolls it back if the database did not know an item (2.4.2.3). */
    PlacedOrder place(TransactionInput.NewOrder order) throws SQLException {
        Iterator<List<OrderLine>> rounds = OrderLine.rounds(order.lines()).iterator();
        PlacedOrder placed = first(order, rounds.next());
        while (placed.end() == TransactionEnd.PLACED && rounds.hasNext()) {
            placed = placed.with(further(order, placed.id(), rounds.next()));
        }
        if (placed.end() == TransactionEnd.PLACED
                && placed.lines().size() < order.lines().size()) {
            connection.rollback();
            return placed.endedBy(TransactionEnd.ROLLED_BACK);
        }
        return placed;
    }

    private PlacedOrder first(TransactionInput.NewOrder order, List<OrderLine> lines) throws SQLException {
        int w = order.warehouse();
        int d = order.district();
        int c = order.customer();
        taken(first, order, lines)
                .with(w, d)
                .with(w, d, c, order.lines().size(), order.remoteLines() == 0 ? 1 : 0)
                .with(w, d)
                .with(w, d)
                .with(w)
                .with(w, d, c);
        try (ResultSet rows = first.executeQuery()) {
            return rows.next()
                    ? new PlacedOrder(
                            rows.getInt(1),
                            rows.getBigDecimal(2),
                            PlacedLine.rest(rows, FIRST_LINE_COLUMN),
                            TransactionEnd.PLACED)
                    : PlacedOrder.MISSING;
        }
    }

    private List<PlacedLine> further(TransactionInput.NewOrder order, int id, List<OrderLine> lines)
            throws SQLException {
        taken(further, order, lines).with(id).with(order.warehouse(), order.district());
        try (ResultSet rows = further.executeQuery()) {
            return rows.next() ? PlacedLine.rest(rows, 1) : List.of();
        }
    }

    private static StatementParameters taken(
            PreparedStatement statement, TransactionInput.NewOrder order, List<OrderLine> lines) throws SQLException {
        return new StatementParameters(statement)
                .with(lines, OrderLine::number)
                .with(lines, OrderLine::item)
                .with(lines, OrderLine::supplier)
                .with(lines, OrderLine::quantity)
                .with(order.warehouse(), order.district());
    }
}
