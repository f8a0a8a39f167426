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
import java.util.stream.Stream;
import squall.sql.Dialect;
import squall.sql.Dialects;
import squall.sql.SqlDatabase;

/** The nine tables as one database is to have them. Immutable; its methods may be called from any thread, but not at once. */
public final class Schema {
    /** One thing to do behind the data. */
    public interface Step {
        void on(SqlDatabase database) throws IOException, InterruptedException;
    }

    /** What the loader keeps of its work, beside the data. */
    private static final List<String> NOTES = List.of("squall_tpcc_warehouse", "squall_tpcc");

    private static final String TABLES =
            String.join(", ", Arrays.stream(Table.values()).map(Table::sql).toList());

    private final Ddl ddl;
    private final boolean scripted;

    private Schema(Ddl ddl, boolean scripted) {
        this.ddl = ddl;
        this.scripted = scripted;
    }

    /**
     * @throws IllegalArgumentException if this dialect cannot spread tables as wanted
     * @throws IOException if there is a script and it cannot be read
     */
    public static Schema of(Dialect dialect, SchemaSettings settings) throws IOException {
        if (settings.script().isPresent()) {
            return new Schema(new Ddl(Script.read(settings.script().get()), List.of()), true);
        }
        return new Schema(
                switch (dialect.language()) {
                    case POSTGRESQL, STANDARD -> PostgresDdl.of(dialect.product(), settings);
                    case COCKROACHDB -> CockroachDdl.of(settings);
                    case YUGABYTEDB -> YugabyteDdl.of(settings);
                },
                false);
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
     * Drops what is there of the tables, and makes them. Where the dialect has transactional DDL, a failure leaves the old ones as they
     * were; not so with a script, which may hold statements that allow no transaction.
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

    /** Adds indexes and foreign keys, as far as they are missing, and has the server look at what it holds now: all of {@link #completion}. */
    public void complete(SqlDatabase database) throws IOException, InterruptedException {
        for (List<Step> stage : completion(database.dialect())) {
            for (Step step : stage) {
                step.on(database);
            }
        }
    }

    /**
     * What there is to do behind the data, stage by stage: the steps of one stage may be taken side by side, the longest come first. With
     * a script nothing is added.
     */
    public List<List<Step>> completion(Dialect dialect) {
        List<Step> additions = Arrays.stream(Table.values())
                .map(table -> ddl.afterData().stream()
                        .filter(addition -> addition.table() == table)
                        .toList())
                .filter(additionsOfTable -> !additionsOfTable.isEmpty())
                .map(Schema::adding)
                .toList()
                .reversed();
        List<Step> statistics = statistics(dialect);
        if (dialect.equals(Dialects.POSTGRES)) {
            return List.of(additions, statistics);
        }
        // Distributed servers change their schema step by step, and cluster-wide.
        return Stream.concat(additions.stream(), statistics.stream())
                .map(List::of)
                .toList();
    }

    /** Drops the tables with all that belongs to them, as far as they are there. */
    public static void drop(SqlDatabase database) throws IOException, InterruptedException {
        database.administer("dropping TPC-C's tables", connection -> execute(connection, drops()));
    }

    private static List<String> drops() {
        List<String> tables =
                Arrays.stream(Table.values()).map(Table::sql).toList().reversed();
        return Stream.concat(tables.stream(), NOTES.stream()).map(Schema::drop).toList();
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

    private static Step adding(List<Ddl.Addition> additions) {
        return database -> {
            for (Ddl.Addition addition : additions) {
                database.administer("adding " + addition.name(), connection -> add(connection, addition));
            }
        };
    }

    /** Left to itself the server would do this some time later, in the middle of a run. */
    private static List<Step> statistics(Dialect dialect) {
        String command = switch (dialect.language()) {
            case POSTGRESQL -> dialect.equals(Dialects.POSTGRES) ? "VACUUM (ANALYZE) " : "";
            case YUGABYTEDB -> "ANALYZE ";
            case COCKROACHDB, STANDARD -> "";
        };
        if (command.isEmpty()) {
            return List.of();
        }
        return Arrays.stream(Table.values())
                .map(table -> gathering(command + table.sql()))
                .toList()
                .reversed();
    }

    private static Step gathering(String statement) {
        return database ->
                database.administer("gathering statistics", connection -> execute(connection, List.of(statement)));
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
