package squall.tpcc.transaction;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import squall.sql.SqlDialect;
import squall.sql.SqlDialect.Language;
import squall.tpcc.WarehouseScale;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.transaction.TransactionProfiles.DeliveryResult;

/**
 * Delivery transaction (2.7): the oldest pending order of each of the ten districts, in one statement that commits itself.
 *
 * <p>The oldest row is locked first: a transaction that waited for a row that another delivery removed continues with the next one (read
 * committed) or starts over (above). Skipping locked rows instead would deliver out of order.
 */
final class DeliveryTransaction {
    private static final String OLDEST = "SELECT no_d_id, no_o_id FROM new_order"
            + " WHERE no_w_id = ? AND no_d_id = %s ORDER BY no_o_id LIMIT 1 FOR UPDATE";

    private static final String OF_OLDEST = """
            taken AS (
              DELETE FROM new_order USING oldest
              WHERE no_w_id = ? AND no_d_id = d_id AND no_o_id = order_id
              RETURNING d_id, order_id
            ), shipped AS (
              UPDATE oorder SET o_carrier_id = ? FROM taken
              WHERE o_w_id = ? AND o_d_id = d_id AND o_id = order_id
              RETURNING o_d_id, o_c_id
            ), lines AS (
              UPDATE order_line SET ol_delivery_d = localtimestamp FROM taken
              WHERE ol_w_id = ? AND ol_d_id = d_id AND ol_o_id = order_id
              RETURNING ol_d_id, ol_amount
            ), billed AS (
              UPDATE customer SET c_balance = c_balance + total, c_delivery_cnt = c_delivery_cnt + 1
              FROM shipped JOIN (SELECT ol_d_id, sum(ol_amount) AS total FROM lines GROUP BY ol_d_id) AS totals
                ON ol_d_id = o_d_id
              WHERE c_w_id = ? AND c_d_id = o_d_id AND c_id = o_c_id
              RETURNING c_d_id
            )
            SELECT count(*), count(c_d_id) FROM taken LEFT JOIN billed ON c_d_id = d_id""";

    private final PreparedStatement statement;
    private final int warehousesOfOldest;

    DeliveryTransaction(Connection connection, SqlDialect dialect) throws SQLException {
        this.statement = connection.prepareStatement(text(dialect));
        this.warehousesOfOldest = correlates(dialect) ? 1 : WarehouseScale.DISTRICTS;
    }

    static String text(SqlDialect dialect) {
        String oldest = correlates(dialect) ? oldestByDistrict() : oldestOfEach();
        return "WITH oldest (d_id, order_id) AS (\n  " + oldest + "\n), " + OF_OLDEST;
    }

    DeliveryResult deliver(TransactionInput.Delivery delivery) throws SQLException {
        int w = delivery.warehouse();
        StatementParameters parameters = new StatementParameters(statement);
        for (int i = 0; i < warehousesOfOldest; i++) {
            parameters.with(w);
        }
        parameters.with(w).with(delivery.carrier(), w).with(w).with(w);
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
            return new DeliveryResult(rows.getInt(1), rows.getInt(2));
        }
    }

    /** Returns whether the dialect locks rows in a correlated subquery; CockroachDB does not if it can't turn the subquery into a join. */
    private static boolean correlates(SqlDialect dialect) {
        return dialect.language() != Language.COCKROACHDB;
    }

    private static String oldestByDistrict() {
        return "SELECT pending.no_d_id, pending.no_o_id\n"
                + "  FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)) AS district (number)\n"
                + "    CROSS JOIN LATERAL (" + OLDEST.formatted("district.number") + ") AS pending";
    }

    private static String oldestOfEach() {
        return IntStream.rangeClosed(1, WarehouseScale.DISTRICTS)
                .mapToObj(district -> "SELECT * FROM (" + OLDEST.formatted(district) + ") AS of_" + district)
                .collect(Collectors.joining(" UNION ALL\n  "));
    }
}
