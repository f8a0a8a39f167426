package squall.sql.bulk;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.CopyStream;
import squall.sql.CopyStream.CallTimeout;
import squall.sql.KeyValueTable;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect;
import squall.sql.SqlSession;
import squall.sql.SqlSession.StagedWork;
import squall.sql.WorkEffect;

/**
 * Insertion of chunks of rows into a {@link KeyValueTable}, with an outcome for every row: acknowledged, refused, or unknown.
 *
 * <p>Used by one thread at a time, except {@link #abort}. A chunk that fails because of single rows is split until only those are refused.
 *
 * <p>A chunk is one COPY, or one batch of INSERTs in one transaction, so it is stored as a whole or not at all. That, and the primary key,
 * make it safe to go on after a lost answer: the rows are read back, and if each is stored as sent, the chunk counts as acknowledged; else
 * it is sent again. If the lost one is still in progress on the server, the new one waits for it at its keys and then fails as a duplicate,
 * so that no row is stored twice. Rows whose state cannot be read stay unknown.
 */
public final class BulkInsert implements BulkWriter {
    /** Mode of transfer. */
    public enum Mode {
        /** COPY … FROM STDIN, where the server has it. */
        COPY,
        /** Batches that the driver rewrites into multi-row INSERTs. */
        BATCH
    }

    private final SqlSession<BulkInsertConnection> session;
    private final Mode mode;
    private final CopyFormat format;
    private final boolean transactions;

    /**
     * @param table its key column must be its primary key
     * @param session distributes loaders over the endpoints
     * @throws IOException if no endpoint takes the session
     * @throws IllegalArgumentException if COPY is requested although {@link SqlDatabase#copies} is false
     */
    public BulkInsert(SqlDatabase database, KeyValueTable table, Mode mode, int session)
            throws IOException, InterruptedException {
        if (mode == Mode.COPY && !database.copies()) {
            throw new IllegalArgumentException(
                    "rows cannot be loaded with COPY: it needs a server with PostgreSQL's protocol and"
                            + " its driver (jdbc:postgresql:), but the server is "
                            + database.dialect().product() + "; load in batches");
        }
        this.mode = mode;
        this.format = CopyFormat.of(database.dialect());
        this.transactions = database.transactions();
        this.session = database.bulkSession(
                session,
                connection -> new BulkInsertConnection(
                        connection,
                        database.dialect(),
                        table,
                        database.settings().socketTimeout()));
    }

    /** {@inheritDoc} @throws IllegalArgumentException if the chunk has several rows and the database has no transactions */
    @Override
    public void send(RowChunk chunk, Turn turn, RowOutcomes outcomes) throws InterruptedException {
        if (!transactions && chunk.rows() > 1) {
            throw new IllegalArgumentException("without transactions rows are sent one at a time, not " + chunk.rows());
        }
        if (chunk.rows() > 0 && new ChunkInsert(this, chunk, turn, outcomes).interrupted()) {
            throw new InterruptedException("interrupted while rows were sent");
        }
    }

    @Override
    public void abort() {
        session.abort();
    }

    @Override
    public void close() {
        session.close();
    }

    SqlSession<BulkInsertConnection> session() {
        return session;
    }

    /** Sends these rows, all or none. */
    Outcome send(RowChunk chunk, int from, int to, Turn turn) throws InterruptedException {
        return switch (mode) {
            case COPY -> session.statement(WorkEffect.ONCE, turn, new Copy(format, chunk, from, to));
            case BATCH -> {
                SqlSession.SqlWork<BulkInsertConnection> insert = wire -> {
                    wire.insert(chunk, from, to);
                    return Outcome.OK;
                };
                // Without transactions a chunk is one row, which commits itself.
                yield transactions
                        ? session.transaction(WorkEffect.ONCE, turn, insert)
                        : session.statement(WorkEffect.ONCE, turn, insert);
            }
        };
    }

    /** Unit of one COPY: nothing is applied before its end is sent. */
    private static final class Copy implements StagedWork<BulkInsertConnection> {
        private final CopyFormat format;
        private final RowChunk chunk;
        private final int from;
        private final int to;
        private boolean handedOver;

        Copy(CopyFormat format, RowChunk chunk, int from, int to) {
            this.format = format;
            this.chunk = chunk;
            this.from = from;
            this.to = to;
        }

        @Override
        public Outcome run(BulkInsertConnection wire) throws java.sql.SQLException {
            handedOver = false;
            wire.copy(format, chunk, from, to, () -> handedOver = true);
            return Outcome.OK;
        }

        @Override
        public boolean handedOver() {
            return handedOver;
        }
    }

    /** Connection of a {@link BulkInsert} with its statements. Used by one thread. */
    static final class BulkInsertConnection {
        private final Connection connection;
        private final SqlDialect dialect;
        private final KeyValueTable table;
        private final CallTimeout limit;

        /** @param limit of one call */
        BulkInsertConnection(Connection connection, SqlDialect dialect, KeyValueTable table, Duration limit) {
            this.connection = connection;
            this.dialect = dialect;
            this.table = table;
            this.limit = new CallTimeout(connection, limit);
        }

        /** Executes one COPY of these rows, committed with its end. */
        void copy(CopyFormat format, RowChunk chunk, int from, int to, Runnable beforeEnd) throws SQLException {
            CopyStream.Rows rows = copy -> format.write(chunk, from, to, copy);
            limit.within(() -> CopyStream.send(connection, format.statement(table), rows, beforeEnd));
        }

        /** Executes one batch of INSERTs of these rows. */
        void insert(RowChunk chunk, int from, int to) throws SQLException {
            limit.within(() -> insertAll(chunk, from, to));
        }

        private void insertAll(RowChunk chunk, int from, int to) throws SQLException {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table.identifier(dialect)
                    + " (" + table.columnList(dialect) + ") VALUES (" + marks(chunk.columns()) + ")")) {
                for (int row = from; row < to; row++) {
                    set(insert, List.of(chunk.texts(row)));
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        }

        /** Reads the existing rows with these keys, by key. */
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
}
