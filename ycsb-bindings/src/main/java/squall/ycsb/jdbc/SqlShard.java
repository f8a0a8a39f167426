package squall.ycsb.jdbc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import squall.check.isolation.ConsistencyModel;
import squall.isolation.LoadIsolation;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.KeyValueTable;
import squall.sql.KeyValueTable.Sharding;
import squall.sql.SqlDatabase;
import squall.sql.SqlSession;
import squall.sql.SqlStoredTable;
import squall.sql.WorkEffect;
import squall.sql.bulk.BulkInsert;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.KeyValueStore;
import squall.ycsb.store.ReadRows;
import squall.ycsb.store.RowValues;
import squall.ycsb.store.Shard;
import squall.ycsb.store.Shard.InsertMethod;
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
    public Shard.Store open(int session) throws IOException, InterruptedException {
        return SqlSession.opened(new SqlStore(database, session, this::statements));
    }

    @Override
    public Shard.Store openLatest() {
        return new SqlStore(database, 0, connection -> {
            database.requireLatest(connection);
            return statements(connection);
        });
    }

    private SqlStoreStatements statements(Connection connection) throws SQLException {
        return new SqlStoreStatements(
                connection,
                new SqlStoreStatements.Texts(database.dialect(), schema.table()),
                new SqlStoreStatements.SqlResults(fetchSize, database.textIsUtf8()));
    }

    @Override
    public List<BulkWay> ways() {
        if (!database.transactions()) {
            // A batch that failed would leave some of its rows, and nothing could tell which.
            return List.of(new BulkWay(InsertMethod.BATCH, 1, Integer.MAX_VALUE));
        }
        BulkWay batch = new BulkWay(InsertMethod.BATCH, ROWS_AT_ONCE, ROWS_UNDER_WAY);
        return database.copies()
                ? List.of(new BulkWay(InsertMethod.COPY, ROWS_AT_ONCE, ROWS_UNDER_WAY), batch)
                : List.of(batch);
    }

    @Override
    public BulkInsert bulk(InsertMethod way, int session) throws IOException, InterruptedException {
        BulkInsert.Mode mode = way == InsertMethod.COPY ? BulkInsert.Mode.COPY : BulkInsert.Mode.BATCH;
        return new BulkInsert(database, keyValues(), mode, session);
    }

    @Override
    public SqlStoredTable table() {
        return keyValues().in(database);
    }

    @Override
    public Optional<ConsistencyModel> claimed() throws IOException {
        return LoadIsolation.claimed(database.describe(), database.dialect());
    }

    private KeyValueTable keyValues() {
        return new KeyValueTable(schema.table(), SqlStoreStatements.Texts.KEY_COLUMN, schema.columns(), sharding);
    }

    /** Store behind JDBC: a session that reconnects by itself. */
    private static final class SqlStore extends SqlSession<SqlStoreStatements> implements Shard.Store {
        SqlStore(SqlDatabase database, int number, SqlSession.Preparation<SqlStoreStatements> preparation) {
            super(database, number, preparation);
        }

        @Override
        public Outcome read(String key, ColumnSelection columns, ReadRows into, Turn turn) throws InterruptedException {
            return statement(WorkEffect.READ, turn, statements -> statements.read(key, columns, into));
        }

        @Override
        public Outcome scan(String first, int limit, ColumnSelection columns, ReadRows into, Turn turn)
                throws InterruptedException {
            return statement(WorkEffect.READ, turn, statements -> statements.scan(first, limit, columns, into));
        }

        @Override
        public Outcome update(String key, RowValues values, Turn turn) throws InterruptedException {
            return statement(WorkEffect.IDEMPOTENT, turn, statements -> statements.update(key, values));
        }

        @Override
        public Outcome insert(String key, RowValues values, Turn turn) throws InterruptedException {
            return statement(WorkEffect.ONCE, turn, statements -> statements.insert(key, values));
        }

        @Override
        public Outcome delete(String key, Turn turn) throws InterruptedException {
            return statement(WorkEffect.ONCE, turn, statements -> statements.delete(key));
        }

        @Override
        public Outcome find(List<String> keys, Set<String> present, Turn turn) throws InterruptedException {
            return keys.isEmpty()
                    ? Outcome.OK
                    : statement(WorkEffect.READ, turn, statements -> statements.find(keys, present));
        }

        @Override
        public KeyValueStore.HotCounter counter(String key, ColumnSelection column) {
            return new SqlCounter(this, key, column);
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
            return read.equals(Outcome.NOT_FOUND) ? KeyValueStore.NO_SUCH_ROW : read;
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
