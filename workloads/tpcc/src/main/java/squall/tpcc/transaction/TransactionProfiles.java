package squall.tpcc.transaction;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.SqlDialect;
import squall.sql.SqlDialect.Language;
import squall.tpcc.WarehouseScale;
import squall.tpcc.terminal.TransactionInput;

/** Set of the five transactions on one connection, with which their statements end. One thread. */
public final class TransactionProfiles {
    /** The 1 % of New-Orders that must be rolled back were (2.4.1.4): an answer, not an error. */
    static final Outcome.Ok ROLLED_BACK = new Outcome.Ok("ROLLED_BACK");

    private final Profile<TransactionInput.NewOrder, PlacedOrder> newOrder;
    private final Profile<TransactionInput.Payment, PaymentResult> payment;
    private final OrderStatusTransaction orderStatus;
    private final Profile<TransactionInput.Delivery, DeliveryResult> delivery;
    private final StockLevelTransaction stockLevel;

    /** Statements of one transaction. */
    private interface Profile<I, R> {
        R perform(I input) throws SQLException;
    }

    /** Prepares all statements; the driver sends them when they are first used. */
    public TransactionProfiles(Connection connection, SqlDialect dialect) throws SQLException {
        boolean single = single(dialect.language());
        newOrder = single ? new NewOrderTransaction(connection)::place : new SteppedNewOrder(connection)::place;
        payment = single ? new PaymentTransaction(connection)::pay : new SteppedPayment(connection)::pay;
        orderStatus = new OrderStatusTransaction(connection);
        delivery = single
                ? new DeliveryTransaction(connection, dialect)::deliver
                : new SteppedDelivery(connection)::deliver;
        stockLevel = new StockLevelTransaction(connection, single);
    }

    /**
     * Returns whether every transaction but New-Order is one statement in this language, which commits itself if the connection does;
     * otherwise all must be called within a transaction. MySQL's language has neither data-modifying WITH nor UPDATE … RETURNING.
     */
    public static boolean single(Language language) {
        return language != Language.MYSQL;
    }

    /** Places an order within a transaction, which the caller commits; it has been rolled back if the answer says so. */
    public PlacedOrder newOrder(TransactionInput.NewOrder order) throws SQLException {
        return newOrder.perform(order);
    }

    public PaymentResult payment(TransactionInput.Payment paid) throws SQLException {
        return payment.perform(paid);
    }

    public OrderStatusResult orderStatus(TransactionInput.OrderStatus status) throws SQLException {
        return orderStatus.show(status);
    }

    public DeliveryResult delivery(TransactionInput.Delivery carried) throws SQLException {
        return delivery.perform(carried);
    }

    /** Returns the number of items in the last 20 orders whose stock is short. */
    public int stockLevel(TransactionInput.StockLevel level) throws SQLException {
        return stockLevel.count(level);
    }

    /** Returns the outcome if the database lacks rows that every population has. */
    private static Outcome missing(String what) {
        return new Outcome.Refused(new ErrorCode(ErrorKind.DATA, "missing"), what);
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
                    : missing("Delivery: " + (taken - billed) + " orders lack their row, lines or customer");
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
            return id == 0 ? missing("Payment: no such warehouse, district or customer") : Outcome.OK;
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
                case ROLLED_BACK -> TransactionProfiles.ROLLED_BACK;
                case MISSING -> missing("New-Order: no such warehouse, district or customer");
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

    /**
     * Answer to an Order-Status as its user sees it (2.6.3).
     *
     * @param id the customer's newest order
     * @param lines number of its lines
     */
    public record OrderStatusResult(int customer, BigDecimal balance, int id, int lines) {
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
            return id == 0 ? missing("Order-Status: no such customer with an order") : Outcome.OK;
        }
    }
}
