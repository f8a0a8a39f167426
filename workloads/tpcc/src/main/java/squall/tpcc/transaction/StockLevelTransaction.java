package squall.tpcc.transaction;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import squall.tpcc.terminal.TransactionInput;

/** Stock-Level transaction (2.8): one query in every language. */
final class StockLevelTransaction {
    /**
     * Query that names the last twenty orders one by one: planners only guess how much is in a range that begins at another row's value,
     * and some then read the whole stock.
     */
    private static final String ONE_BY_ONE = """
        SELECT count(*) FROM (
          SELECT DISTINCT ol_i_id
          FROM district
            CROSS JOIN (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10),
              (11), (12), (13), (14), (15), (16), (17), (18), (19), (20)) AS back (steps)
            JOIN order_line ON ol_w_id = d_w_id AND ol_d_id = d_id AND ol_o_id = d_next_o_id - steps
          WHERE d_w_id = ? AND d_id = ?
        ) AS recent JOIN stock ON s_w_id = ? AND s_i_id = ol_i_id
        WHERE s_quantity < ?""";

    /** Query of the same parameters in MySQL's language. */
    private static final String RANGE = """
        SELECT count(*) FROM (
          SELECT DISTINCT ol_i_id
          FROM district
            JOIN order_line ON ol_w_id = d_w_id AND ol_d_id = d_id
              AND ol_o_id BETWEEN d_next_o_id - 20 AND d_next_o_id - 1
          WHERE d_w_id = ? AND d_id = ?
        ) AS recent JOIN stock ON s_w_id = ? AND s_i_id = ol_i_id
        WHERE s_quantity < ?""";

    private final PreparedStatement statement;

    /** @param single as {@link TransactionProfiles#single} */
    StockLevelTransaction(Connection connection, boolean single) throws SQLException {
        this.statement = connection.prepareStatement(single ? ONE_BY_ONE : RANGE);
    }

    int count(TransactionInput.StockLevel level) throws SQLException {
        new StatementParameters(statement)
                .with(level.warehouse(), level.district())
                .with(level.warehouse(), level.threshold());
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
