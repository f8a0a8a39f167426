package squall.tpcc.transaction;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import squall.tpcc.terminal.Input;

/**
 * The Stock-Level transaction (2.8): one query.
 *
 * <p>The last twenty orders are named one by one: of a range that begins at another row's value planners only guess how much is in it, and
 * some then read the whole stock.
 */
final class StockLevel {
    static final String TEXT = """
            SELECT count(*) FROM (
              SELECT DISTINCT ol_i_id
              FROM district
                CROSS JOIN (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10),
                  (11), (12), (13), (14), (15), (16), (17), (18), (19), (20)) AS back (steps)
                JOIN order_line ON ol_w_id = d_w_id AND ol_d_id = d_id AND ol_o_id = d_next_o_id - steps
              WHERE d_w_id = ? AND d_id = ?
            ) AS recent JOIN stock ON s_w_id = ? AND s_i_id = ol_i_id
            WHERE s_quantity < ?""";

    private final PreparedStatement statement;

    StockLevel(Connection connection) throws SQLException {
        this.statement = connection.prepareStatement(TEXT);
    }

    int count(Input.StockLevel level) throws SQLException {
        Parameters.of(statement).with(level.warehouse(), level.district()).with(level.warehouse(), level.threshold());
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
