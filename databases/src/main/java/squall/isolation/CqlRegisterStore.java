package squall.isolation;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction.KeyOperation;
import squall.cql.CqlDatabase;
import squall.cql.CqlDialect;
import squall.cql.CqlHandle;
import squall.cql.CqlUnitOfWork;
import squall.cql.Keyspace;
import squall.cql.metrics.CqlInstruments;
import squall.isolation.HistoryRecorder.SessionHistory;
import squall.spi.DatabaseInfo;
import squall.spi.Instrument;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.WorkEffect;

/**
 * Registers over CQL, a partition each: a transaction reads one of them at serial consistency, or reads it and replaces it with a
 * lightweight transaction on condition that it is still what was read.
 */
public final class CqlRegisterStore implements TransactionStore {
    /** What all transactions are: another length cannot be asked for. */
    public static final int LENGTH = 2;

    /** Answered: another session was faster, and nothing was written. */
    private static final Outcome NOT_APPLIED = new Outcome.Ok("NOT_APPLIED");

    private static final ConsistencyLevel SERIAL = DefaultConsistencyLevel.SERIAL;

    private final CqlDatabase database;
    private final Keyspace keyspace;
    private final String table;
    private final long run;

    /** @param database is closed with this @param table as it stands in a statement, with its keyspace @param run whose rows they are */
    public CqlRegisterStore(CqlDatabase database, Keyspace keyspace, String table, long run) {
        this.database = database;
        this.keyspace = keyspace;
        this.table = table;
        this.run = run;
    }

    @Override
    public History.Model model() {
        return History.Model.REGISTER;
    }

    @Override
    public void create() throws IOException, InterruptedException {
        keyspace.make(database);
        database.administer(
                "making table " + table,
                "CREATE TABLE IF NOT EXISTS " + table + " (k bigint, run bigint, v bigint, PRIMARY KEY ((k, run)))"
                        + (database.dialect() == CqlDialect.YCQL ? " WITH transactions = {'enabled': 'true'}" : ""));
    }

    @Override
    public void empty() throws IOException, InterruptedException {
        database.administer("emptying table " + table, "TRUNCATE TABLE " + table);
    }

    @Override
    public void drop() throws IOException, InterruptedException {
        database.administer("dropping table " + table, "DROP TABLE IF EXISTS " + table);
    }

    /** Lightweight transactions on one row, and reads at serial consistency, are linearizable. */
    @Override
    public Promise promise() {
        return new Promise("lightweight transactions", Optional.of(ConsistencyModel.STRICT_SERIALIZABLE));
    }

    @Override
    public DatabaseInfo describe() throws IOException, InterruptedException {
        return database.describe(keyspace.name());
    }

    @Override
    public Client client(int session) {
        return new CqlClient(session);
    }

    @Override
    public Client lateClient(int session) {
        return client(session);
    }

    @Override
    public void readLast(List<Long> keys, SessionHistory history) throws IOException, InterruptedException {
        for (long key : keys) {
            history.begin();
            List<Row> rows = database.readSerially(
                    "reading table " + table, "SELECT v FROM " + table + " WHERE k = " + key + " AND run = " + run);
            history.read(key, values(rows.isEmpty() ? null : rows.getFirst()));
            history.endLast();
        }
    }

    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return CqlInstruments.of(database, pages);
    }

    @Override
    public void close() {
        database.close();
    }

    private static List<Long> values(@Nullable Row row) {
        return row == null || row.isNull("v") ? List.of() : List.of(row.getLong("v"));
    }

    private final class CqlClient implements Client {
        private final CqlHandle handle;
        private List<Long> seen = List.of();

        CqlClient(int session) {
            this.handle = database.handle(session);
        }

        @Override
        public Outcome perform(boolean writes, Supplier<List<KeyOperation>> plan, SessionHistory history, Turn turn)
                throws InterruptedException {
            List<KeyOperation> operations = plan.get();
            long key = operations.getFirst().key();
            Outcome outcome = handle.unit(WorkEffect.READ, turn, exchange -> {
                history.begin();
                seen = values(row(exchange, key).next());
                history.read(key, seen);
                return Outcome.OK;
            });
            history.end(outcome);
            return outcome instanceof Outcome.Ok && operations.getLast() instanceof KeyOperation.Write write
                    ? replace(write, history, turn)
                    : outcome;
        }

        private CqlUnitOfWork.CqlAnswer row(CqlUnitOfWork exchange, long key) throws InterruptedException {
            return exchange.execute(exchange.prepared("SELECT v FROM " + table + " WHERE k = ? AND run = ?")
                    .bind(key, run)
                    .setConsistencyLevel(SERIAL));
        }

        /** On condition that the register holds what was read; where it does not, the answer says what it holds. */
        private Outcome replace(KeyOperation.Write write, SessionHistory history, Turn turn)
                throws InterruptedException {
            List<Long> expected = seen;
            Outcome outcome = handle.unit(WorkEffect.ONCE, turn, exchange -> {
                history.begin();
                history.read(write.key(), expected);
                history.write(write);
                BoundStatement update = exchange.prepared(
                                "UPDATE " + table + " SET v = ? WHERE k = ? AND run = ? IF v = ?")
                        .bind(write.value(), write.key(), run);
                CqlUnitOfWork.CqlAnswer answer = exchange.execute(
                        expected.isEmpty() ? update.setToNull(3) : update.setLong(3, expected.getFirst()));
                if (answer.applied()) {
                    return Outcome.OK;
                }
                history.replaceByRead(write.key(), values(answer.next()));
                return NOT_APPLIED;
            });
            history.end(outcome);
            return outcome;
        }

        @Override
        public int attempts() {
            return handle.attempts();
        }

        @Override
        public void abort() {
            handle.abort();
        }

        @Override
        public void close() {
            handle.close();
        }
    }
}
