package squall.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Table of one text key and some text values, as YCSB uses it.
 *
 * @param name quoted only if necessary
 * @param keyColumn the primary key
 * @param valueColumns in the order in which rows are loaded
 * @param sharding how the database distributes it
 */
public record KeyValueTable(String name, String keyColumn, List<String> valueColumns, Sharding sharding) {
    /**
     * Sharding of a table: over nodes where the database is distributed, in partitions on PostgreSQL.
     *
     * @param pieces splits, tablets or partitions to start with; 0: the dialect's default
     * @param tablespaces of the pieces, in turn; empty: the server's choice
     */
    public record Sharding(ShardingKind kind, int pieces, List<String> tablespaces) {
        /** Default of the server. */
        public static final Sharding DEFAULT = new Sharding(ShardingKind.DEFAULT, 0);

        /** Creates a sharding without tablespaces. */
        public Sharding(ShardingKind kind, int pieces) {
            this(kind, pieces, List.of());
        }

        /** Kind of sharding: RANGE keeps key order, HASH distributes keys; DEFAULT is the server's default. */
        public enum ShardingKind {
            DEFAULT,
            RANGE,
            HASH
        }

        public Sharding {
            tablespaces = List.copyOf(tablespaces);
            if (pieces < 0) {
                throw new IllegalArgumentException("pieces must not be negative: " + pieces);
            }
        }
    }

    public KeyValueTable {
        valueColumns = List.copyOf(valueColumns);
    }

    /**
     * Returns the statement that creates the table in this dialect, for the report as well; several, separated by semicolons, where pieces
     * are split off afterwards or partitions are added.
     *
     * @throws IllegalArgumentException if this dialect does not support the sharding
     */
    public String ddl(SqlDialect dialect) {
        return String.join(";\n", statements(dialect));
    }

    List<String> statements(SqlDialect dialect) {
        if (!sharding.tablespaces().isEmpty() && !dialect.tablespaces()) {
            throw TableDdl.refused(
                    this,
                    "tablespaces are supported only on PostgreSQL, not by dialect " + dialect.product()
                            + ": omit them");
        }
        return dialect.createTable(this);
    }

    /** Returns the effect of {@link #sharding} in this dialect, for messages: {@code 8 hash partitions}; empty if none was requested. */
    public String layout(SqlDialect dialect) {
        return dialect.layout(sharding);
    }

    /** Returns this table in a database. */
    public SqlStoredTable in(SqlDatabase database) {
        return new SqlStoredTable(database, this);
    }

    /** Returns the columns of this table, to be compared with those of an existing one. */
    public TableColumns columns() {
        return new TableColumns(
                name, Stream.concat(Stream.of(keyColumn), valueColumns.stream()).toList());
    }

    /** Returns key and values as written in statements, key first. */
    List<String> columns(SqlDialect dialect) {
        List<String> columns = new ArrayList<>();
        columns.add(dialect.identifier(keyColumn));
        valueColumns.forEach(column -> columns.add(dialect.identifier(column)));
        return columns;
    }

    public String columnList(SqlDialect dialect) {
        return String.join(", ", columns(dialect));
    }

    public String identifier(SqlDialect dialect) {
        return dialect.identifier(name);
    }
}
