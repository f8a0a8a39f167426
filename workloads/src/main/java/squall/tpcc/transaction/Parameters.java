package squall.tpcc.transaction;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.ToIntFunction;
import squall.tpcc.terminal.OrderLine;

/** Sets the parameters of a statement in the order in which its text has them. One thread. */
final class Parameters {
    private final PreparedStatement statement;
    private int last;

    private Parameters(PreparedStatement statement) {
        this.statement = statement;
    }

    static Parameters of(PreparedStatement statement) {
        return new Parameters(statement);
    }

    Parameters with(int... values) throws SQLException {
        for (int value : values) {
            statement.setInt(++last, value);
        }
        return this;
    }

    Parameters with(String value) throws SQLException {
        statement.setString(++last, value);
        return this;
    }

    Parameters with(BigDecimal value) throws SQLException {
        statement.setBigDecimal(++last, value);
        return this;
    }

    /** One number of each line, as an array. */
    Parameters with(List<OrderLine> lines, ToIntFunction<OrderLine> number) throws SQLException {
        statement.setObject(++last, lines.stream().mapToInt(number).toArray());
        return this;
    }
}
