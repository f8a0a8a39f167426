package squall.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.io.IOException;
import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import squall.sql.TableColumns;

/** Table of one text key and some text values. */
public record CqlTable(
        Keyspace keyspace, String name, String keyColumn, List<String> valueColumns, TableOptions options) {
    public CqlTable {
        valueColumns = List.copyOf(valueColumns);
    }

    /**
     * Returns the statement that creates it in this dialect.
     *
     * @throws IllegalArgumentException if this dialect does not have all of its options
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

    /** Returns its name as written in statements, with that of its keyspace. */
    public String identifier() {
        return CqlNames.written(keyspace.name()) + "." + CqlNames.written(name);
    }

    /** Returns the key's column as written in statements. */
    public String key() {
        return CqlNames.written(keyColumn);
    }

    /** Returns a column as written in statements. */
    public String column(String column) {
        return CqlNames.written(column);
    }

    /** Returns this table in a cluster. */
    public CqlStoredTable in(CqlDatabase database) {
        return new CqlStoredTable(database, this);
    }

    /** Returns how a table that exists differs from this one in its key, columns or time to live; empty if it does not. */
    Optional<String> mismatch(TableMetadata found) {
        List<String> keys = found.getPrimaryKey().stream()
                .map(ColumnMetadata::getName)
                .map(CqlIdentifier::asInternal)
                .toList();
        if (!keys.equals(List.of(CqlNames.internal(keyColumn)))) {
            return Optional.of("its primary key is " + String.join(", ", keys) + ", not " + keyColumn);
        }
        return new TableColumns(name, valueColumns)
                .mismatch(CqlDatabase.columns(found))
                .or(() -> ttlMismatch(found));
    }

    /**
     * Returns a difference in the time to live: expired rows would be counted as lost, and a table created earlier with one looks like any
     * other.
     */
    private Optional<String> ttlMismatch(TableMetadata found) {
        OptionalInt seconds = CqlDatabase.timeToLive(found);
        return seconds.isPresent() && seconds.getAsInt() != options.ttlSeconds()
                ? Optional.of("its default_time_to_live is " + seconds.getAsInt() + ", not " + options.ttlSeconds()
                        + " (cassandra.table.ttl)")
                : Optional.empty();
    }

    /**
     * Options of a new table, without its columns.
     *
     * @param ttlSeconds after which rows expire; 0: never
     * @param transactions whether it can take part in transactions, which YugabyteDB and Accord ask of new tables
     * @param tablets it is divided into at first, on YugabyteDB; 0: the server's choice
     * @param more in CQL, such as {@code compaction = {'class': 'LeveledCompactionStrategy'}}; empty: nothing
     */
    public record TableOptions(int ttlSeconds, boolean transactions, int tablets, String more) {
        /** Defaults of the server. */
        public static final TableOptions NONE = new TableOptions(0, false, 0, "");

        public TableOptions {
            if (ttlSeconds < 0 || tablets < 0) {
                throw new IllegalArgumentException(
                        "ttlSeconds and tablets must not be negative: " + ttlSeconds + ", " + tablets);
            }
        }

        /** Returns the end of the statement that creates the table. @throws IllegalArgumentException if this dialect has no such option */
        public String clause(CqlDialect dialect) {
            if ((dialect == CqlDialect.CASSANDRA && transactions) || (dialect.cassandra() && tablets > 0)) {
                throw new IllegalArgumentException("Cassandra has neither transactions nor tablets on its tables: "
                        + "omit cassandra.table.transactions and cassandra.table.tablets; from version 6 on it has"
                        + " cassandra.transactions=accord");
            }
            if (dialect == CqlDialect.ACCORD && ttlSeconds > 0) {
                throw new IllegalArgumentException(
                        "rows of Accord's transactions do not expire: omit cassandra.table.ttl");
            }
            List<String> options = new ArrayList<>();
            if (ttlSeconds > 0) {
                options.add("default_time_to_live = " + ttlSeconds);
            }
            if (transactions) {
                options.add(
                        dialect == CqlDialect.ACCORD
                                ? "transactional_mode = 'full'"
                                : "transactions = {'enabled': true}");
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

    /** Exception if the existing schema differs from the requested one; the message says where, how, and how to fix it. */
    public static final class CqlSchemaMismatchException extends IOException {
        @Serial
        private static final long serialVersionUID = 1L;

        CqlSchemaMismatchException(String message) {
            super(message);
        }
    }
}
