package squall.bench.dials;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Stands behind {@link PreparedStatement}. Parameters are taken and forgotten, but for the one that limits a scan. */
final class DialsPreparedStatement extends DialsStatement {
    private static final Face<PreparedStatement> FACE =
            new Face<>(PreparedStatement.class, DialsPreparedStatement.class);

    private final Query query;
    private final Latency latency;
    private long limit;
    private int batch;

    private DialsPreparedStatement(DialsConnection connection, String sql) {
        super(connection);
        this.query = Query.of(sql, connection.server().dials());
        this.latency = connection.latency(sql);
        this.limit = query.fixedLimit();
    }

    static PreparedStatement of(DialsConnection connection, String sql) {
        return FACE.of(new DialsPreparedStatement(connection, sql));
    }

    public boolean execute() throws SQLException {
        send(query, latency, limit);
        return query.verb() == Query.Verb.SELECT;
    }

    public ResultSet executeQuery() throws SQLException {
        execute();
        return selected(query.verb());
    }

    public int executeUpdate() throws SQLException {
        execute();
        return changed(query.verb());
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
            send(query, latency, size);
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
        if (index == query.limitParameter()) {
            limit = value;
        }
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
        } else {
            check(index);
        }
    }

    private void check(int index) throws SQLException {
        if (index < 1 || index > query.parameters()) {
            throw new SQLException(
                    "the statement has " + query.parameters() + " parameters, there is no number " + index, "22023");
        }
    }
}
