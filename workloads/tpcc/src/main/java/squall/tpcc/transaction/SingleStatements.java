package squall.tpcc.transaction;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import squall.sql.SqlDialect;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.transaction.TransactionProfiles.DeliveryResult;
import squall.tpcc.transaction.TransactionProfiles.PlacedOrder;

/**
 * Set of transactions in the language of PostgreSQL and its relatives: each is one statement, New-Order a few more if an item is ordered
 * twice.
 */
final class SingleStatements implements TransactionStatements {
    private final NewOrderTransaction newOrder;
    private final PaymentTransaction payment;
    private final OrderStatusTransaction orderStatus;
    private final DeliveryTransaction delivery;
    private final StockLevelTransaction stockLevel;

    SingleStatements(Connection connection, SqlDialect dialect) throws SQLException {
        newOrder = new NewOrderTransaction(connection);
        payment = new PaymentTransaction(connection);
        orderStatus = new OrderStatusTransaction(connection);
        delivery = new DeliveryTransaction(connection, dialect);
        stockLevel = new StockLevelTransaction(connection, StockLevelTransaction.TEXT);
    }

    @Override
    public PlacedOrder newOrder(TransactionInput.NewOrder order) throws SQLException {
        return newOrder.place(order);
    }

    @Override
    public TransactionProfiles.PaymentResult payment(TransactionInput.Payment paid) throws SQLException {
        return payment.pay(paid);
    }

    @Override
    public TransactionStatements.OrderStatusResult orderStatus(TransactionInput.OrderStatus status)
            throws SQLException {
        return orderStatus.show(status);
    }

    @Override
    public DeliveryResult delivery(TransactionInput.Delivery carried) throws SQLException {
        return delivery.deliver(carried);
    }

    @Override
    public int stockLevel(TransactionInput.StockLevel level) throws SQLException {
        return stockLevel.count(level);
    }

    /**
     * Stock-Level transaction (2.8): one query.
     *
     * <p>It names the last twenty orders one by one: planners only guess how much is in a range that begins at another row's value, and
     * some then read the whole stock.
     */
    static final class StockLevelTransaction {
        private static final String TEXT = """
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

        /** @param text a query with the warehouse, the district, the warehouse again and the threshold */
        StockLevelTransaction(Connection connection, String text) throws SQLException {
            this.statement = connection.prepareStatement(text);
        }

        int count(TransactionInput.StockLevel level) throws SQLException {
            StatementParameters.of(statement)
                    .with(level.warehouse(), level.district())
                    .with(level.warehouse(), level.threshold());
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }
}
