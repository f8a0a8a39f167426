package squall.isolation;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Supplier;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction.KeyOperation;
import squall.database.Database;
import squall.isolation.HistoryRecorder.SessionHistory;
import squall.spi.CallContext;
import squall.spi.Outcome;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect;
import squall.sql.SqlSession;
import squall.sql.WorkEffect;
import squall.sql.metrics.MonitoredSqlDatabase;

/** Store of lists or registers in one table over SQL; a list is a text that values are appended to. */
public final class SqlTransactionStore implements TransactionStore {
    private static final String COLLIDED = "40001";

    private final SqlDatabase database;
    private final SqlDatabase reads;
    private final History.Model model;
    private final String table;
    private final long run;
    private final String asked;
    private final boolean locks;

    /**
     * @param run whose rows they are
     * @param asked the isolation level that the settings of the database request; empty: its default
     */
    public SqlTransactionStore(SqlDatabase database, History.Model model, String table, long run, String asked) {
        this(database, database, model, database.dialect().identifier(table), run, asked, false);
    }

    private SqlTransactionStore(
            SqlDatabase database,
            SqlDatabase reads,
            History.Model model,
            String table,
            long run,
            String asked,
            boolean locks) {
        this.database = database;
        this.reads = reads;
        this.model = model;
        this.table = table;
        this.run = run;
        this.asked = asked.replace('-', ' ');
        this.locks = locks;
    }

    /** Returns this store with transactions that only read sent to other servers, such as standbys. */
    public SqlTransactionStore readingFrom(SqlDatabase others) {
        return new SqlTransactionStore(database, others, model, table, run, asked, locks);
    }

    /** Returns this store with reads of transactions that also write locking their rows ({@code FOR UPDATE}). */
    public SqlTransactionStore locking() {
        return new SqlTransactionStore(database, reads, model, table, run, asked, true);
    }

    @Override
    public History.Model model() {
        return model;
    }

    @Override
    public void create() throws IOException, InterruptedException {
        String type = model == History.Model.LIST_APPEND ? "varchar(4000)" : "bigint";
        database.execute(
                "making table " + table,
                "CREATE TABLE IF NOT EXISTS " + table + " (k bigint NOT NULL, run bigint NOT NULL, v " + type
                        + " NOT NULL, PRIMARY KEY (k, run))"
                        + database.dialect().tableOptions());
    }

    @Override
    public void empty() throws IOException, InterruptedException {
        database.execute("emptying table " + table, "DELETE FROM " + table);
    }

    @Override
    public void drop() throws IOException, InterruptedException {
        database.execute("dropping table " + table, "DROP TABLE IF EXISTS " + table);
    }

    @Override
    public Promise promise() throws IOException {
        return new Promise(asked, claimed(database.describe().settings(), database.dialect()));
    }

    /** @param settings as the database describes itself */
    static Optional<ConsistencyModel> claimed(Map<String, String> settings, SqlDialect dialect) {
        return switch (settings.getOrDefault("isolation", "")) {
            case "serializable" -> Optional.of(ConsistencyModel.SERIALIZABLE);
            case "snapshot" -> Optional.of(ConsistencyModel.SNAPSHOT);
            case "repeatable read" ->
                Optional.of(
                        switch (dialect.language()) {
                            // Databases compatible with PostgreSQL use this name for snapshot isolation.
                            case POSTGRESQL, COCKROACHDB, YUGABYTEDB -> ConsistencyModel.SNAPSHOT;
                            case MYSQL -> ofMySql(settings);
                            case STANDARD -> ConsistencyModel.REPEATABLE_READ;
                        });
            case "read committed" -> Optional.of(ConsistencyModel.READ_COMMITTED);
            case "read uncommitted" -> Optional.of(ConsistencyModel.READ_UNCOMMITTED);
            default -> Optional.empty();
        };
    }

    /**
     * Returns the level of repeatable read in MySQL: queries read a snapshot, but a statement that writes or locks works on the newest
     * rows, so updates get lost: no more than read committed, unless the server is configured to refuse a write to rows that have changed
     * since the snapshot.
     */
    private static ConsistencyModel ofMySql(Map<String, String> settings) {
        boolean refuses = settings.getOrDefault("innodb_snapshot_isolation", "").equals("1")
                || settings.getOrDefault("tidb_txn_mode", "").equals("optimistic");
        return refuses ? ConsistencyModel.SNAPSHOT : ConsistencyModel.READ_COMMITTED;
    }

    @Override
    public Database database() {
        return new MonitoredSqlDatabase(database);
    }

    @Override
    public Client client(int session) throws IOException, InterruptedException {
        SqlSession<Statements> main = database.session(session, connection -> new Statements(connection, this));
        return new SqlClient(main, reads == database ? main : readSession(session));
    }

    @Override
    public Client lateClient(int session) {
        SqlSession<Statements> main = database.lateSession(session, connection -> new Statements(connection, this));
        return new SqlClient(main, reads == database ? main : readSession(session));
    }

    private SqlSession<Statements> readSession(int session) {
        return reads.lateSession(session, connection -> new Statements(connection, this));
    }

    @Override
    public void readLast(List<Long> keys, SessionHistory history) throws IOException, InterruptedException {
        Queue<Long> left = new ArrayDeque<>(keys);
        database.readPatiently("reading table " + table, PATIENCE, connection -> {
            Statements statements = new Statements(connection, this);
            while (!left.isEmpty()) {
                history.begin();
                history.read(left.element(), statements.read(left.element(), false));
                history.endLast();
                left.remove();
            }
            return keys.size();
        });
    }

    /** Prepared statements of one session, on one connection. */
    private static final class Statements {
        private final SqlTransactionStore store;
        private final boolean upserts;
        private final PreparedStatement select;

        /** Query of transactions that also write; the same one if they do not lock what they read. */
        private final PreparedStatement selectToWrite;

        private final PreparedStatement insert;
        private final PreparedStatement update;

        Statements(Connection connection, SqlTransactionStore store) throws SQLException {
            this.store = store;
            this.upserts = store.database.dialect().language() != SqlDialect.Language.STANDARD;
            boolean list = store.model == History.Model.LIST_APPEND;
            String table = store.table;
            String query = "SELECT v FROM " + table + " WHERE k = ? AND run = ?";
            select = connection.prepareStatement(query);
            selectToWrite = store.locks ? connection.prepareStatement(query + " FOR UPDATE") : select;
            String values = "INSERT INTO " + table + " (k, run, v) VALUES (?, ?, ?)";
            insert = connection.prepareStatement(
                    switch (store.database.dialect().language()) {
                        case STANDARD -> values;
                        case MYSQL ->
                            values + " ON DUPLICATE KEY UPDATE v = "
                                    + (list ? "concat(v, ',', VALUES(v))" : "VALUES(v)");
                        case POSTGRESQL, COCKROACHDB, YUGABYTEDB ->
                            values + " ON CONFLICT (k, run) DO UPDATE SET v = "
                                    + (list ? "concat(" + table + ".v, ',', excluded.v)" : "excluded.v");
                    });
            update = connection.prepareStatement(
                    "UPDATE " + table + " SET v = " + (list ? "concat(v, ',', ?)" : "?") + " WHERE k = ? AND run = ?");
        }

        /** @param writes whether the transaction also writes */
        List<Long> read(long key, boolean writes) throws SQLException {
            PreparedStatement query = writes ? selectToWrite : select;
            query.setLong(1, key);
            query.setLong(2, store.run);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? values(row.getString(1)) : List.of();
            }
        }

        void write(KeyOperation.Write write) throws SQLException {
            if (!upserts && updated(write)) {
                return;
            }
            insert.setLong(1, write.key());
            insert.setLong(2, store.run);
            set(insert, 3, write.value());
            try {
                insert.executeUpdate();
            } catch (SQLException e) {
                if (!upserts && store.database.dialect().duplicateKey(e)) {
                    throw new SQLException("another transaction made the row at the same time", COLLIDED, e);
                }
                throw e;
            }
        }

        private boolean updated(KeyOperation.Write write) throws SQLException {
            set(update, 1, write.value());
            update.setLong(2, write.key());
            update.setLong(3, store.run);
            return update.executeUpdate() == 1;
        }

        private void set(PreparedStatement statement, int place, long value) throws SQLException {
            if (store.model == History.Model.LIST_APPEND) {
                statement.setString(place, Long.toString(value));
            } else {
                statement.setLong(place, value);
            }
        }

        private static List<Long> values(String text) throws SQLException {
            try {
                return Arrays.stream(text.split(",", -1)).map(Long::valueOf).toList();
            } catch (NumberFormatException e) {
                throw new SQLException("a value is '" + text + "', which is no list of numbers", "22000", e);
            }
        }
    }

    private static final class SqlClient implements Client {
        private final SqlSession<Statements> main;
        private final SqlSession<Statements> reading;
        private int attempts = 1;

        /** @param reading for transactions that only read; may be the same */
        SqlClient(SqlSession<Statements> main, SqlSession<Statements> reading) {
            this.main = main;
            this.reading = reading;
        }

        @Override
        public Outcome perform(
                boolean writes, Supplier<List<KeyOperation>> plan, SessionHistory history, CallContext call)
                throws InterruptedException {
            SqlSession<Statements> session = writes ? main : reading;
            Outcome outcome = session.transaction(writes ? WorkEffect.ONCE : WorkEffect.READ, call, statements -> {
                history.begin();
                for (KeyOperation operation : plan.get()) {
                    switch (operation) {
                        case KeyOperation.Read read -> history.read(read.key(), statements.read(read.key(), writes));
                        case KeyOperation.Write write -> {
                            history.write(write);
                            statements.write(write);
                        }
                    }
                }
                return Outcome.OK;
            });
            history.end(outcome);
            attempts = session.attempts();
            return outcome;
        }

        @Override
        public int attempts() {
            return attempts;
        }

        @Override
        public void abort() {
            main.abort();
            reading.abort();
        }

        @Override
        public void close() {
            main.close();
            if (!reading.equals(main)) {
                reading.close();
            }
        }
    }
}
