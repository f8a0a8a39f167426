package squall.adversity.background;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.spi.FaultContext;
import squall.spi.Options;
import squall.sql.Dialects;
import squall.sql.SqlDialect;

/** Makes an index while the load runs. It is made only if the database calls it valid: a failed build leaves one that is not. */
final class SqlIndex extends SqlBackgroundWork {
    static final List<String> OPTIONS = List.of("table", "columns");

    private final Options options;

    SqlIndex(FaultContext context, Options options) {
        super(context);
        this.options = options;
    }

    @Override
    public List<String> steps() {
        String where =
                options.text("table", "(the largest table)") + " (" + options.text("columns", "its last column") + ")";
        return List.of(
                "inject: CREATE INDEX CONCURRENTLY " + name() + " ON " + where,
                "verify: pg_index has " + name(),
                "done: its indisvalid is true",
                "heal: end sessions named " + name() + ", DROP INDEX IF EXISTS " + name(),
                "timer: none in the server; a detached process heals");
    }

    @Override
    public Map<String, String> facts() throws IOException, InterruptedException {
        return asked("choosing a table", (connection, dialect) -> {
            String table = options.text("table", "");
            String chosen = table.isEmpty() ? SqlTableFinder.largestToIndex(connection, dialect) : table;
            String columns = options.text("columns", "").replace('\n', ',');
            return Map.of(
                    "table",
                    chosen,
                    "columns",
                    columns.isEmpty() ? SqlTableFinder.column(connection, dialect, chosen) : columns);
        });
    }

    @Override
    void perform(Connection connection, SqlDialect dialect) throws SQLException {
        String concurrently = dialect.equals(Dialects.POSTGRES) ? "CONCURRENTLY " : ""; // elsewhere it is so anyway
        execute(
                connection,
                "CREATE INDEX " + concurrently + name() + " ON " + fact("table") + " (" + fact("columns") + ")");
        if (!valid(connection).equals("t")) {
            throw new SQLException("index " + name() + " was built, but is not valid");
        }
    }

    private String valid(Connection connection) throws SQLException {
        return text(
                connection,
                "SELECT indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE relname = ?",
                name());
    }

    @Override
    Optional<String> trace(Connection connection, SqlDialect dialect) throws SQLException {
        return switch (valid(connection)) {
            case "" -> Optional.empty();
            case "t" -> Optional.of("index " + name() + " exists and is valid");
            default -> Optional.of("index " + name() + " is being built");
        };
    }

    @Override
    void undo(Connection connection, SqlDialect dialect) throws SQLException {
        if (dialect.equals(Dialects.COCKROACHDB)) {
            String table = fact("table");
            execute(connection, "DROP INDEX IF EXISTS " + (table.isEmpty() ? "" : table + "@") + name());
        } else {
            execute(
                    connection,
                    "DROP INDEX " + (dialect.equals(Dialects.POSTGRES) ? "CONCURRENTLY " : "") + "IF EXISTS " + name());
        }
    }
}
