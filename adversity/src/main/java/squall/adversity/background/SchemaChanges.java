package squall.adversity.background;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.cql.CqlDatabase;
import squall.spi.FaultContext;
import squall.spi.Options;
import squall.sql.Dialects;
import squall.sql.PlainSql;
import squall.sql.SqlDialect;
import squall.system.PollDeadline;

/** Schema changes under load: a column or an index, by SQL and by CQL. */
final class SchemaChanges {
    private SchemaChanges() {}

    /** Column that is added under load, and dropped on healing, by SQL. */
    static final class SqlColumn extends SqlBackgroundWork {
        static final List<String> OPTIONS = List.of("table", "type");

        SqlColumn(FaultContext context, Options options) {
            super(context, options);
        }

        @Override
        public List<String> steps() {
            return List.of(
                    "inject: ALTER TABLE " + options().text("table", "(the largest table)") + " ADD COLUMN " + name()
                            + " " + type(),
                    "verify: the table has the column",
                    "done: the statement has completed",
                    "heal: end sessions named " + name() + ", DROP COLUMN IF EXISTS " + name(),
                    "timer: none in the server; a detached process heals");
        }

        private String type() {
            return options().text("type", "INT NOT NULL DEFAULT 0");
        }

        @Override
        public Map<String, String> facts() throws IOException, InterruptedException {
            return asked("choosing a table", (connection, dialect) -> {
                String table = options().text("table", "");
                return Map.of("table", table.isEmpty() ? SqlTableFinder.largest(connection, dialect) : table);
            });
        }

        @Override
        void perform(Connection connection, SqlDialect dialect) throws SQLException {
            PlainSql.execute(connection, "ALTER TABLE " + fact("table") + " ADD COLUMN " + name() + " " + type());
        }

        @Override
        Optional<String> trace(Connection connection, SqlDialect dialect) throws SQLException {
            String table =
                    text(connection, "SELECT table_name FROM information_schema.columns WHERE column_name = ?", name());
            return table.isEmpty() ? Optional.empty() : Optional.of(table + " has the column " + name());
        }

        @Override
        void undo(Connection connection, SqlDialect dialect) throws SQLException {
            if (trace(connection, dialect).isPresent()) {
                PlainSql.execute(connection, "ALTER TABLE " + fact("table") + " DROP COLUMN IF EXISTS " + name());
            }
        }
    }

    /** Column that is added under load, and dropped on healing, by CQL. The driver waits until all nodes agree. */
    static final class CqlColumn extends CqlBackgroundWork {
        CqlColumn(FaultContext context, Options options) {
            super(context, options);
        }

        @Override
        public List<String> steps() {
            return List.of(
                    "inject: ALTER TABLE " + options().text("table", "(the largest table)") + " ADD " + name() + " "
                            + type(),
                    "verify: the table has the column",
                    "done: the statement has completed, and all nodes have the same schema",
                    "heal: ALTER TABLE IF EXISTS ... DROP IF EXISTS " + name(),
                    "timer: none in the server; a detached process heals");
        }

        private String type() {
            return options().text("type", "int");
        }

        @Override
        public Map<String, String> facts() throws IOException, InterruptedException {
            return with(database -> {
                String table = options().text("table", "");
                return Map.of("table", table.isEmpty() ? new CqlTableFinder(database).largest() : table);
            });
        }

        @Override
        void perform(CqlDatabase database) throws IOException, InterruptedException {
            database.administer(
                    "adding column " + name(), "ALTER TABLE " + fact("table") + " ADD " + name() + " " + type());
        }

        @Override
        Optional<String> trace(CqlDatabase database) throws IOException, InterruptedException {
            return database
                    .administer("looking for " + name(), "SELECT column_name, table_name FROM system_schema.columns")
                    .stream()
                    .filter(row -> name().equals(row.getString(0)))
                    .map(row -> row.getString(1) + " has the column " + name())
                    .findFirst();
        }

        @Override
        void undo(CqlDatabase database) throws IOException, InterruptedException {
            database.administer(
                    "healing " + name(), "ALTER TABLE IF EXISTS " + fact("table") + " DROP IF EXISTS " + name());
        }
    }

    /**
     * Index that is built under load by SQL. It counts as built only if the database reports it as valid: a failed build leaves an invalid
     * one.
     */
    static final class SqlIndex extends SqlBackgroundWork {
        static final List<String> OPTIONS = List.of("table", "columns");

        SqlIndex(FaultContext context, Options options) {
            super(context, options);
        }

        @Override
        public List<String> steps() {
            String where = options().text("table", "(the largest table)") + " ("
                    + options().text("columns", "its last column") + ")";
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
                String table = options().text("table", "");
                String chosen = table.isEmpty() ? SqlTableFinder.largestToIndex(connection, dialect) : table;
                String columns = options().text("columns", "").replace('\n', ',');
                return Map.of(
                        "table",
                        chosen,
                        "columns",
                        columns.isEmpty() ? SqlTableFinder.column(connection, dialect, chosen) : columns);
            });
        }

        @Override
        void perform(Connection connection, SqlDialect dialect) throws SQLException {
            String concurrently = dialect.equals(Dialects.POSTGRES) ? "CONCURRENTLY " : ""; // others always do so
            PlainSql.execute(
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
                PlainSql.execute(connection, "DROP INDEX IF EXISTS " + (table.isEmpty() ? "" : table + "@") + name());
            } else {
                PlainSql.execute(
                        connection,
                        "DROP INDEX " + (dialect.equals(Dialects.POSTGRES) ? "CONCURRENTLY " : "") + "IF EXISTS "
                                + name());
            }
        }
    }

    /**
     * Index that is built under load by CQL. The statement returns before the index is built; it counts as built only when a query that
     * needs it, and with it a quorum of every part of the ring, is answered.
     */
    static final class CqlIndex extends CqlBackgroundWork {
        private static final Duration BUILD_LIMIT = Duration.ofHours(1);

        CqlIndex(FaultContext context, Options options) {
            super(context, options);
        }

        @Override
        public List<String> steps() {
            return List.of(
                    "inject: CREATE INDEX " + name() + " ON " + options().text("table", "(the largest table)") + " ("
                            + options().text("columns", "its last column")
                            + ") USING 'sai'; for a blob, a legacy index",
                    "verify: system_schema.indexes has " + name(),
                    "done: a query by the column succeeds at QUORUM",
                    "heal: DROP INDEX IF EXISTS " + name(),
                    "timer: none in the server; a detached process heals");
        }

        @Override
        public Map<String, String> facts() throws IOException, InterruptedException {
            return with(database -> {
                CqlTableFinder tables = new CqlTableFinder(database);
                String table = options().text("table", "");
                String chosen = table.isEmpty() ? tables.largest() : table;
                String column = options().text("columns", "");
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
                    "CREATE INDEX " + name() + " ON " + fact("table") + " (" + fact("column") + ") USING '"
                            + fact("kind") + "'");
            if (!PollDeadline.in(BUILD_LIMIT).await(() -> givenUp() || answers(database))) {
                throw new IOException("index " + name() + " was not built within " + BUILD_LIMIT.toMinutes() + " min");
            }
        }

        /** Returns whether the index answers. A failed build leaves an index that never does; one that is gone was removed by healing. */
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
}
