package squall.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What {@link BulkInsert} does on one connection. One thread. */
final class Wire implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Wire.class);

    private final Connection connection;
    private final KeyValueTable table;
    private final Duration limit;

    /** @param limit how long one call may take; sockets limit reads only, and a frozen server also stops writes once buffers are full */
    Wire(Connection connection, KeyValueTable table, Duration limit) {
        this.connection = connection;
        this.table = table;
        this.limit = limit;
    }

    /** One COPY of these rows, committed with its end. */
    void copy(CopyFormat format, RowChunk chunk, int from, int to, Runnable beforeEnd) throws SQLException {
        CompletableFuture<Void> watch = watch();
        try {
            CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(format.statement(table));
            try {
                format.write(chunk, from, to, copy);
                beforeEnd.run();
                copy.endCopy();
            } finally {
                cancelIfActive(copy);
            }
        } finally {
            watch.complete(null);
        }
    }

    /** One batch of INSERTs of these rows. */
    void insert(RowChunk chunk, int from, int to) throws SQLException {
        CompletableFuture<Void> watch = watch();
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table.identifier() + " ("
                + table.columnList() + ") VALUES (" + marks(chunk.columns()) + ")")) {
            for (int row = from; row < to; row++) {
                set(insert, List.of(chunk.texts(row)));
                insert.addBatch();
            }
            insert.executeBatch();
        } finally {
            watch.complete(null);
        }
    }

    /** The rows that are there under these keys, by key. */
    Map<String, List<String>> stored(List<String> keys) throws SQLException {
        Map<String, List<String>> stored = HashMap.newHashMap(keys.size());
        String query = "SELECT " + table.columnList() + " FROM " + table.identifier() + " WHERE "
                + table.columns().get(0) + " IN (" + marks(keys.size()) + ")";
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

    private CompletableFuture<Void> watch() {
        CompletableFuture<Void> watch = new CompletableFuture<>();
        CompletableFuture<Void> unused = watch.orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS)
                .exceptionally(late -> {
                    cut();
                    return null;
                });
        return watch;
    }

    private void cut() {
        try {
            connection.abort(Thread::startVirtualThread);
        } catch (SQLException e) {
            LOG.debug("the connection was gone before it could be cut", e);
        }
    }

    private static void cancelIfActive(CopyIn copy) {
        try {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        } catch (SQLException e) {
            LOG.debug("a COPY that failed could not be cancelled either", e);
        }
    }

    private static void set(PreparedStatement statement, List<String> texts) throws SQLException {
        for (int i = 0; i < texts.size(); i++) {
            statement.setString(i + 1, texts.get(i));
        }
    }

    private List<String> texts(ResultSet row) throws SQLException {
        String[] texts = new String[table.columns().size()];
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
