package squall.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A table of one text key and some text values, as YCSB uses it.
 *
 * @param name quoted only if it has to be
 * @param keyColumn the primary key
 * @param valueColumns in the order in which rows are loaded
 * @param sharding how the database spreads it
 */
public record KeyValueTable(String name, String keyColumn, List<String> valueColumns, Sharding sharding) {
    /**
     * How a database spreads a table: over nodes where it is distributed, in partitions on PostgreSQL.
     *
     * @param pieces splits, tablets or partitions to start with; 0: the dialect's default
     * @param tablespaces that the pieces lie in, in turn; empty: where the server puts them
     */
    public record Sharding(ShardingKind kind, int pieces, List<String> tablespaces) {
        /** The server's default. */
        public static final Sharding DEFAULT = new Sharding(ShardingKind.DEFAULT, 0);

        /** In no tablespaces of its own. */
        public Sharding(ShardingKind kind, int pieces) {
            this(kind, pieces, List.of());
        }

        /** RANGE keeps key order, HASH distributes keys; DEFAULT is the server's default. */
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
     * The statement that makes the table in this dialect, for the report as well; several, separated by semicolons, where pieces are
     * split off afterwards or partitions are added.
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

    /** The effect of {@link #sharding} in this dialect, for messages: {@code 8 hash partitions}; empty if none was requested. */
    public String layout(SqlDialect dialect) {
        return dialect.layout(sharding);
    }

    /** Makes the table; if another process makes it at the same moment, that one counts, provided it has these columns. */
    public void create(SqlDatabase database) throws IOException, InterruptedException {
        List<String> statements = statements(database.dialect());
        database.administer("creating table " + name, connection -> {
            try {
                together(connection, database.dialect(), statements);
            } catch (SQLException e) {
                if (!database.dialect().existingTable(e)) {
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
     * Drops the table, if there is one, and makes it. Where the dialect has transactional DDL, a failure leaves the old table as it was.
     * @throws IllegalArgumentException if this dialect does not support the sharding; nothing is dropped then
     */
    public void replace(SqlDatabase database) throws IOException, InterruptedException {
        List<String> statements = new ArrayList<>(List.of("DROP TABLE IF EXISTS " + identifier(database.dialect())));
        statements.addAll(statements(database.dialect()));
        database.administer("replacing table " + name, connection -> {
            together(connection, database.dialect(), statements);
            return true;
        });
    }

    /** What the server lacks to make the table; empty: nothing, or the database cannot tell. */
    public Optional<String> obstacle(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer(
                "checking tablespaces", connection -> database.dialect().obstacle(connection, this));
    }

    /** How the existing table differs from {@link #sharding}; empty if it does not, or if the database cannot tell. */
    public Optional<String> misfit(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer(
                "checking table " + name, connection -> database.dialect().misfit(connection, this));
    }

    public boolean exists(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer("looking for table " + name, connection -> {
            try {
                any(connection, "SELECT 1 FROM " + identifier(database.dialect()) + " WHERE 1 = 0");
                return true;
            } catch (SQLException e) {
                if (database.dialect().missingTable(e)) {
                    return false;
                }
                throw e;
            }
        });
    }

    /** Whether there is at least one row; cheap. */
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
        execute(database, "truncating table " + name, "TRUNCATE TABLE " + identifier(database.dialect()));
    }

    /** Drops the table, if there is one. */
    public void drop(SqlDatabase database) throws IOException, InterruptedException {
        execute(database, "dropping table " + name, "DROP TABLE IF EXISTS " + identifier(database.dialect()));
    }

    /** Key and values as written in statements, key first. */
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

    /** All or none of the statements, where the dialect's DDL allows it; closing the connection takes back what was not committed. */
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
