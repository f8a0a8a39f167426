package squall.ycsb.jdbc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import squall.check.isolation.ConsistencyModel;
import squall.isolation.LoadIsolation;
import squall.spi.ClientBarrier;
import squall.spi.DatabaseInfo;
import squall.spi.Instrument;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.KeyValueTable;
import squall.sql.KeyValueTable.Sharding;
import squall.sql.SqlClientBarrier;
import squall.sql.SqlDatabase;
import squall.sql.SqlSession;
import squall.sql.WorkEffect;
import squall.sql.bulk.BulkInsert;
import squall.sql.bulk.BulkInsert.RowOutcomes;
import squall.sql.bulk.RowChunk;
import squall.sql.metrics.SqlInstruments;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.KeyValueStore;
import squall.ycsb.store.ReadRows;
import squall.ycsb.store.RowValues;
import squall.ycsb.store.Shard;
import squall.ycsb.store.YcsbSchema;

/**
 * Database behind JDBC.
 *
 * @param sharding how a distributed database spreads a table that is made here
 * @param fetchSize rows a scan fetches at once; 0: all
 */
record SqlShard(SqlDatabase database, YcsbSchema schema, Sharding sharding, int fetchSize) implements Shard {
    /** Large enough that the wait for a commit is a small share. */
    private static final int ROWS_AT_ONCE = 2_000;

    /** With many threads their commits overlap, and what they hold adds up. */
    private static final int ROWS_UNDER_WAY = 8 * ROWS_AT_ONCE;

    @Override
    public KeyValueStore open(int session) throws IOException, InterruptedException {
        return new SqlStore(database, schema, fetchSize, session);
    }

    @Override
    public Shard.KeyFinder finder(int session) throws IOException, InterruptedException {
        return new SqlKeyFinder(database, schema, session);
    }

    @Override
    public List<BulkWay> ways() {
        if (!database.transactions()) {
            // A batch that failed would leave some of its rows, and nothing could tell which.
            return List.of(new BulkWay(Shard.InsertMethod.BATCH, 1, Integer.MAX_VALUE));
        }
        BulkWay batch = new BulkWay(Shard.InsertMethod.BATCH, ROWS_AT_ONCE, ROWS_UNDER_WAY);
        return database.copies()
                ? List.of(new BulkWay(Shard.InsertMethod.COPY, ROWS_AT_ONCE, ROWS_UNDER_WAY), batch)
                : List.of(batch);
    }

    @Override
    public Shard.BulkWriter bulk(Shard.InsertMethod way, int session) throws IOException, InterruptedException {
        BulkInsert.Mode mode = way == Shard.InsertMethod.COPY ? BulkInsert.Mode.COPY : BulkInsert.Mode.BATCH;
        return new SqlBulk(new BulkInsert(database, keyValues(), mode, session));
    }

    @Override
    public Shard.StoredTable table() {
        return new SqlStoredTable(keyValues(), database);
    }

    @Override
    public DatabaseInfo describe() throws IOException {
        return database.describe();
    }

    @Override
    public Optional<ConsistencyModel> claimed() throws IOException {
        return LoadIsolation.claimed(describe(), database.dialect());
    }

    @Override
    public List<Instrument> instruments(List<Shard> all, List<URI> pages) {
        return SqlInstruments.of(
                all.stream().map(shard -> ((SqlShard) shard).database()).toList(), pages);
    }

    @Override
    public Optional<ClientBarrier> barrier() {
        return SqlClientBarrier.of(database);
    }

    private KeyValueTable keyValues() {
        return new KeyValueTable(
                schema.table(), SqlStoreStatements.SqlStoreTexts.KEY_COLUMN, schema.columns(), sharding);
    }

    /** Writer of chunks of rows by COPY or in batches. */
    private record SqlBulk(BulkInsert insert) implements Shard.BulkWriter {
        @Override
        public void send(RowChunk chunk, Turn turn, RowOutcomes outcomes) throws InterruptedException {
            insert.send(chunk, turn, outcomes);
        }

        @Override
        public void abort() {
            insert.abort();
        }

        @Override
        public void close() {
            insert.close();
        }
    }

    /** Table in one database behind JDBC. */
    private record SqlStoredTable(KeyValueTable table, SqlDatabase database) implements Shard.StoredTable {
        @Override
        public String name() {
            return table.name();
        }

        @Override
        public String ddl() {
            return table.ddl(database.dialect());
        }

        @Override
        public String layout() {
            return table.layout(database.dialect());
        }

        @Override
        public Optional<String> obstacle() throws IOException, InterruptedException {
            return table.obstacle(database);
        }

        @Override
        public Optional<String> misfit() throws IOException, InterruptedException {
            return table.misfit(database);
        }

        @Override
        public boolean exists() throws IOException, InterruptedException {
            return table.exists(database);
        }

        @Override
        public Optional<String> mismatch() throws IOException, InterruptedException {
            return table.columns().mismatch(database);
        }

        @Override
        public void create() throws IOException, InterruptedException {
            table.create(database);
        }

        @Override
        public boolean hasRows() throws IOException, InterruptedException {
            return table.hasRows(database);
        }

        @Override
        public long count() throws IOException, InterruptedException {
            return table.count(database);
        }

        @Override
        public void truncate() throws IOException, InterruptedException {
            table.truncate(database);
        }

        @Override
        public void replace() throws IOException, InterruptedException {
            table.replace(database);
        }
    }

    /** Store behind JDBC, on one session that reconnects by itself. */
    private static final class SqlStore implements KeyValueStore {
        private final SqlSession<SqlStoreStatements> session;

        SqlStore(SqlDatabase database, YcsbSchema schema, int fetchSize, int number)
                throws IOException, InterruptedException {
            SqlStoreStatements.SqlStoreTexts text =
                    new SqlStoreStatements.SqlStoreTexts(database.dialect(), schema.table());
            SqlStoreStatements.SqlResults results = new SqlStoreStatements.SqlResults(fetchSize, database.textIsUtf8());
            this.session = database.session(number, connection -> new SqlStoreStatements(connection, text, results));
        }

        @Override
        public Outcome read(String key, ColumnSelection columns, ReadRows into, Turn turn) throws InterruptedException {
            return session.statement(WorkEffect.READ, turn, statements -> statements.read(key, columns, into));
        }

        @Override
        public Outcome scan(String first, int limit, ColumnSelection columns, ReadRows into, Turn turn)
                throws InterruptedException {
            return session.statement(WorkEffect.READ, turn, statements -> statements.scan(first, limit, columns, into));
        }

        @Override
        public Outcome update(String key, RowValues values, Turn turn) throws InterruptedException {
            return session.statement(WorkEffect.IDEMPOTENT, turn, statements -> statements.update(key, values));
        }

        @Override
        public Outcome insert(String key, RowValues values, Turn turn) throws InterruptedException {
            return session.statement(WorkEffect.ONCE, turn, statements -> statements.insert(key, values));
        }

        @Override
        public Outcome delete(String key, Turn turn) throws InterruptedException {
            return session.statement(WorkEffect.ONCE, turn, statements -> statements.delete(key));
        }

        @Override
        public KeyValueStore.HotCounter counter(String key, ColumnSelection column) {
            return new SqlCounter(session, key, column);
        }

        @Override
        public int attempts() {
            return session.attempts();
        }

        @Override
        public void abort() {
            session.abort();
        }

        @Override
        public void close() {
            session.close();
        }
    }

    /** Finder of the keys that one database holds. One thread. */
    private static final class SqlKeyFinder implements Shard.KeyFinder {
        private final SqlSession<Statements> session;

        SqlKeyFinder(SqlDatabase database, YcsbSchema schema, int number) throws IOException, InterruptedException {
            SqlStoreStatements.SqlStoreTexts text =
                    new SqlStoreStatements.SqlStoreTexts(database.dialect(), schema.table());
            this.session = database.session(number, connection -> new Statements(connection, text, new HashMap<>()));
        }

        @Override
        public Outcome find(List<String> keys, Set<String> present, Turn turn) throws InterruptedException {
            return keys.isEmpty()
                    ? Outcome.OK
                    : session.statement(WorkEffect.READ, turn, statements -> statements.present(keys, present));
        }

        @Override
        public void close() {
            session.close();
        }

        /** @param bySize a statement for each number of keys that occurs: the full one, and remainders */
        private record Statements(
                Connection connection, SqlStoreStatements.SqlStoreTexts text, Map<Integer, PreparedStatement> bySize)
                implements AutoCloseable {
            Outcome present(List<String> keys, Set<String> into) throws SQLException {
                PreparedStatement statement = bySize.get(keys.size());
                if (statement == null) {
                    statement = connection.prepareStatement(text.present(keys.size()));
                    bySize.put(keys.size(), statement);
                }
                for (int place = 0; place < keys.size(); place++) {
                    statement.setString(place + 1, keys.get(place));
                }
                into.clear();
                try (ResultSet found = statement.executeQuery()) {
                    while (found.next()) {
                        into.add(found.getString(1));
                    }
                }
                return Outcome.OK;
            }

            @Override
            public void close() {
                // The statements end with their connection, which the session closes next.
            }
        }
    }

    /** Counter in one column of a row behind JDBC, incremented by a read and a write in one transaction. */
    private static final class SqlCounter implements KeyValueStore.HotCounter {
        private final SqlSession<SqlStoreStatements> session;
        private final String key;
        private final ColumnSelection column;
        private final ReadRows found = new ReadRows();
        private final RowValues next;
        private long value;

        SqlCounter(SqlSession<SqlStoreStatements> session, String key, ColumnSelection column) {
            this.session = session;
            this.key = key;
            this.column = column;
            this.next = new RowValues(column);
        }

        @Override
        public Outcome create(Turn turn) throws InterruptedException {
            return session.statement(WorkEffect.ONCE, turn, statements -> statements.insert(key, text(0)));
        }

        @Override
        public Outcome raise(Turn turn) throws InterruptedException {
            return session.transaction(WorkEffect.ONCE, turn, statements -> {
                Outcome read = statements.readToRaise(key, column, found);
                return found.count() == 0 ? missing(read) : statements.update(key, text(number() + 1));
            });
        }

        @Override
        public Outcome read(Turn turn) throws InterruptedException {
            return session.statement(WorkEffect.READ, turn, statements -> {
                Outcome outcome = statements.read(key, column, found);
                value = found.count() == 0 ? 0 : number();
                return outcome;
            });
        }

        @Override
        public long value() {
            return value;
        }

        private static Outcome missing(Outcome read) {
            return read.equals(Outcome.NOT_FOUND) ? SqlStoreStatements.NO_SUCH_ROW : read;
        }

        private long number() {
            return Long.parseLong(String.valueOf(found.value(0, 0)).strip());
        }

        private RowValues text(long number) {
            next.begin(column).append(Long.toString(number).getBytes(US_ASCII));
            return next;
        }
    }
}
