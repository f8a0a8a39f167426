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
 * Payment transaction (2.5): one statement that commits itself.
 *
 * <p>All payments lock customer, district and warehouse in this order, each because the one before is there, so that the row that most
 * payments want is held shortest, and nothing at all is changed if the customer is missing. Sums are changed relative to their current
 * values, which loses no update under any isolation. The cast is for tables of BenchBase, where that sum is a binary number, which
 * CockroachDB would not add to an exact one.
 */
final class PaymentTransaction {
    private static final String TEXT = """
            WITH payer AS (
              UPDATE customer SET
                c_balance = c_balance - ?,
                c_ytd_payment = c_ytd_payment::decimal + ?,
                c_payment_cnt = c_payment_cnt + 1,
                c_data = CASE WHEN c_credit = 'BC' THEN substr(c_id::text || ? || c_data, 1, 500) ELSE c_data END
              WHERE c_w_id = ? AND c_d_id = ? AND c_id = %s
              RETURNING c_id, c_d_id, c_w_id, c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone,
                c_since, c_credit, c_credit_lim, c_discount, c_balance, c_payment_cnt,
                CASE WHEN c_credit = 'BC' THEN substr(c_data, 1, 200) ELSE '' END AS shown_data
            ), of_district AS (
              UPDATE district SET d_ytd = d_ytd + ? FROM payer WHERE d_w_id = ? AND d_id = ?
              RETURNING d_name, d_street_1, d_street_2, d_city, d_state, d_zip
            ), of_warehouse AS (
              UPDATE warehouse SET w_ytd = w_ytd + ? FROM of_district WHERE w_id = ?
              RETURNING w_name, w_street_1, w_street_2, w_city, w_state, w_zip
            ), noted AS (
              INSERT INTO history (h_c_w_id, h_c_d_id, h_c_id, h_w_id, h_d_id, h_date, h_amount, h_data)
              SELECT c_w_id, c_d_id, c_id, ?::int, ?::int, localtimestamp, ?, w_name || '    ' || d_name
              FROM payer CROSS JOIN of_district CROSS JOIN of_warehouse
            )
            SELECT payer.*, of_district.*, of_warehouse.*
            FROM payer CROSS JOIN of_district CROSS JOIN of_warehouse""";

    static final String BY_ID = TEXT.formatted(CustomerExpression.BY_ID.expression());
    static final String BY_LAST_NAME = TEXT.formatted(CustomerExpression.BY_LAST_NAME.expression());

    private final PreparedStatement byId;
    private final PreparedStatement byLastName;

    PaymentTransaction(Connection connection) throws SQLException {
        this.byId = connection.prepareStatement(BY_ID);
        this.byLastName = connection.prepareStatement(BY_LAST_NAME);
    }

    PaymentResult pay(TransactionInput.Payment payment) throws SQLException {
        PreparedStatement statement = switch (payment.payer()) {
            case CustomerSelector.ById known -> byId;
            case CustomerSelector.ByLastName named -> byLastName;
        };
        set(statement, payment);
        try (ResultSet rows = statement.executeQuery()) {
            return rows.next()
                    ? new PaymentResult(
                            rows.getInt("c_id"),
                            rows.getBigDecimal("c_balance"),
                            rows.getString("shown_data"),
                            rows.getInt("c_payment_cnt"))
                    : PaymentResult.MISSING;
        }
    }

    private static void set(PreparedStatement statement, TransactionInput.Payment payment) throws SQLException {
        int w = payment.warehouse();
        int d = payment.district();
        CustomerSelector payer = payment.payer();
        BigDecimal amount = payment.amount();
        StatementParameters parameters = new StatementParameters(statement)
                .with(amount)
                .with(amount)
                .with(" %d %d %d %d %s ".formatted(payer.district(), payer.warehouse(), d, w, amount))
                .with(payer.warehouse(), payer.district());
        CustomerExpression.set(parameters, payer)
                .with(amount)
                .with(w, d)
                .with(amount)
                .with(w)
                .with(w, d)
                .with(amount);
    }
}
