package squall.tpcc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import squall.sql.Dialect;
import squall.tpcc.terminal.Input;

/**
 * The five transactions on one connection. One thread.
 *
 * <p>All but New-Order are one statement, which commits itself where the connection does; New-Order needs a transaction.
 */
public final class Profiles implements AutoCloseable {
    private final NewOrder newOrder;
    private final Payment payment;
    private final OrderStatus orderStatus;
    private final Delivery delivery;
    private final StockLevel stockLevel;

    /** Prepares all statements; the driver sends them when they are first used. */
    public Profiles(Connection connection, Dialect dialect) throws SQLException {
        newOrder = new NewOrder(connection);
        payment = new Payment(connection);
        orderStatus = new OrderStatus(connection);
        delivery = new Delivery(connection, dialect);
        stockLevel = new StockLevel(connection);
    }

    /** Within a transaction, which the caller commits; it has been rolled back where the answer says so. */
    public PlacedOrder newOrder(Input.NewOrder order) throws SQLException {
        return newOrder.place(order);
    }

    public Payer payment(Input.Payment payment) throws SQLException {
        return this.payment.pay(payment);
    }

    public ShownOrder orderStatus(Input.OrderStatus status) throws SQLException {
        return orderStatus.show(status);
    }

    public Delivered delivery(Input.Delivery delivery) throws SQLException {
        return this.delivery.deliver(delivery);
    }

    /** How many of the items in the last 20 orders are short. */
    public int stockLevel(Input.StockLevel level) throws SQLException {
        return stockLevel.count(level);
    }

    @Override
    public void close() {
        // The statements end with their connection, which the session closes next.
    }
}
