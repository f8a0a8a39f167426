package squall.tpcc.transaction;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import squall.tpcc.WarehouseScale;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.transaction.TransactionProfiles.DeliveryResult;

/**
 * Delivery transaction (2.7) in several statements: the oldest pending order of each of the ten districts.
 *
 * <p>Rows that are changed are locked in the same order as in {@link DeliveryTransaction}. Rows that are read in order to be written are read with
 * {@code FOR UPDATE}: at repeatable read a plain query would show their state when the transaction first read.
 */
final class SteppedDelivery {
    private final PreparedStatement oldest;
    private final PreparedStatement taken;
    private final PreparedStatement shipped;
    private final PreparedStatement customer;
    private final PreparedStatement delivered;
    private final PreparedStatement total;
    private final PreparedStatement billed;

    SteppedDelivery(Connection connection) throws SQLException {
        oldest = connection.prepareStatement("SELECT no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = ?"
                + " ORDER BY no_o_id LIMIT 1 FOR UPDATE");
        taken = connection.prepareStatement("DELETE FROM new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?");
        shipped = connection.prepareStatement(
                "UPDATE oorder SET o_carrier_id = ? WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?");
        customer = connection.prepareStatement(
                "SELECT o_c_id FROM oorder WHERE o_w_id = ? AND o_d_id = ? AND o_id = ? FOR UPDATE");
        delivered = connection.prepareStatement("UPDATE order_line SET ol_delivery_d = localtimestamp(6)"
                + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?");
        total = connection.prepareStatement(
                "SELECT sum(ol_amount) FROM order_line WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ? FOR UPDATE");
        billed = connection.prepareStatement(
                "UPDATE customer SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1"
                        + " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?");
    }

    DeliveryResult deliver(TransactionInput.Delivery delivery) throws SQLException {
        int orders = 0;
        int bills = 0;
        for (int district = 1; district <= WarehouseScale.DISTRICTS; district++) {
            int w = delivery.warehouse();
            int order = number(oldest, w, district);
            if (order > 0) {
                orders++;
                new StatementParameters(taken).with(w, district, order);
                taken.executeUpdate();
                bills += billed(delivery, district, order) ? 1 : 0;
            }
        }
        return new DeliveryResult(orders, bills);
    }

    /** Returns whether the order has its row, lines and customer. */
    private boolean billed(TransactionInput.Delivery delivery, int district, int order) throws SQLException {
        int w = delivery.warehouse();
        new StatementParameters(shipped).with(delivery.carrier(), w, district, order);
        new StatementParameters(delivered).with(w, district, order);
        if (shipped.executeUpdate() == 0 || delivered.executeUpdate() == 0) {
            return false;
        }
        int buyer = number(customer, w, district, order);
        new StatementParameters(total).with(w, district, order);
        try (ResultSet row = total.executeQuery()) {
            row.next();
            new StatementParameters(billed).with(row.getBigDecimal(1)).with(w, district, buyer);
        }
        return billed.executeUpdate() == 1;
    }

    /** Returns the number that a query finds; 0 if there is no row. */
    private static int number(PreparedStatement query, int... parameters) throws SQLException {
        new StatementParameters(query).with(parameters);
        try (ResultSet row = query.executeQuery()) {
            return row.next() ? row.getInt(1) : 0;
        }
    }
}
