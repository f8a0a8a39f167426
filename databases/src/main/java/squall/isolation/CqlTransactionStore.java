package squall.isolation;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import squall.check.isolation.History;
import squall.cql.CqlDatabase;
import squall.cql.CqlTable.TableOptions;
import squall.cql.Keyspace;
import squall.cql.metrics.MonitoredCqlDatabase;
import squall.database.Database;
import squall.isolation.HistoryRecorder.SessionHistory;

/** Store of lists or registers in one table over CQL, a partition each. */
public abstract sealed class CqlTransactionStore implements TransactionStore
        permits CqlRegisterStore, AccordTransactionStore {
    private final CqlDatabase cluster;
    private final RunTable at;

    protected CqlTransactionStore(CqlDatabase cluster, RunTable at) {
        this.cluster = cluster;
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

    protected CqlDatabase cluster() {
        return cluster;
    }

    protected RunTable at() {
        return at;
    }

    @Override
    public void create() throws IOException, InterruptedException {
        at.keyspace().make(cluster);
        String type = model() == History.Model.LIST_APPEND ? "list<bigint>" : "bigint";
        cluster.administer(
                "making table " + at.name(),
                "CREATE TABLE IF NOT EXISTS " + at.name() + " (k bigint, run bigint, v " + type
                        + ", PRIMARY KEY ((k, run)))"
                        + new TableOptions(0, cluster.dialect().isolates(), 0, "").clause(cluster.dialect()));
    }

    @Override
    public void empty() throws IOException, InterruptedException {
        cluster.administer("emptying table " + at.name(), "TRUNCATE TABLE " + at.name());
    }

    @Override
    public void drop() throws IOException, InterruptedException {
        cluster.administer("dropping table " + at.name(), "DROP TABLE IF EXISTS " + at.name());
    }

    @Override
    public Database database() {
        return new MonitoredCqlDatabase(cluster, at.keyspace());
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
            List<Row> rows = cluster.readPatiently(
                    "reading table " + at.name(), PATIENCE, at.select(Long.toString(key), Long.toString(at.run())));
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
}
