package squall.tpcc.transaction;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.SqlDialect;
import squall.sql.SqlDialect.Language;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.transaction.TransactionProfiles.DeliveryResult;
import squall.tpcc.transaction.TransactionProfiles.PaymentResult;
import squall.tpcc.transaction.TransactionProfiles.PlacedOrder;

/** Statements of the five transactions in one language. */
interface TransactionStatements {
    PlacedOrder newOrder(TransactionInput.NewOrder order) throws SQLException;

    PaymentResult payment(TransactionInput.Payment paid) throws SQLException;

    OrderStatusResult orderStatus(TransactionInput.OrderStatus status) throws SQLException;

    DeliveryResult delivery(TransactionInput.Delivery carried) throws SQLException;

    int stockLevel(TransactionInput.StockLevel level) throws SQLException;

    /** Prepares all statements; the driver sends them when they are first used. */
    static TransactionStatements of(Connection connection, SqlDialect dialect) throws SQLException {
        return switch (dialect.language()) {
            case POSTGRESQL, COCKROACHDB, YUGABYTEDB, STANDARD -> new SingleStatements(connection, dialect);
            case MYSQL -> new SteppedStatements(connection);
        };
    }

    /** Returns whether each transaction but New-Order is one statement, which commits itself if the connection does. */
    static boolean single(Language language) {
        return language != Language.MYSQL;
    }

    /**
     * Answer to an Order-Status as its user sees it (2.6.3).
     *
     * @param id the customer's newest order
     * @param lines number of its lines
     */
    record OrderStatusResult(int customer, BigDecimal balance, int id, int lines) {
        static final OrderStatusResult MISSING = new OrderStatusResult(0, BigDecimal.ZERO, 0, 0);

        /** Reads the rows from the cursor's row to the last; each is a line. */
        static OrderStatusResult read(ResultSet rows) throws SQLException {
            int customer = rows.getInt(1);
            BigDecimal balance = rows.getBigDecimal(2);
            int id = rows.getInt(3);
            int lines = 1;
            while (rows.next()) {
                lines++;
            }
            return new OrderStatusResult(customer, balance, id, lines);
        }

        /** Returns the outcome under which the transaction is counted. */
        public Outcome outcome() {
            return id == 0 ? TpccOutcomes.missing("Order-Status: no such customer with an order") : Outcome.OK;
        }
    }

    /** Definition of the outcomes that only TPC-C has. */
    final class TpccOutcomes {
        /** The 1 % of New-Orders that must be rolled back were (2.4.1.4): an answer, not an error. */
        public static final Outcome.Ok ROLLED_BACK = new Outcome.Ok("ROLLED_BACK");

        private TpccOutcomes() {}

        /** Returns the outcome if the database lacks rows that every population has. */
        static Outcome missing(String what) {
            return new Outcome.Refused(new ErrorCode(ErrorKind.DATA, "missing"), what);
        }
    }
}
