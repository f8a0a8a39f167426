package squall.tpcc.transaction;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.terminal.TransactionInput.CustomerSelector;
import squall.tpcc.transaction.TransactionProfiles.OrderStatusResult;

/** Order-Status transaction (2.6) in every language: one query, so that customer, order and lines are consistent under any isolation. */
final class OrderStatusTransaction {
    private static final String TEXT = """
        WITH who AS (
          SELECT c_w_id, c_d_id, c_id, c_first, c_middle, c_last, c_balance
          FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_id = %s
        ), newest AS (
          SELECT o_id, o_entry_d, o_carrier_id
          FROM oorder WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = (SELECT c_id FROM who)
          ORDER BY o_id DESC LIMIT 1
        )
        SELECT c_id, c_balance, o_id, c_first, c_middle, c_last, o_entry_d, o_carrier_id,
          ol_number, ol_supply_w_id, ol_i_id, ol_quantity, ol_amount, ol_delivery_d
        FROM who CROSS JOIN newest JOIN order_line ON ol_w_id = ? AND ol_d_id = ? AND ol_o_id = o_id
        ORDER BY ol_number""";

    static final String BY_ID = TEXT.formatted(CustomerExpression.BY_ID.expression());
    static final String BY_LAST_NAME = TEXT.formatted(CustomerExpression.BY_LAST_NAME.expression());

    private final PreparedStatement byId;
    private final PreparedStatement byLastName;

    OrderStatusTransaction(Connection connection) throws SQLException {
        this.byId = connection.prepareStatement(BY_ID);
        this.byLastName = connection.prepareStatement(BY_LAST_NAME);
    }

    OrderStatusResult show(TransactionInput.OrderStatus status) throws SQLException {
        CustomerSelector customer = status.customer();
        PreparedStatement statement = switch (customer) {
            case CustomerSelector.ById known -> byId;
            case CustomerSelector.ByLastName named -> byLastName;
        };
        int w = customer.warehouse();
        int d = customer.district();
        CustomerExpression.set(new StatementParameters(statement).with(w, d), customer)
                .with(w, d)
                .with(w, d);
        try (ResultSet rows = statement.executeQuery()) {
            return rows.next() ? OrderStatusResult.read(rows) : OrderStatusResult.MISSING;
        }
    }
}
