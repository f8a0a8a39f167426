package squall.tpcc.schema;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import squall.sql.Dialects;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect;
import squall.sql.TableColumns;
import squall.tpcc.schema.TpccDdl.Addition;
import squall.tpcc.schema.TpccDdl.CockroachDdl;
import squall.tpcc.schema.TpccDdl.MySqlDdl;
import squall.tpcc.schema.TpccDdl.PostgresDdl;
import squall.tpcc.schema.TpccDdl.YugabyteDdl;

/** Schema of the nine tables in one database. Immutable; its methods may be called from any thread, but not at once. */
public final class TpccSchema {
    /** Step to take after the data are loaded. */
    public interface SchemaStep {
        void on(SqlDatabase database) throws IOException, InterruptedException;
    }

    /** Tables in which the loader records its work. */
    private static final List<String> NOTES = List.of("squall_tpcc_warehouse", "squall_tpcc");

    private static final String TABLES = String.join(
            ", ", Arrays.stream(TpccTable.values()).map(TpccTable::sql).toList());

    private final TpccDdl ddl;
    private final boolean scripted;

    private TpccSchema(TpccDdl ddl, boolean scripted) {
        this.ddl = ddl;
        this.scripted = scripted;
    }

    /**
     * @throws IllegalArgumentException if this dialect cannot spread tables as wanted
     * @throws IOException if there is a script and it cannot be read
     */
    public static TpccSchema of(SqlDialect dialect, SchemaSettings settings) throws IOException {
        if (settings.script().isPresent()) {
            return new TpccSchema(new TpccDdl(SqlScript.read(settings.script().get()), List.of()), true);
        }
        return new TpccSchema(
                switch (dialect.language()) {
                    case POSTGRESQL, STANDARD -> PostgresDdl.of(dialect.product(), settings);
                    case COCKROACHDB -> CockroachDdl.of(settings);
                    case YUGABYTEDB -> YugabyteDdl.of(settings);
                    case MYSQL -> MySqlDdl.of(dialect, settings);
                },
                false);
    }

    /** Returns the statements of {@link #create}, for reports. */
    public List<String> statements() {
        return ddl.beforeData();
    }

    /** Returns the statements of {@link #complete}, for reports. */
    public List<String> statementsAfterData() {
        return ddl.afterData().stream().map(TpccDdl.Addition::statement).toList();
    }

    /** Creates the tables, with no more than rows need while they are loaded: {@link #complete} adds the rest. */
    public void create(SqlDatabase database) throws IOException, InterruptedException {
        database.execute("creating TPC-C's tables", ddl.beforeData());
    }

    /**
     * Drops the tables that exist, and creates all. Where the dialect has transactional DDL, a failure leaves the old ones as they were;
     * not so with a script, which may hold statements that allow no transaction.
     */
    public void replace(SqlDatabase database) throws IOException, InterruptedException {
        if (scripted || !database.dialect().transactionalDdl()) {
            drop(database);
            create(database);
            return;
        }
        database.administer("replacing TPC-C's tables", connection -> {
            connection.setAutoCommit(false);
            execute(connection, drops());
            execute(connection, ddl.beforeData());
            connection.commit();
            return true;
        });
    }

    /** Adds the indexes and foreign keys that are missing, and has the server analyze the tables: all of {@link #completion}. */
    public void complete(SqlDatabase database) throws IOException, InterruptedException {
        for (List<SchemaStep> stage : completion(database.dialect())) {
            for (SchemaStep step : stage) {
                step.on(database);
            }
        }
    }

    /**
     * Returns the steps to take after the data are loaded, stage by stage: the steps of one stage may run in parallel, the longest come
     * first. With a script nothing is added.
     */
    public List<List<SchemaStep>> completion(SqlDialect dialect) {
        List<SchemaStep> additions = Arrays.stream(TpccTable.values())
                .map(table -> ddl.afterData().stream()
                        .filter(addition -> addition.table() == table)
                        .toList())
                .filter(additionsOfTable -> !additionsOfTable.isEmpty())
                .map(TpccSchema::adding)
                .toList()
                .reversed();
        List<SchemaStep> statistics = statistics(dialect);
        if (dialect.equals(Dialects.POSTGRES)) {
            return List.of(additions, statistics);
        }
        // Distributed servers change their schema step by step, and cluster-wide.
        return Stream.concat(additions.stream(), statistics.stream())
                .map(List::of)
                .toList();
    }

    /** Drops the tables that exist, with all that belongs to them. */
    public static void drop(SqlDatabase database) throws IOException, InterruptedException {
        database.execute("dropping TPC-C's tables", drops());
    }

    private static List<String> drops() {
        List<String> tables =
                Arrays.stream(TpccTable.values()).map(TpccTable::sql).toList().reversed();
        return Stream.concat(tables.stream(), NOTES.stream())
                .map(TpccSchema::drop)
                .toList();
    }

    /** Empties the tables, and with them the notes about loads. */
    public static void clear(SqlDatabase database) throws IOException, InterruptedException {
        database.administer("emptying TPC-C's tables", connection -> {
            execute(connection, truncations(database.dialect()));
            return execute(connection, NOTES.stream().map(TpccSchema::drop).toList());
        });
    }

    /**
     * Returns statements that empty all tables at once: a table that others refer to cannot be emptied by itself, unless nothing is checked
     * meanwhile.
     */
    private static List<String> truncations(SqlDialect dialect) {
        return switch (dialect.language()) {
            case POSTGRESQL, COCKROACHDB, YUGABYTEDB, STANDARD -> List.of("TRUNCATE TABLE " + TABLES);
            case MYSQL ->
                Stream.concat(
                                Stream.of("SET SESSION foreign_key_checks = 0"),
                                Arrays.stream(TpccTable.values()).map(table -> "TRUNCATE TABLE " + table.sql()))
                        .toList();
        };
    }

    /** Returns whether all nine tables exist. @throws IllegalArgumentException if one has other columns than {@link TpccTable} */
    public static boolean exists(SqlDatabase database) throws IOException, InterruptedException {
        return missing(database).isEmpty();
    }

    /** Returns the tables that do not exist. @throws IllegalArgumentException if a table exists, but has other columns */
    public static Set<TpccTable> missing(SqlDatabase database) throws IOException, InterruptedException {
        Set<TpccTable> missing = EnumSet.noneOf(TpccTable.class);
        columns(database).forEach((table, columns) -> {
            if (columns.isEmpty()) {
                missing.add(table);
            }
        });
        return Collections.unmodifiableSet(missing);
    }

    /** Refuses existing tables of other columns. @throws IllegalArgumentException as {@link TableColumns#require} */
    public static void requireColumns(SqlDatabase database) throws IOException, InterruptedException {
        columns(database);
    }

    /** Reads the columns of each table; none where it is missing. */
    private static Map<TpccTable, List<String>> columns(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer("looking for TPC-C's tables", connection -> {
            Map<TpccTable, List<String>> columns = new EnumMap<>(TpccTable.class);
            for (TpccTable table : TpccTable.values()) {
                columns.put(
                        table,
                        new TableColumns(table.sql(), table.columnNames())
                                .require(database, connection, "recreate the tables with --create=true"));
            }
            return columns;
        });
    }

    /** Returns whether some table refers to another one, so that rows must come in the order of {@link TpccTable}. */
    public static boolean hasForeignKeys(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer("looking for foreign keys", connection -> {
            for (TpccTable table : TpccTable.values()) {
                if (ExistingObjects.foreignKeys(connection, table)) {
                    return true;
                }
            }
            return false;
        });
    }

    private static boolean add(Connection connection, TpccDdl.Addition addition) throws SQLException {
        if (ExistingObjects.addition(connection, addition)) {
            return false;
        }
        try {
            return execute(connection, List.of(addition.statement()));
        } catch (SQLException e) {
            // Another client, which finished at the same moment, may have been quicker; only looking again tells.
            if (ExistingObjects.addition(connection, addition)) {
                return false;
            }
            throw e;
        }
    }

    private static SchemaStep adding(List<TpccDdl.Addition> additions) {
        return database -> {
            for (TpccDdl.Addition addition : additions) {
                database.administer("adding " + addition.name(), connection -> add(connection, addition));
            }
        };
    }

    /** Returns the steps that update the statistics: left to itself the server would do this some time later, in the middle of a run. */
    private static List<SchemaStep> statistics(SqlDialect dialect) {
        String command = switch (dialect.language()) {
            case POSTGRESQL -> dialect.equals(Dialects.POSTGRES) ? "VACUUM (ANALYZE) " : "";
            case YUGABYTEDB -> "ANALYZE ";
            case MYSQL -> "ANALYZE TABLE ";
            case COCKROACHDB, STANDARD -> "";
        };
        if (command.isEmpty()) {
            return List.of();
        }
        return Arrays.stream(TpccTable.values())
                .map(table -> gathering(command + table.sql()))
                .toList()
                .reversed();
    }

    private static SchemaStep gathering(String statement) {
        return database -> database.execute("gathering statistics", statement);
    }

    private static String drop(String table) {
        return "DROP TABLE IF EXISTS " + table + " CASCADE";
    }

    private static boolean execute(Connection connection, List<String> statements) throws SQLException {
        PlainSql.execute(connection, statements);
        return true;
    }

    /** Lookup of the indexes and foreign keys that a database has already. */
    private static final class ExistingObjects {
        private ExistingObjects() {}

        /** Returns whether the table has an index or a foreign key of this name. */
        static boolean addition(Connection connection, Addition addition) throws SQLException {
            DatabaseMetaData data = connection.getMetaData();
            String table = written(data, addition.table());
            String schema = connection.getSchema();
            try (ResultSet indexes = data.getIndexInfo(connection.getCatalog(), schema, table, false, true);
                    ResultSet keys = data.getImportedKeys(connection.getCatalog(), schema, table)) {
                return names(indexes, "INDEX_NAME", addition.name()) || names(keys, "FK_NAME", addition.name());
            }
        }

        /** Returns whether the table refers to others, so that their rows must come first. */
        static boolean foreignKeys(Connection connection, TpccTable table) throws SQLException {
            DatabaseMetaData data = connection.getMetaData();
            try (ResultSet keys =
                    data.getImportedKeys(connection.getCatalog(), connection.getSchema(), written(data, table))) {
                return keys.next();
            }
        }

        private static boolean names(ResultSet rows, String column, String name) throws SQLException {
            while (rows.next()) {
                if (name.equalsIgnoreCase(rows.getString(column))) {
                    return true;
                }
            }
            return false;
        }

        private static String written(DatabaseMetaData data, TpccTable table) throws SQLException {
            return data.storesUpperCaseIdentifiers() ? table.sql().toUpperCase(Locale.ROOT) : table.sql();
        }
    }
}
