package squall.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    private List<String> statements(SqlDialect dialect) {
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

    /** Creates the table; if another process creates it at the same moment, that one counts, provided it has these columns. */
    public void create(SqlDatabase database) throws IOException, InterruptedException {
        List<String> statements = statements(database.dialect());
        database.administer("creating table " + name, connection -> {
            try {
                together(connection, database.dialect(), statements);
            } catch (SQLException e) {
                if (database.columns(connection, name).isEmpty()) {
                    throw e;
                }
            }
            return any(
                    connection,
                    "SELECT " + columnList(database.dialect()) + " FROM " + identifier(database.dialect())
                            + " WHERE 1 = 0");
        });
    }

    /**
     * Drops the table, if there is one, and creates it. Where the dialect has transactional DDL, a failure leaves the old table as it was.
     *
     * @throws IllegalArgumentException if this dialect does not support the sharding; nothing is dropped then
     */
    public void replace(SqlDatabase database) throws IOException, InterruptedException {
        List<String> statements = new ArrayList<>(statements(database.dialect()));
        database.administer("replacing table " + name, connection -> {
            if (!database.columns(connection, name).isEmpty()) {
                statements.addFirst("DROP TABLE " + identifier(database.dialect()));
            }
            together(connection, database.dialect(), statements);
            return true;
        });
    }

    /** Returns what the server lacks to create the table; empty: nothing, or it is not known. */
    public Optional<String> obstacle(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer(
                "checking tablespaces", connection -> database.dialect().obstacle(connection, this));
    }

    /** Returns how the existing table differs from {@link #sharding}; empty if it does not, or if it is not known. */
    public Optional<String> misfit(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer(
                "checking table " + name, connection -> database.dialect().misfit(connection, this));
    }

    public boolean exists(SqlDatabase database) throws IOException, InterruptedException {
        return columns().exists(database);
    }

    /** Returns the columns of this table, to be compared with those of an existing one. */
    public TableColumns columns() {
        return new TableColumns(
                name, Stream.concat(Stream.of(keyColumn), valueColumns.stream()).toList());
    }

    /** Returns whether there is at least one row; cheap. */
    public boolean hasRows(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer(
                "reading table " + name,
                connection -> any(
                        connection,
                        "SELECT 1 FROM " + identifier(database.dialect())
                                + database.dialect().limit("1")));
    }

    public long count(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer("counting table " + name, connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + identifier(database.dialect()))) {
                rows.next();
                return rows.getLong(1);
            }
        });
    }

    public void truncate(SqlDatabase database) throws IOException, InterruptedException {
        execute(database, "truncating table " + name, database.dialect().truncation(identifier(database.dialect())));
    }

    /** Drops the table, if there is one. */
    public void drop(SqlDatabase database) throws IOException, InterruptedException {
        execute(database, "dropping table " + name, "DROP TABLE IF EXISTS " + identifier(database.dialect()));
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

    /**
     * Executes all or none of the statements, where the dialect's DDL is transactional; closing the connection rolls back what was not
     * committed.
     */
    private static void together(Connection connection, SqlDialect dialect, List<String> statements)
            throws SQLException {
        connection.setAutoCommit(!dialect.transactionalDdl());
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
            if (dialect.transactionalDdl()) {
                connection.commit();
            }
        } catch (SQLException e) {
            takeBack(connection, e);
            throw e;
        }
    }

    private static void takeBack(Connection connection, SQLException failure) {
        try {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        } catch (SQLException e) {
            failure.addSuppressed(e); // the first failure is the one to tell; the connection is closed next
        }
    }

    private static void execute(SqlDatabase database, String what, String sql)
            throws IOException, InterruptedException {
        database.administer(what, connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute(sql);
            }
        });
    }

    private static boolean any(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next();
        }
    }
}
