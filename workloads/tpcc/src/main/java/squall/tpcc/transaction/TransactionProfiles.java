package squall.tpcc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import squall.sql.SqlDialect;
import squall.sql.SqlDialect.Language;
import squall.tpcc.terminal.TransactionInput;

/** The five transactions on one connection. One thread. */
public final class TransactionProfiles implements AutoCloseable {
    private final TransactionStatements statements;

    /** Prepares all statements; the driver sends them when they are first used. */
    public TransactionProfiles(Connection connection, SqlDialect dialect) throws SQLException {
        statements = TransactionStatements.of(connection, dialect);
    }

    /**
     * Whether all of them but New-Order are one statement in this language, which commits itself where the connection does; else all are to
     * be called within a transaction.
     */
    public static boolean single(Language language) {
        return TransactionStatements.single(language);
    }

    /** Within a transaction, which the caller commits; it has been rolled back where the answer says so. */
    public PlacedOrder newOrder(TransactionInput.NewOrder order) throws SQLException {
        return statements.newOrder(order);
    }

    public TransactionStatements.PaymentResult payment(TransactionInput.Payment payment) throws SQLException {
        return statements.payment(payment);
    }

    public TransactionStatements.OrderStatusResult orderStatus(TransactionInput.OrderStatus status)
            throws SQLException {
        return statements.orderStatus(status);
    }

    public DeliveryResult delivery(TransactionInput.Delivery delivery) throws SQLException {
        return statements.delivery(delivery);
    }

    /** How many of the items in the last 20 orders are short. */
    public int stockLevel(TransactionInput.StockLevel level) throws SQLException {
        return statements.stockLevel(level);
    }

    @Override
    public void close() {
        // The statements end with their connection, which the session closes next.
    }
}
