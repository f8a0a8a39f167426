package squall.adversity.background;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.cql.CqlDatabase;
import squall.spi.FaultContext;
import squall.spi.Options;
import squall.system.PollDeadline;

/**
 * Makes an index while the load runs. The statement returns before the index is built; it is made only when a query that
 * needs it, and with it a quorum of every part of the ring, is answered.
 */
final class CqlIndex extends CqlBackgroundWork {
    private static final Duration BUILD_LIMIT = Duration.ofHours(1);

    private final Options options;

    CqlIndex(FaultContext context, Options options) {
        super(context);
        this.options = options;
    }

    @Override
    public List<String> steps() {
        return List.of(
                "inject: CREATE INDEX " + name() + " ON " + options.text("table", "(the largest table)") + " ("
                        + options.text("columns", "its last column") + ") USING 'sai'; for a blob, a legacy index",
                "verify: system_schema.indexes has " + name(),
                "done: a query by the column succeeds at QUORUM",
                "heal: DROP INDEX IF EXISTS " + name(),
                "timer: none in the server; a detached process heals");
    }

    @Override
    public Map<String, String> facts() throws IOException, InterruptedException {
        return with(database -> {
            CqlTableFinder tables = new CqlTableFinder(database);
            String table = options.text("table", "");
            String chosen = table.isEmpty() ? tables.largest() : table;
            String column = options.text("columns", "");
            String indexed = column.isEmpty() ? tables.column(chosen) : column;
            return Map.of(
                    "table",
                    chosen,
                    "column",
                    indexed,
                    "value",
                    tables.value(chosen, indexed),
                    "kind",
                    tables.indexKind(chosen, indexed));
        });
    }

    @Override
    void perform(CqlDatabase database) throws IOException, InterruptedException {
        database.administer(
                "making index " + name(),
                "CREATE INDEX " + name() + " ON " + fact("table") + " (" + fact("column") + ") USING '" + fact("kind")
                        + "'");
        if (!PollDeadline.in(BUILD_LIMIT).await(() -> givenUp() || answers(database))) {
            throw new IOException("index " + name() + " was not built within " + BUILD_LIMIT.toMinutes() + " min");
        }
    }

    /** A failed build leaves an index that never answers; an index that is gone was removed by healing. */
    private boolean answers(CqlDatabase database) throws IOException, InterruptedException {
        try {
            database.administer(
                    "using index " + name(),
                    "SELECT " + fact("column") + " FROM " + fact("table") + " WHERE " + fact("column") + " = "
                            + fact("value") + " LIMIT 1");
            return true;
        } catch (IOException e) {
            if (trace(database).isEmpty()) {
                throw e;
            }
            return false;
        }
    }

    @Override
    Optional<String> trace(CqlDatabase database) throws IOException, InterruptedException {
        return database
                .administer("looking for " + name(), "SELECT index_name, table_name FROM system_schema.indexes")
                .stream()
                .filter(row -> name().equals(row.getString(0)))
                .map(row -> "table " + row.getString(1) + " has the index " + name())
                .findFirst();
    }

    @Override
    void undo(CqlDatabase database) throws IOException, InterruptedException {
        String table = fact("table");
        database.administer(
                "healing " + name(), "DROP INDEX IF EXISTS " + table.substring(0, table.indexOf('.') + 1) + name());
    }
}
