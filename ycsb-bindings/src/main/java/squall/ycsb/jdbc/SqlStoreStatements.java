package squall.ycsb.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import squall.spi.Outcome;
import squall.sql.SqlDialect;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.KeyValueStore;
import squall.ycsb.store.ReadRows;
import squall.ycsb.store.RowValues;

/** The prepared statements of one connection, each made when it is first needed. One thread. */
final class SqlStoreStatements {
    private final Connection connection;
    private final Texts text;
    private final SqlResults results;
    private final Map<ColumnSelection, Query> reads = new HashMap<>();
    private final Map<ColumnSelection, Query> readsToRaise = new HashMap<>();
    private final Map<ColumnSelection, Query> scans = new HashMap<>();
    private final Map<ColumnSelection, PreparedStatement> updates = new HashMap<>();
    private final Map<ColumnSelection, PreparedStatement> inserts = new HashMap<>();
    // By the number of keys that are looked for.
    private final Map<Integer, PreparedStatement> searches = new HashMap<>();
    private @Nullable PreparedStatement deletion;

    SqlStoreStatements(Connection connection, Texts text, SqlResults results) {
        this.connection = connection;
        this.text = text;
        this.results = results;
    }

    Outcome read(String key, ColumnSelection columns, ReadRows into) throws SQLException {
        Query query = reads.get(columns);
        if (query == null) {
            query = new Query(text.read(columns), 1);
            reads.put(columns, query);
        }
        return read(query, key, columns, into);
    }

    /**
     * Reads within a transaction that goes on to write what follows from it. Where a database may let two transactions read the same and both
     * write, the row is locked.
     */
    Outcome readToRaise(String key, ColumnSelection columns, ReadRows into) throws SQLException {
        Query query = readsToRaise.get(columns);
        if (query == null) {
            query = new Query(text.readToRaise(columns, connection), 1);
            readsToRaise.put(columns, query);
        }
        return read(query, key, columns, into);
    }

    private static Outcome read(Query query, String key, ColumnSelection columns, ReadRows into) throws SQLException {
        query.statement.setString(1, key);
        into.begin(columns);
        try (ResultSet found = query.statement.executeQuery()) {
            while (found.next()) {
                into.row(key);
                query.values(found, columns, into);
            }
        }
        return into.count() == 0 ? Outcome.NOT_FOUND : Outcome.OK;
    }

    Outcome scan(String first, int limit, ColumnSelection columns, ReadRows into) throws SQLException {
        Query query = scans.get(columns);
        if (query == null) {
            query = new Query(text.scan(columns), 2);
            query.statement.setFetchSize(results.fetchSize());
            scans.put(columns, query);
        }
        query.statement.setString(1, first);
        query.statement.setInt(2, limit);
        into.begin(columns);
        try (ResultSet found = query.statement.executeQuery()) {
            while (found.next()) {
                into.row(found.getString(1));
                query.values(found, columns, into);
            }
        }
        return Outcome.OK;
    }

    Outcome update(String key, RowValues values) throws SQLException {
        PreparedStatement statement = updates.get(values.columns());
        if (statement == null) {
            statement = connection.prepareStatement(text.update(values.columns()));
            updates.put(values.columns(), statement);
        }
        set(statement, 1, values);
        statement.setString(values.columns().size() + 1, key);
        return written(statement);
    }

    Outcome insert(String key, RowValues values) throws SQLException {
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
        PreparedStatement statement = deletion;
        if (statement == null) {
            statement = connection.prepareStatement(text.delete());
            deletion = statement;
        }
        statement.setString(1, key);
        return written(statement);
    }

    /** Leaves those of the keys that are there in {@code present}. */
    Outcome find(List<String> keys, Set<String> present) throws SQLException {
        PreparedStatement statement = searches.get(keys.size());
        if (statement == null) {
            statement = connection.prepareStatement(text.present(keys.size()));
            searches.put(keys.size(), statement);
        }
        for (int place = 0; place < keys.size(); place++) {
            statement.setString(place + 1, keys.get(place));
        }
        present.clear();
        try (ResultSet found = statement.executeQuery()) {
            while (found.next()) {
                present.add(found.getString(1));
            }
        }
        return Outcome.OK;
    }

    private static Outcome written(PreparedStatement statement) throws SQLException {
        return statement.executeUpdate() == 0 ? KeyValueStore.NO_SUCH_ROW : Outcome.OK;
    }

    private static void set(PreparedStatement statement, int from, RowValues values) throws SQLException {
        for (int place = 0; place < values.columns().size(); place++) {
            statement.setString(from + place, values.text(place));
        }
    }

    /**
     * Settings for reading the results of queries.
     *
     * @param fetchSize rows a scan fetches at once; 0: all
     * @param textIsUtf8 as {@link squall.sql.SqlDatabase#textIsUtf8}: decoding ten fields of a row costs as much as all else of Squall's own
     *     in a read, and nothing looks at them unless data is verified
     */
    record SqlResults(int fetchSize, boolean textIsUtf8) {}

    /** Prepared query of some columns. */
    private final class Query {
        private final PreparedStatement statement;
        private final int from;
        private @Nullable Boolean bytes;

        /** @param from the first of the columns, from 1 */
        Query(String sql, int from) throws SQLException {
            this.statement = connection.prepareStatement(sql);
            this.from = from;
        }

        void values(ResultSet found, ColumnSelection columns, ReadRows into) throws SQLException {
            if (bytes == null) {
                bytes = results.textIsUtf8() && text(found.getMetaData(), columns.size());
            }
            for (int place = from; place < from + columns.size(); place++) {
                if (bytes) {
                    into.value(found.getBytes(place));
                } else {
                    into.value(found.getString(place));
                }
            }
        }

        /**
         * Tells whether the columns are text; in other types, in a table that Squall did not make, bytes may be the driver's binary form.
         */
        private boolean text(ResultSetMetaData found, int columns) throws SQLException {
            for (int place = from; place < from + columns; place++) {
                if (found.getColumnType(place) != Types.VARCHAR) {
                    return false;
                }
            }
            return true;
        }
    }

    /** The statements of the jdbc binding, as text; names are quoted where the DDL quotes them. Pure. */
    static final class Texts {
        /** The key's column in every YCSB table behind JDBC. */
        static final String KEY_COLUMN = "YCSB_KEY";

        private static final String WHERE_KEY = " WHERE " + KEY_COLUMN + " = ?";

        private final SqlDialect dialect;
        private final String table;

        Texts(SqlDialect dialect, String table) {
            this.dialect = dialect;
            this.table = dialect.identifier(table);
        }

        String read(ColumnSelection columns) {
            return "SELECT " + list(columns) + " FROM " + table + WHERE_KEY;
        }

        /** @param connection whose isolation decides whether the row is locked */
        String readToRaise(ColumnSelection columns, Connection connection) throws SQLException {
            return read(columns) + (dialect.losesUpdates(connection) ? " FOR UPDATE" : "");
        }

        String scan(ColumnSelection columns) {
            return "SELECT " + KEY_COLUMN + "," + list(columns) + " FROM " + table + " WHERE " + KEY_COLUMN
                    + " >= ? ORDER BY " + KEY_COLUMN + dialect.limit("?");
        }

        String update(ColumnSelection columns) {
            return "UPDATE " + table + " SET "
                    + names(columns).map(name -> name + "=?").collect(Collectors.joining(", ")) + WHERE_KEY;
        }

        String insert(ColumnSelection columns) {
            return "INSERT INTO " + table + " (" + KEY_COLUMN + "," + list(columns) + ") VALUES(?"
                    + ",?".repeat(columns.size()) + ")";
        }

        String delete() {
            return "DELETE FROM " + table + WHERE_KEY;
        }

        String present(int keys) {
            return "SELECT " + KEY_COLUMN + " FROM " + table + " WHERE " + KEY_COLUMN + " IN ("
                    + String.join(",", Collections.nCopies(keys, "?")) + ")";
        }

        private String list(ColumnSelection columns) {
            return names(columns).collect(Collectors.joining(","));
        }

        private Stream<String> names(ColumnSelection columns) {
            return columns.names().stream().map(dialect::identifier);
        }
    }
}
