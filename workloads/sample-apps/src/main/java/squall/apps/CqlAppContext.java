package squall.apps;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.util.List;
import java.util.Locale;
import squall.cql.CqlDialect;
import squall.cql.CqlTable;
import squall.cql.Keyspace;
import squall.spi.Options;

/**
 * Context of a run on a database that speaks this dialect of CQL.
 *
 * @param keyspace of all its tables
 * @param ttlSeconds after which rows vanish; 0: never
 * @param oneReads whether one replica answers a read, which may then be stale; surveys and checks ask a quorum all the same
 */
public record CqlAppContext(AppContext run, CqlDialect dialect, Keyspace keyspace, int ttlSeconds, boolean oneReads) {
    /** Returns the table's name as it stands in a statement. */
    public String name() {
        return table(run.table());
    }

    /** Returns the name of a further table of the workload as it stands in a statement. */
    public String name(String suffix) {
        return table(run.table() + suffix);
    }

    /** Returns the name of any table of the keyspace as it stands in a statement. */
    public String table(String table) {
        return new CqlTable(keyspace, table, "k", List.of(), CqlTable.TableOptions.NONE).identifier();
    }

    /** Returns the name of an index of the table as it stands in a statement: without keyspace, unlike a table's. */
    public String index(String suffix) {
        return CqlIdentifier.fromInternal(run.table().toLowerCase(Locale.ROOT) + suffix)
                .asCql(true);
    }

    /**
     * Returns the clause that ends the statement that makes a table.
     *
     * @param transactional whether its rows are written in transactions, for which YCQL and Accord must make it
     * @param order of its rows within a partition, as in {@code CLUSTERING ORDER BY (ts DESC)}; empty: ascending
     */
    public String options(boolean transactional, String order) {
        return new CqlTable.TableOptions(ttlSeconds, transactional && dialect.isolates(), 0, order).clause(dialect);
    }

    public KeyValueFormat texts() {
        return run.texts();
    }

    public Options options() {
        return run.options();
    }
}
