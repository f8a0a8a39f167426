package squall.ycsb.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.ycsb.store.Columns;
import squall.ycsb.store.Rows;
import squall.ycsb.store.Store;
import squall.ycsb.store.Values;

/** The prepared statements of one connection, each made when it is first needed. One thread. */
final class SqlStatements implements AutoCloseable {
    static final Outcome NO_SUCH_ROW =
            new Outcome.Refused(new ErrorCode(ErrorKind.DATA, Store.MISSING), "there is no row of this key");

    private final Connection connection;
    private final SqlText text;
    private final int fetchSize;
    private final Map<Columns, PreparedStatement> reads = new HashMap<>();
    private final Map<Columns, PreparedStatement> readsToRaise = new HashMap<>();
    private final Map<Columns, PreparedStatement> scans = new HashMap<>();
    private final Map<Columns, PreparedStatement> updates = new HashMap<>();
    private final Map<Columns, PreparedStatement> inserts = new HashMap<>();
    private final Map<Integer, PreparedStatement> others = new HashMap<>();

    SqlStatements(Connection connection, SqlText text, int fetchSize) {
        this.connection = connection;
        this.text = text;
        this.fetchSize = fetchSize;
    }

    Outcome read(String key, Columns columns, Rows into) throws SQLException {
        PreparedStatement statement = reads.get(columns);
        if (statement == null) {
            statement = connection.prepareStatement(text.read(columns));
            reads.put(columns, statement);
        }
        return read(statement, key, columns, into);
    }

    /**
     * Reads within a transaction that goes on to write what follows from it. Below repeatable read a database may let two transactions read
     * the same and both write, so there the row is locked.
     */
    Outcome readToRaise(String key, Columns columns, Rows into) throws SQLException {
        PreparedStatement statement = readsToRaise.get(columns);
        if (statement == null) {
            boolean lock = connection.getTransactionIsolation() < Connection.TRANSACTION_REPEATABLE_READ;
            statement = connection.prepareStatement(text.read(columns) + (lock ? " FOR UPDATE" : ""));
            readsToRaise.put(columns, statement);
        }
        return read(statement, key, columns, into);
    }

    private static Outcome read(PreparedStatement statement, String key, Columns columns, Rows into)
            throws SQLException {
        statement.setString(1, key);
        into.begin(columns);
        try (ResultSet found = statement.executeQuery()) {
            while (found.next()) {
                into.row(key);
                values(found, 1, columns, into);
            }
        }
        return into.count() == 0 ? Outcome.NOT_FOUND : Outcome.OK;
    }

    Outcome scan(String first, int limit, Columns columns, Rows into) throws SQLException {
        PreparedStatement statement = scans.get(columns);
        if (statement == null) {
            statement = connection.prepareStatement(text.scan(columns));
            statement.setFetchSize(fetchSize);
            scans.put(columns, statement);
        }
        statement.setString(1, first);
        statement.setInt(2, limit);
        into.begin(columns);
        try (ResultSet found = statement.executeQuery()) {
            while (found.next()) {
                into.row(found.getString(1));
                values(found, 2, columns, into);
            }
        }
        return Outcome.OK;
    }

    Outcome update(String key, Values values) throws SQLException {
        PreparedStatement statement = updates.get(values.columns());
        if (statement == null) {
            statement = connection.prepareStatement(text.update(values.columns()));
            updates.put(values.columns(), statement);
        }
        set(statement, 1, values);
        statement.setString(values.columns().size() + 1, key);
        return written(statement);
    }

    Outcome insert(String key, Values values) throws SQLException {
        PreparedStatement statement = inserts.get(values.columns());
        if (statement == null) {
            statement = connection.prepareStatement(text.insert(values.columns()));
            inserts.put(values.columns(), statement);
        }
        statement.setString(1, key);
        set(statement, 2, values);
        return written(statement);
    }

    Outcome delete(String key) throws SQLException {
        PreparedStatement statement = others.get(0);
        if (statement == null) {
            statement = connection.prepareStatement(text.delete());
            others.put(0, statement);
        }
        statement.setString(1, key);
        return written(statement);
    }

    @Override
    public void close() {
        // The statements end with their connection, which the session closes next.
    }

    private static Outcome written(PreparedStatement statement) throws SQLException {
        return statement.executeUpdate() == 0 ? NO_SUCH_ROW : Outcome.OK;
    }

    private static void set(PreparedStatement statement, int from, Values values) throws SQLException {
        for (int place = 0; place < values.columns().size(); place++) {
            statement.setString(from + place, values.text(place));
        }
    }

    private static void values(ResultSet found, int from, Columns columns, Rows into) throws SQLException {
        for (int place = 0; place < columns.size(); place++) {
            into.value(found.getString(from + place));
        }
    }
}
