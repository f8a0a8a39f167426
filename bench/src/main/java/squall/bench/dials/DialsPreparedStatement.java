package squall.bench.dials;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import squall.bench.dials.Question.Bound;

/** Stands behind {@link PreparedStatement}. Parameters are forgotten, but for those that the answer depends on. */
final class DialsPreparedStatement extends DialsStatement {
    private static final Face<PreparedStatement> FACE =
            new Face<>(PreparedStatement.class, DialsPreparedStatement.class);

    private final Question question;
    private final Bound bound;
    private final Latency latency;
    private int batch;

    private DialsPreparedStatement(DialsConnection connection, String sql) throws SQLException {
        super(connection);
        this.question = Question.of(sql, connection.server().dials());
        this.bound = question.bind();
        this.latency = connection.latency(sql);
    }

    static PreparedStatement of(DialsConnection connection, String sql) throws SQLException {
        return FACE.of(new DialsPreparedStatement(connection, sql));
    }

    public boolean execute() throws SQLException {
        send(question, bound, latency, bound.rows());
        return question.verb() == Query.Verb.SELECT;
    }

    public ResultSet executeQuery() throws SQLException {
        execute();
        return selected(question.verb());
    }

    public int executeUpdate() throws SQLException {
        execute();
        return changed(question.verb());
    }

    public void addBatch() {
        batch++;
    }

    public void clearBatch() {
        batch = 0;
    }

    /** One call for the whole batch, as a driver that rewrites batches makes. */
    public int[] executeBatch() throws SQLException {
        int size = batch;
        batch = 0;
        if (size > 0) {
            send(question, bound, latency, size);
        }
        var counts = new int[size];
        Arrays.fill(counts, 1);
        return counts;
    }

    public void clearParameters() {}

    public void setString(int index, @Nullable String value) throws SQLException {
        check(index);
    }

    public void setBytes(int index, byte @Nullable [] value) throws SQLException {
        check(index);
    }

    public void setInt(int index, int value) throws SQLException {
        setLong(index, value);
    }

    public void setLong(int index, long value) throws SQLException {
        check(index);
        bound.set(index, value);
    }

    public void setDouble(int index, double value) throws SQLException {
        check(index);
    }

    public void setBoolean(int index, boolean value) throws SQLException {
        check(index);
    }

    public void setBigDecimal(int index, @Nullable BigDecimal value) throws SQLException {
        check(index);
    }

    public void setNull(int index, int type) throws SQLException {
        check(index);
    }

    public void setObject(int index, @Nullable Object value) throws SQLException {
        if (value instanceof Number number) {
            setLong(index, number.longValue());
            return;
        }
        check(index);
        if (value instanceof int[] list) {
            bound.set(index, list);
        }
    }

    private void check(int index) throws SQLException {
        if (index < 1 || index > question.parameters()) {
            throw new SQLException(
                    "the statement has " + question.parameters() + " parameters, there is no number " + index, "22023");
        }
    }
}
