package squall.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.io.IOException;
import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A table of one text key and some text values. */
public record CqlTable(
        Keyspace keyspace, String name, String keyColumn, List<String> valueColumns, TableOptions options) {
    /** A count over all rows at once runs into the server's limits, one over a share of them does not. */
    private static final int SHARES = 64;

    public CqlTable {
        valueColumns = List.copyOf(valueColumns);
    }

    /**
     * The statement that makes it in this dialect.
     *
     * @throws IllegalArgumentException if this dialect has not all of its options
     */
    public String ddl(CqlDialect dialect) {
        return valueColumns.stream()
                .map(column -> ", " + CqlNames.written(column) + " varchar")
                .collect(Collectors.joining(
                        "",
                        "CREATE TABLE IF NOT EXISTS " + identifier() + " (" + CqlNames.written(keyColumn)
                                + " varchar PRIMARY KEY",
                        ")" + options.clause(dialect)));
    }

    /** Its name as written in statements, with that of its keyspace. */
    public String identifier() {
        return CqlNames.written(keyspace.name()) + "." + CqlNames.written(name);
    }

    /** The key's column as written in statements. */
    public String key() {
        return CqlNames.written(keyColumn);
    }

    /** A column as written in statements. */
    public String column(String column) {
        return CqlNames.written(column);
    }

    /** Makes it, and its keyspace, where they are absent. */
    public void create(CqlDatabase database) throws IOException, InterruptedException {
        String ddl = ddl(database.dialect());
        keyspace.make(database);
        database.administer("making table " + name, ddl);
    }

    /**
     * Whether it exists.
     *
     * @throws CqlSchemaMismatchException if it exists without the requested columns or options
     */
    public boolean exists(CqlDatabase database) throws CqlSchemaMismatchException {
        Optional<TableMetadata> found = database.metadata()
                .getKeyspace(CqlIdentifier.fromInternal(CqlNames.internal(keyspace.name())))
                .flatMap(space -> space.getTable(CqlIdentifier.fromInternal(CqlNames.internal(name))));
        if (found.isPresent()) {
            requireLike(found.get());
        }
        return found.isPresent();
    }

    /** Whether there is at least one row; cheap. */
    public boolean hasRows(CqlDatabase database) throws IOException, InterruptedException {
        return !database.administer("reading table " + name, "SELECT " + key() + " FROM " + identifier() + " LIMIT 1")
                .isEmpty();
    }

    /** Share by share of all tokens. */
    public long count(CqlDatabase database) throws IOException, InterruptedException {
        long sum = 0;
        long width = Long.divideUnsigned(-1L, SHARES) + 1;
        for (int share = 0; share < SHARES; share++) {
            long first = Long.MIN_VALUE + share * width;
            List<Row> rows = database.administer(
                    "counting table " + name,
                    "SELECT count(*) FROM " + identifier() + " WHERE token(" + key() + ") >= " + first + " AND token("
                            + key() + ") <= " + (first + width - 1));
            sum += rows.get(0).getLong(0);
        }
        return sum;
    }

    public void truncate(CqlDatabase database) throws IOException, InterruptedException {
        database.administer("truncating table " + name, "TRUNCATE TABLE " + identifier());
    }

    /** Drops it, if it exists. */
    public void drop(CqlDatabase database) throws IOException, InterruptedException {
        database.administer("dropping table " + name, "DROP TABLE IF EXISTS " + identifier());
    }

    private void requireLike(TableMetadata found) throws CqlSchemaMismatchException {
        List<String> keys = found.getPartitionKey().stream()
                .map(ColumnMetadata::getName)
                .map(CqlIdentifier::asInternal)
                .toList();
        if (!keys.equals(List.of(CqlNames.internal(keyColumn)))
                || !found.getClusteringColumns().isEmpty()) {
            throw new CqlSchemaMismatchException("table " + name + " exists, but its primary key is " + keys + ", not ("
                    + keyColumn + "); drop it, or use another with -p table=");
        }
        for (String column : valueColumns) {
            if (found.getColumn(CqlIdentifier.fromInternal(CqlNames.internal(column)))
                    .isEmpty()) {
                throw new CqlSchemaMismatchException("table " + name + " exists, but has no column " + column
                        + "; drop it, or use another with -p table=");
            }
        }
        requireTtl(found);
    }

    /** Expired rows would be counted as lost, and a table created earlier with a time to live looks like any other. */
    private void requireTtl(TableMetadata found) throws CqlSchemaMismatchException {
        Object ttl = found.getOptions().get(CqlIdentifier.fromInternal("default_time_to_live"));
        if (ttl instanceof Integer seconds && seconds != options.ttlSeconds()) {
            throw new CqlSchemaMismatchException("table " + name + " exists with default_time_to_live = " + seconds
                    + ", not " + options.ttlSeconds() + "; drop it, or set -p cassandra.table.ttl=" + seconds);
        }
    }

    /**
     * The options of a new table, without its columns.
     *
     * @param ttlSeconds after which rows vanish; 0: never
     * @param transactions whether YugabyteDB makes it able to take part in transactions
     * @param tablets it is divided into at first, on YugabyteDB; 0: the server's choice
     * @param more in CQL, such as {@code compaction = {'class': 'LeveledCompactionStrategy'}}; empty: nothing
     */
    public record TableOptions(int ttlSeconds, boolean transactions, int tablets, String more) {
        /** The server's own defaults. */
        public static final TableOptions NONE = new TableOptions(0, false, 0, "");

        public TableOptions {
            if (ttlSeconds < 0 || tablets < 0) {
                throw new IllegalArgumentException(
                        "ttlSeconds and tablets must not be negative: " + ttlSeconds + ", " + tablets);
            }
        }

        /** What a statement that makes the table ends with. @throws IllegalArgumentException if this dialect has no such option */
        public String clause(CqlDialect dialect) {
            if (dialect == CqlDialect.CASSANDRA && (transactions || tablets > 0)) {
                throw new IllegalArgumentException("Cassandra has neither transactions nor tablets on its tables: "
                        + "omit cassandra.table.transactions and cassandra.table.tablets");
            }
            List<String> options = new ArrayList<>();
            if (ttlSeconds > 0) {
                options.add("default_time_to_live = " + ttlSeconds);
            }
            if (transactions) {
                options.add("transactions = {'enabled': true}");
            }
            if (tablets > 0) {
                options.add("tablets = " + tablets);
            }
            if (!more.isEmpty()) {
                options.add(more);
            }
            return options.isEmpty() ? "" : " WITH " + String.join(" AND ", options);
        }
    }

    /** The existing schema differs from the requested one; the message says where, how, and how to fix it. */
    public static final class CqlSchemaMismatchException extends IOException {
        @Serial
        private static final long serialVersionUID = 1L;

        CqlSchemaMismatchException(String message) {
            super(message);
        }
    }
}
