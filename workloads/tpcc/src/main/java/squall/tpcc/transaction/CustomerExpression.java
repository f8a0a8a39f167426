package squall.tpcc.transaction;

import java.sql.SQLException;
import squall.tpcc.terminal.TransactionInput.CustomerSelector;

/** Expression for the number of the customer that a user named, with its parameters. */
enum CustomerExpression {
    BY_ID("?"),
    /** The middle one, rounded up, by first name (2.5.2.2). */
    BY_LAST_NAME("""
            (SELECT c_id FROM (
                SELECT c_id, row_number() OVER (ORDER BY c_first, c_id) AS place, count(*) OVER () AS all_places
                FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ?
              ) AS named WHERE 2 * place BETWEEN all_places AND all_places + 1)""");

    private final String expression;

    CustomerExpression(String expression) {
        this.expression = expression;
    }

    String expression() {
        return expression;
    }

    static StatementParameters set(StatementParameters parameters, CustomerSelector customer) throws SQLException {
        return switch (customer) {
            case CustomerSelector.ById known -> parameters.with(known.id());
            case CustomerSelector.ByLastName named ->
                parameters.with(named.warehouse(), named.district()).with(named.last());
        };
    }
}
