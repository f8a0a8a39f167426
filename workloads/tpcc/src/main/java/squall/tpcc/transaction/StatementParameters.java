package squall.tpcc.transaction;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.ToIntFunction;
import squall.tpcc.terminal.TransactionInput;

/** Setter of a statement's parameters, in the order in which its text has them. One thread. */
final class StatementParameters {
    private final PreparedStatement statement;
    private int last;

    StatementParameters(PreparedStatement statement) {
        this.statement = statement;
    }

    StatementParameters with(int... values) throws SQLException {
        for (int value : values) {
            statement.setInt(++last, value);
        }
        return this;
    }

    StatementParameters with(String value) throws SQLException {
        statement.setString(++last, value);
        return this;
    }

    StatementParameters with(BigDecimal value) throws SQLException {
        statement.setBigDecimal(++last, value);
        return this;
    }

    /** Sets one number of each line, as an array. */
    StatementParameters with(List<TransactionInput.OrderLine> lines, ToIntFunction<TransactionInput.OrderLine> number)
            throws SQLException {
        statement.setObject(++last, lines.stream().mapToInt(number).toArray());
        return this;
    }
}
