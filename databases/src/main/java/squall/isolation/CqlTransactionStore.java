package squall.isolation;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import squall.check.isolation.History;
import squall.cql.CqlDatabase;
import squall.cql.CqlTable.TableOptions;
import squall.cql.Keyspace;
import squall.cql.metrics.CqlInstruments;
import squall.isolation.HistoryRecorder.SessionHistory;
import squall.spi.DatabaseInfo;
import squall.spi.Instrument;

/** Store of lists or registers in one table over CQL, a partition each. */
public abstract sealed class CqlTransactionStore implements TransactionStore
        permits CqlRegisterStore, AccordTransactionStore {
    private final CqlDatabase database;
    private final RunTable at;

    /** @param database is closed with this */
    protected CqlTransactionStore(CqlDatabase database, RunTable at) {
        this.database = database;
        this.at = at;
    }

    /**
     * Place of a run's rows.
     *
     * @param name of the table as written in a statement, with its keyspace
     * @param run whose rows they are
     */
    public record RunTable(Keyspace keyspace, String name, long run) {
        /** Returns the query of one key's value. */
        String select(String key, String ofRun) {
            return "SELECT v FROM " + name + " WHERE k = " + key + " AND run = " + ofRun;
        }
    }

    protected CqlDatabase database() {
        return database;
    }

    protected RunTable at() {
        return at;
    }

    @Override
    public void create() throws IOException, InterruptedException {
        at.keyspace().make(database);
        String type = model() == History.Model.LIST_APPEND ? "list<bigint>" : "bigint";
        database.administer(
                "making table " + at.name(),
                "CREATE TABLE IF NOT EXISTS " + at.name() + " (k bigint, run bigint, v " + type
                        + ", PRIMARY KEY ((k, run)))"
                        + new TableOptions(0, database.dialect().isolates(), 0, "").clause(database.dialect()));
    }

    @Override
    public void empty() throws IOException, InterruptedException {
        database.administer("emptying table " + at.name(), "TRUNCATE TABLE " + at.name());
    }

    @Override
    public void drop() throws IOException, InterruptedException {
        database.administer("dropping table " + at.name(), "DROP TABLE IF EXISTS " + at.name());
    }

    @Override
    public DatabaseInfo describe() throws IOException, InterruptedException {
        return database.describe(at.keyspace().name());
    }

    @Override
    public Client lateClient(int session) {
        return client(session);
    }

    @Override
    public abstract Client client(int session);

    @Override
    public void readLast(List<Long> keys, SessionHistory history) throws IOException, InterruptedException {
        for (long key : keys) {
            history.begin();
            List<Row> rows = database.readSerially(
                    "reading table " + at.name(), at.select(Long.toString(key), Long.toString(at.run())));
            history.read(key, rows.isEmpty() ? List.of() : values(rows.getFirst(), 0));
            history.endLast();
        }
    }

    /** Returns the values of a key: those of its list, or the one of its register; none if it was never written. */
    protected List<Long> values(@Nullable Row row, int column) {
        if (row == null || row.isNull(column)) {
            return List.of();
        }
        List<Long> list = model() == History.Model.LIST_APPEND ? row.getList(column, Long.class) : null;
        return list == null ? List.of(row.getLong(column)) : List.copyOf(list);
    }

    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return CqlInstruments.of(database, pages);
    }

    @Override
    public void close() {
        database.close();
    }
}
