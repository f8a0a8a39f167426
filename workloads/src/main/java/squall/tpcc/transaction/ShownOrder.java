package squall.tpcc.transaction;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import squall.spi.Outcome;

/**
 * What an Order-Status' user is shown (2.6.3).
 *
 * @param id the customer's newest order
 * @param lines how many it has
 */
public record ShownOrder(int customer, BigDecimal balance, int id, int lines) {
    static final ShownOrder MISSING = new ShownOrder(0, BigDecimal.ZERO, 0, 0);

    /** From the row that the cursor is on to the last; each is a line. */
    static ShownOrder read(ResultSet rows) throws SQLException {
        int customer = rows.getInt(1);
        BigDecimal balance = rows.getBigDecimal(2);
        int id = rows.getInt(3);
        int lines = 1;
        while (rows.next()) {
            lines++;
        }
        return new ShownOrder(customer, balance, id, lines);
    }

    /** As it is counted. */
    public Outcome outcome() {
        return id == 0 ? Answers.missing("Order-Status: there is no such customer with an order") : Outcome.OK;
    }
}
