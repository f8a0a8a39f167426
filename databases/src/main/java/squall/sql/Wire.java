package squall.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What {@link BulkInsert} does on one connection. One thread. */
final class Wire implements AutoCloseable {
    private final Connection connection;
    private final Dialect dialect;
    private final KeyValueTable table;
    private final CallLimit limit;

    /** @param limit how long one call may take */
    Wire(Connection connection, Dialect dialect, KeyValueTable table, Duration limit) {
        this.connection = connection;
        this.dialect = dialect;
        this.table = table;
        this.limit = new CallLimit(connection, limit);
    }

    /** One COPY of these rows, committed with its end. */
    void copy(CopyFormat format, RowChunk chunk, int from, int to, Runnable beforeEnd) throws SQLException {
        CopyStream.Rows rows = copy -> format.write(chunk, from, to, copy);
        limit.within(() -> CopyStream.send(connection, format.statement(table), rows, beforeEnd));
    }

    /** One batch of INSERTs of these rows. */
    void insert(RowChunk chunk, int from, int to) throws SQLException {
        limit.within(() -> insertAll(chunk, from, to));
    }

    private void insertAll(RowChunk chunk, int from, int to) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table.identifier(dialect) + " ("
                + table.columnList(dialect) + ") VALUES (" + marks(chunk.columns()) + ")")) {
            for (int row = from; row < to; row++) {
                set(insert, List.of(chunk.texts(row)));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** The rows that are there under these keys, by key. */
    Map<String, List<String>> stored(List<String> keys) throws SQLException {
        Map<String, List<String>> stored = HashMap.newHashMap(keys.size());
        String query = "SELECT " + table.columnList(dialect) + " FROM " + table.identifier(dialect) + " WHERE "
                + dialect.identifier(table.keyColumn()) + " IN (" + marks(keys.size()) + ")";
        try (PreparedStatement select = connection.prepareStatement(query)) {
            set(select, keys);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    stored.put(rows.getString(1), texts(rows));
                }
            }
        }
        return stored;
    }

    @Override
    public void close() {
        // Statements are closed where they are made.
    }

    private static void set(PreparedStatement statement, List<String> texts) throws SQLException {
        for (int i = 0; i < texts.size(); i++) {
            statement.setString(i + 1, texts.get(i));
        }
    }

    private List<String> texts(ResultSet row) throws SQLException {
        String[] texts = new String[table.valueColumns().size() + 1];
        for (int i = 0; i < texts.length; i++) {
            String text = row.getString(i + 1);
            texts[i] = text == null ? "" : text;
        }
        return List.of(texts);
    }

    private static String marks(int count) {
        return "?, ".repeat(count - 1) + "?";
    }
}
