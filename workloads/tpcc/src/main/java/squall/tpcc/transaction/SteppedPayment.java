package squall.tpcc.transaction;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.terminal.TransactionInput.CustomerSelector;
import squall.tpcc.transaction.TransactionProfiles.PaymentResult;

/**
 * Payment transaction (2.5) in several statements: customer, district and warehouse in this order, each only if the one before is there.
 *
 * <p>Rows that are changed are locked in the same order as in {@link PaymentTransaction}. Rows that are read in order to be written are read with
 * {@code FOR UPDATE}: at repeatable read a plain query would show their state when the transaction first read.
 */
final class SteppedPayment {
    private final PreparedStatement byLastName;
    private final PreparedStatement payer;
    private final PreparedStatement shown;
    private final PreparedStatement ofDistrict;
    private final PreparedStatement ofWarehouse;
    private final PreparedStatement places;
    private final PreparedStatement noted;

    SteppedPayment(Connection connection) throws SQLException {
        byLastName = connection.prepareStatement("SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = "
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
        ofDistrict = connection.prepareStatement("UPDATE district SET d_ytd = d_ytd + ? WHERE d_w_id = ? AND d_id = ?");
        ofWarehouse = connection.prepareStatement("UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?");
        places = connection.prepareStatement("""
                SELECT w_name, d_name, w_street_1, w_street_2, w_city, w_state, w_zip,
                  d_street_1, d_street_2, d_city, d_state, d_zip
                FROM warehouse JOIN district ON d_w_id = w_id WHERE w_id = ? AND d_id = ?""");
        noted = connection.prepareStatement("""
                INSERT INTO history (h_c_w_id, h_c_d_id, h_c_id, h_w_id, h_d_id, h_date, h_amount, h_data)
                VALUES (?, ?, ?, ?, ?, localtimestamp(6), ?, ?)""");
    }

    PaymentResult pay(TransactionInput.Payment payment) throws SQLException {
        CustomerSelector customer = payment.payer();
        int id = id(customer);
        if (id == 0 || !charged(payment, id)) {
            return PaymentResult.MISSING;
        }
        int w = payment.warehouse();
        int d = payment.district();
        BigDecimal amount = payment.amount();
        new StatementParameters(ofDistrict).with(amount).with(w, d);
        if (ofDistrict.executeUpdate() == 0) {
            return PaymentResult.MISSING;
        }
        new StatementParameters(ofWarehouse).with(amount).with(w);
        if (ofWarehouse.executeUpdate() == 0) {
            return PaymentResult.MISSING;
        }
        new StatementParameters(noted)
                .with(customer.warehouse(), customer.district(), id, w, d)
                .with(amount)
                .with(names(w, d));
        noted.executeUpdate();
        return shown(customer, id);
    }

    /** Returns the number of the customer; 0 if there is none. */
    private int id(CustomerSelector customer) throws SQLException {
        return switch (customer) {
            case CustomerSelector.ById known -> known.id();
            case CustomerSelector.ByLastName named -> {
                CustomerExpression.set(
                        new StatementParameters(byLastName).with(named.warehouse(), named.district()), named);
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
        new StatementParameters(payer)
                .with(amount)
                .with(amount)
                .with(" %d %d %d %d %s ".formatted(d, w, payment.district(), payment.warehouse(), amount))
                .with(w, d, id);
        return payer.executeUpdate() == 1;
    }

    private String names(int warehouse, int district) throws SQLException {
        new StatementParameters(places).with(warehouse, district);
        try (ResultSet row = places.executeQuery()) {
            row.next();
            return row.getString(1) + "    " + row.getString(2);
        }
    }

    private PaymentResult shown(CustomerSelector customer, int id) throws SQLException {
        new StatementParameters(shown).with(customer.warehouse(), customer.district(), id);
        try (ResultSet row = shown.executeQuery()) {
            row.next();
            return new PaymentResult(id, row.getBigDecimal(1), row.getString(2), row.getInt(3));
        }
    }
}
