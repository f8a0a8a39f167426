package squall.tpcc.transaction;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import squall.spi.Outcome;
import squall.sql.SqlDialect;
import squall.sql.SqlDialect.Language;
import squall.tpcc.WarehouseScale;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.transaction.TransactionStatements.TpccOutcomes;

/** Set of the five transactions on one connection, with which their statements end. One thread. */
public final class TransactionProfiles {
    private final TransactionStatements statements;

    /** Prepares all statements; the driver sends them when they are first used. */
    public TransactionProfiles(Connection connection, SqlDialect dialect) throws SQLException {
        statements = TransactionStatements.of(connection, dialect);
    }

    /**
     * Returns whether every transaction but New-Order is one statement in this language, which commits itself if the connection does;
     * otherwise all must be called within a transaction.
     */
    public static boolean single(Language language) {
        return TransactionStatements.single(language);
    }

    /** Places an order within a transaction, which the caller commits; it has been rolled back if the answer says so. */
    public PlacedOrder newOrder(TransactionInput.NewOrder order) throws SQLException {
        return statements.newOrder(order);
    }

    public PaymentResult payment(TransactionInput.Payment payment) throws SQLException {
        return statements.payment(payment);
    }

    public TransactionStatements.OrderStatusResult orderStatus(TransactionInput.OrderStatus status)
            throws SQLException {
        return statements.orderStatus(status);
    }

    public DeliveryResult delivery(TransactionInput.Delivery delivery) throws SQLException {
        return statements.delivery(delivery);
    }

    /** Returns the number of items in the last 20 orders whose stock is short. */
    public int stockLevel(TransactionInput.StockLevel level) throws SQLException {
        return statements.stockLevel(level);
    }

    /**
     * Result of a Delivery.
     *
     * @param taken number of districts that had a pending order
     * @param billed number of those whose customer and lines were found too
     */
    public record DeliveryResult(int taken, int billed) {
        public static final DeliveryResult NOTHING = new DeliveryResult(0, 0);

        /** Returns the number of districts without a pending order; more than 1 % of deliveries with one fail the audit (9.2.1.7). */
        public int skipped() {
            return WarehouseScale.DISTRICTS - taken;
        }

        /** Returns the outcome under which the transaction is counted. */
        public Outcome outcome() {
            return taken == billed
                    ? Outcome.OK
                    : TpccOutcomes.missing(
                            "Delivery: " + (taken - billed) + " orders lack their row, lines or customer");
        }
    }

    /**
     * Answer to a Payment about its customer, as the user sees it (2.5.3).
     *
     * @param id which a user who gave a name did not know
     * @param balance after the payment
     * @param data the first 200 characters of what is kept about a customer with bad credit; empty for others
     * @param payments how often the customer has paid, with this payment; not shown to the user
     */
    public record PaymentResult(int id, BigDecimal balance, String data, int payments) {
        public static final PaymentResult MISSING = new PaymentResult(0, BigDecimal.ZERO, "", 0);

        /** Returns the outcome under which the transaction is counted. */
        public Outcome outcome() {
            return id == 0 ? TpccOutcomes.missing("Payment: no such warehouse, district or customer") : Outcome.OK;
        }
    }

    /**
     * Answer to a New-Order as its user sees it (2.4.3).
     *
     * @param id number of the order within the district
     * @param factor factor by which the customer's discount and the taxes change an amount
     * @param lines lines whose item exists
     */
    public record PlacedOrder(int id, BigDecimal factor, List<PlacedLine> lines, TransactionEnd end) {
        /** End of the transaction. */
        public enum TransactionEnd {
            PLACED,
            /** The whole order was rolled back because an item does not exist. */
            ROLLED_BACK,
            /** Warehouse, district or customer do not exist: nothing was done. */
            MISSING
        }

        /**
         * Line of a placed order.
         *
         * @param stock after the order
         * @param generic {@code B} for the brand, {@code G} for a generic item
         * @param orders how often this stock has been ordered from, with this line; not shown to the user
         */
        public record PlacedLine(
                int number, String name, int stock, String generic, BigDecimal price, BigDecimal amount, int orders) {
            /** Reads the columns number, name, stock, brand, price, amount and orders, beginning at {@code column}. */
            static PlacedLine read(ResultSet row, int column) throws SQLException {
                return new PlacedLine(
                        row.getInt(column),
                        row.getString(column + 1),
                        row.getInt(column + 2),
                        row.getString(column + 3),
                        row.getBigDecimal(column + 4),
                        row.getBigDecimal(column + 5),
                        row.getInt(column + 6));
            }

            /** Reads the lines from the cursor's row on; a row without a number stands for no line. */
            static List<PlacedLine> rest(ResultSet rows, int column) throws SQLException {
                List<PlacedLine> lines = new ArrayList<>();
                do {
                    if (rows.getInt(column) > 0) {
                        lines.add(read(rows, column));
                    }
                } while (rows.next());
                return lines;
            }
        }

        public static final PlacedOrder MISSING = new PlacedOrder(0, BigDecimal.ONE, List.of(), TransactionEnd.MISSING);

        public PlacedOrder {
            lines = List.copyOf(lines);
        }

        /** Returns the amount that the customer pays (2.4.3.3). */
        public BigDecimal total() {
            return lines.stream()
                    .map(PlacedLine::amount)
                    .reduce(BigDecimal.ZERO, BigDecimal::add)
                    .multiply(factor)
                    .setScale(2, RoundingMode.HALF_UP);
        }

        /** Returns the outcome under which the transaction is counted. */
        public Outcome outcome() {
            return switch (end) {
                case PLACED -> Outcome.OK;
                case ROLLED_BACK -> TpccOutcomes.ROLLED_BACK;
                case MISSING -> TpccOutcomes.missing("New-Order: no such warehouse, district or customer");
            };
        }

        PlacedOrder with(List<PlacedLine> further) {
            return new PlacedOrder(
                    id, factor, Stream.concat(lines.stream(), further.stream()).toList(), end);
        }

        PlacedOrder endedBy(TransactionEnd other) {
            return new PlacedOrder(id, factor, lines, other);
        }
    }
}
