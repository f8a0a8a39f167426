package squall.tpcc.schema;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import squall.sql.Dialect;
import squall.sql.SqlDatabase;

/** The nine tables as one database is to have them. Immutable; its methods may be called from any thread, but not at once. */
public final class Schema {
    /** What the loader keeps of its work, beside the data. */
    private static final List<String> NOTES = List.of("squall_tpcc_warehouse", "squall_tpcc");

    private static final String TABLES = String.join(
            ", ", Arrays.stream(Table.values()).map(Table::sql).toList());

    private final Ddl ddl;

    private Schema(Ddl ddl) {
        this.ddl = ddl;
    }

    /**
     * @throws IllegalArgumentException if this dialect cannot spread tables as wanted
     * @throws IOException if there is a script and it cannot be read
     */
    public static Schema of(Dialect dialect, SchemaSettings settings) throws IOException {
        if (settings.script().isPresent()) {
            return new Schema(new Ddl(Script.read(settings.script().get()), List.of()));
        }
        return new Schema(
                switch (dialect) {
                    case POSTGRES, GENERIC -> PostgresDdl.of(dialect.product(), settings);
                    case COCKROACHDB -> CockroachDdl.of(settings);
                    case YUGABYTEDB -> YugabyteDdl.of(settings);
                });
    }

    /** The statements of {@link #create}, for reports. */
    public List<String> statements() {
        return ddl.beforeData();
    }

    /** The statements of {@link #complete}, for reports. */
    public List<String> statementsAfterData() {
        return ddl.afterData().stream().map(Ddl.Addition::statement).toList();
    }

    /** Makes the tables, with no more than what rows need while they are loaded: {@link #complete} adds the rest. */
    public void create(SqlDatabase database) throws IOException, InterruptedException {
        database.administer("making TPC-C's tables", connection -> execute(connection, ddl.beforeData()));
    }

    /**
     * Adds indexes and foreign keys, as far as they are missing, and has the server look at what it holds now. With a script nothing is
     * added.
     */
    public void complete(SqlDatabase database) throws IOException, InterruptedException {
        for (Ddl.Addition addition : ddl.afterData()) {
            database.administer("adding " + addition.name(), connection -> add(connection, addition));
        }
        database.administer("gathering statistics", connection -> execute(connection, statistics(database.dialect())));
    }

    /** Drops the tables with all that belongs to them, as far as they are there. */
    public static void drop(SqlDatabase database) throws IOException, InterruptedException {
        List<String> tables =
                Arrays.stream(Table.values()).map(Table::sql).toList().reversed();
        database.administer("dropping TPC-C's tables", connection -> {
            execute(connection, tables.stream().map(Schema::drop).toList());
            return execute(connection, NOTES.stream().map(Schema::drop).toList());
        });
    }

    /** Empties the tables, and with them what is known of loads. */
    public static void clear(SqlDatabase database) throws IOException, InterruptedException {
        database.administer("emptying TPC-C's tables", connection -> {
            // All at once: one that others refer to cannot be emptied by itself.
            execute(connection, List.of("TRUNCATE TABLE " + TABLES));
            return execute(connection, NOTES.stream().map(Schema::drop).toList());
        });
    }

    /** Whether all nine tables are there, with the columns of {@link Table}. */
    public static boolean exists(SqlDatabase database) throws IOException, InterruptedException {
        return missing(database).isEmpty();
    }

    /** The tables that are not there. @throws IOException if one is there, but lacks a column */
    public static Set<Table> missing(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer("looking for TPC-C's tables", connection -> {
            Set<Table> missing = EnumSet.noneOf(Table.class);
            for (Table table : Table.values()) {
                if (!Present.table(connection, table)) {
                    missing.add(table);
                }
            }
            return Collections.unmodifiableSet(missing);
        });
    }

    /** Whether some table refers to another one, so that rows must come in the order of {@link Table}. */
    public static boolean hasForeignKeys(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer("looking for foreign keys", connection -> {
            for (Table table : Table.values()) {
                if (Present.foreignKeys(connection, table)) {
                    return true;
                }
            }
            return false;
        });
    }

    private static boolean add(Connection connection, Ddl.Addition addition) throws SQLException {
        if (Present.addition(connection, addition)) {
            return false;
        }
        try {
            return execute(connection, List.of(addition.statement()));
        } catch (SQLException e) {
            // Another client, which finished at the same moment, may have been quicker; only looking again tells.
            if (Present.addition(connection, addition)) {
                return false;
            }
            throw e;
        }
    }

    /** Left to itself the server would do this some time later, in the middle of a run. */
    private static List<String> statistics(Dialect dialect) {
        return switch (dialect) {
            case POSTGRES -> List.of("VACUUM (ANALYZE) " + TABLES);
            case YUGABYTEDB -> List.of("ANALYZE " + TABLES);
            case COCKROACHDB, GENERIC -> List.of();
        };
    }

    private static String drop(String table) {
        return "DROP TABLE IF EXISTS " + table + " CASCADE";
    }

    private static boolean execute(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        return true;
    }
}
