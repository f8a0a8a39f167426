package squall.tpcc.transaction;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import squall.tpcc.WarehouseScale;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.transaction.TransactionProfiles.DeliveryResult;
import squall.tpcc.transaction.TransactionProfiles.PlacedOrder;

/**
 * Set of transactions in MySQL's language, which has neither data-modifying WITH nor UPDATE … RETURNING: each is several statements.
 *
 * <p>Rows that are changed are locked in the same order as in {@link SingleStatements}. Rows that are read in order to be written are read
 * with {@code FOR UPDATE}: at repeatable read a plain query would show their state when the transaction first read.
 */
final class SteppedStatements implements TransactionStatements {
    private final SteppedNewOrder newOrder;
    private final Payment payment;
    private final OrderStatusTransaction orderStatus;
    private final Delivery delivery;
    private final SingleStatements.StockLevelTransaction stockLevel;

    SteppedStatements(Connection connection) throws SQLException {
        newOrder = new SteppedNewOrder(connection);
        payment = new Payment(connection);
        orderStatus = new OrderStatusTransaction(connection);
        delivery = new Delivery(connection);
        stockLevel = new SingleStatements.StockLevelTransaction(connection, """
                SELECT count(*) FROM (
                  SELECT DISTINCT ol_i_id
                  FROM district
                    JOIN order_line ON ol_w_id = d_w_id AND ol_d_id = d_id
                      AND ol_o_id BETWEEN d_next_o_id - 20 AND d_next_o_id - 1
                  WHERE d_w_id = ? AND d_id = ?
                ) AS recent JOIN stock ON s_w_id = ? AND s_i_id = ol_i_id
                WHERE s_quantity < ?""");
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

    /** Payment transaction (2.5): customer, district and warehouse in this order, each only if the one before is there. */
    private static final class Payment {
        private final PreparedStatement byLastName;
        private final PreparedStatement payer;
        private final PreparedStatement shown;
        private final PreparedStatement ofDistrict;
        private final PreparedStatement ofWarehouse;
        private final PreparedStatement places;
        private final PreparedStatement noted;

        Payment(Connection connection) throws SQLException {
            byLastName =
                    connection.prepareStatement("SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = "
                            + CustomerExpression.BY_LAST_NAME.expression());
            payer = connection.prepareStatement("""
                    UPDATE customer SET
                      c_balance = c_balance - ?,
                      c_ytd_payment = c_ytd_payment + ?,
                      c_payment_cnt = c_payment_cnt + 1,
                      c_data = CASE WHEN c_credit = 'BC' THEN substr(concat(c_id, ?, c_data), 1, 500) ELSE c_data END
                    WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?""");
            shown = connection.prepareStatement("""
                    SELECT c_balance, CASE WHEN c_credit = 'BC' THEN substr(c_data, 1, 200) ELSE '' END, c_payment_cnt,
                      c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit,
                      c_credit_lim, c_discount
                    FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?""");
            ofDistrict =
                    connection.prepareStatement("UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?");
            ofWarehouse = connection.prepareStatement("UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?");
            places = connection.prepareStatement("""
                    SELECT w_name, d_name, w_street_1, w_street_2, w_city, w_state, w_zip,
                      d_street_1, d_street_2, d_city, d_state, d_zip
                    FROM warehouse JOIN district ON d_w_id = w_id WHERE w_id = ? AND d_id = ?""");
            noted = connection.prepareStatement("""
                    INSERT INTO history (h_c_w_id, h_c_d_id, h_c_id, h_w_id, h_d_id, h_date, h_amount, h_data)
                    VALUES (?, ?, ?, ?, ?, localtimestamp(6), ?, ?)""");
        }

        TransactionProfiles.PaymentResult pay(TransactionInput.Payment payment) throws SQLException {
            TransactionInput.CustomerSelector customer = payment.payer();
            int id = id(customer);
            if (id == 0 || !charged(payment, id)) {
                return TransactionProfiles.PaymentResult.MISSING;
            }
            int w = payment.warehouse();
            int d = payment.district();
            BigDecimal amount = payment.amount();
            StatementParameters.of(ofDistrict).with(amount).with(w, d);
            if (ofDistrict.executeUpdate() == 0) {
                return TransactionProfiles.PaymentResult.MISSING;
            }
            StatementParameters.of(ofWarehouse).with(amount).with(w);
            if (ofWarehouse.executeUpdate() == 0) {
                return TransactionProfiles.PaymentResult.MISSING;
            }
            StatementParameters.of(noted)
                    .with(customer.warehouse(), customer.district(), id, w, d)
                    .with(amount)
                    .with(names(w, d));
            noted.executeUpdate();
            return shown(customer, id);
        }

        /** Returns the number of the customer; 0 if there is none. */
        private int id(TransactionInput.CustomerSelector customer) throws SQLException {
            return switch (customer) {
                case TransactionInput.CustomerSelector.ById known -> known.id();
                case TransactionInput.CustomerSelector.ByLastName named -> {
                    CustomerExpression.set(
                            StatementParameters.of(byLastName).with(named.warehouse(), named.district()), named);
                    try (ResultSet row = byLastName.executeQuery()) {
                        yield row.next() ? row.getInt(1) : 0;
                    }
                }
            };
        }

        private boolean charged(TransactionInput.Payment payment, int id) throws SQLException {
            int w = payment.payer().warehouse();
            int d = payment.payer().district();
            BigDecimal amount = payment.amount();
            StatementParameters.of(payer)
                    .with(amount)
                    .with(amount)
                    .with(" %d %d %d %d %s ".formatted(d, w, payment.district(), payment.warehouse(), amount))
                    .with(w, d, id);
            return payer.executeUpdate() == 1;
        }

        private String names(int warehouse, int district) throws SQLException {
            StatementParameters.of(places).with(warehouse, district);
            try (ResultSet row = places.executeQuery()) {
                row.next();
                return row.getString(1) + "    " + row.getString(2);
            }
        }

        private TransactionProfiles.PaymentResult shown(TransactionInput.CustomerSelector customer, int id)
                throws SQLException {
            StatementParameters.of(shown).with(customer.warehouse(), customer.district(), id);
            try (ResultSet row = shown.executeQuery()) {
                row.next();
                return new TransactionProfiles.PaymentResult(id, row.getBigDecimal(1), row.getString(2), row.getInt(3));
            }
        }
    }

    /** Delivery transaction (2.7): the oldest pending order of each of the ten districts. */
    private static final class Delivery {
        private final PreparedStatement oldest;
        private final PreparedStatement taken;
        private final PreparedStatement shipped;
        private final PreparedStatement customer;
        private final PreparedStatement delivered;
        private final PreparedStatement total;
        private final PreparedStatement billed;

        Delivery(Connection connection) throws SQLException {
            oldest = connection.prepareStatement("SELECT no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = ?"
                    + " ORDER BY no_o_id LIMIT 1 FOR UPDATE");
            taken = connection.prepareStatement(
                    "DELETE FROM new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?");
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
                    StatementParameters.of(taken).with(w, district, order);
                    taken.executeUpdate();
                    bills += billed(delivery, district, order) ? 1 : 0;
                }
            }
            return new DeliveryResult(orders, bills);
        }

        /** Returns whether the order has its row, lines and customer. */
        private boolean billed(TransactionInput.Delivery delivery, int district, int order) throws SQLException {
            int w = delivery.warehouse();
            StatementParameters.of(shipped).with(delivery.carrier(), w, district, order);
            StatementParameters.of(delivered).with(w, district, order);
            if (shipped.executeUpdate() == 0 || delivered.executeUpdate() == 0) {
                return false;
            }
            int buyer = number(customer, w, district, order);
            StatementParameters.of(total).with(w, district, order);
            try (ResultSet row = total.executeQuery()) {
                row.next();
                StatementParameters.of(billed).with(row.getBigDecimal(1)).with(w, district, buyer);
            }
            return billed.executeUpdate() == 1;
        }

        /** Returns the number that a query finds; 0 if there is no row. */
        private static int number(PreparedStatement query, int... parameters) throws SQLException {
            StatementParameters.of(query).with(parameters);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getInt(1) : 0;
            }
        }
    }
}
