package squall.apps;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.util.List;
import java.util.Locale;
import squall.cql.CqlDialect;
import squall.cql.CqlTable;
import squall.cql.Keyspace;
import squall.spi.Options;

/**
 * What a workload is told of the run, on a database of this dialect behind CQL.
 *
 * @param keyspace of all its tables
 * @param ttlSeconds after which rows vanish; 0: never
 * @param oneReads whether one replica answers a read, which may then be stale; surveys and checks ask a quorum all the same
 */
public record CqlAppContext(AppContext run, CqlDialect dialect, Keyspace keyspace, int ttlSeconds, boolean oneReads) {
    /** The table as it stands in a statement. */
    public String name() {
        return table(run.table());
    }

    /** A table whose name is made from the workload's, as it stands in a statement. */
    public String name(String suffix) {
        return table(run.table() + suffix);
    }

    /** Any table of the keyspace as it stands in a statement. */
    public String table(String table) {
        return new CqlTable(keyspace, table, "k", List.of(), CqlTable.TableOptions.NONE).identifier();
    }

    /** The name of an index of the table as it stands in a statement: without keyspace, unlike a table's. */
    public String index(String suffix) {
        return CqlIdentifier.fromInternal(run.table().toLowerCase(Locale.ROOT) + suffix)
                .asCql(true);
    }

    /**
     * What a table ends with.
     *
     * @param transactional whether its rows are written in transactions, for which YCQL must make it
     * @param order of its rows within a partition, as in {@code CLUSTERING ORDER BY (ts DESC)}; empty: ascending
     */
    public String options(boolean transactional, String order) {
        return new CqlTable.TableOptions(ttlSeconds, transactional && dialect == CqlDialect.YCQL, 0, order)
                .clause(dialect);
    }

    public KeyValueFormat texts() {
        return run.texts();
    }

    public Options options() {
        return run.options();
    }
}
