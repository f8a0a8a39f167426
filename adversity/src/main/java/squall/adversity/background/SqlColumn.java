package squall.adversity.background;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.spi.FaultContext;
import squall.spi.Options;
import squall.sql.SqlDialect;

/** Changes the schema under the load: adds a column, and takes it away when it is healed. */
final class SqlColumn extends SqlBackgroundWork {
    static final List<String> OPTIONS = List.of("table", "type");

    private final Options options;

    SqlColumn(FaultContext context, Options options) {
        super(context);
        this.options = options;
    }

    @Override
    public List<String> steps() {
        return List.of(
                "inject: ALTER TABLE " + options.text("table", "(the largest table)") + " ADD COLUMN " + name() + " "
                        + type(),
                "verify: the table has the column",
                "done: the statement has completed",
                "heal: end sessions named " + name() + ", DROP COLUMN IF EXISTS " + name(),
                "timer: none in the server; a detached process heals");
    }

    private String type() {
        return options.text("type", "INT NOT NULL DEFAULT 0");
    }

    @Override
    public Map<String, String> facts() throws IOException, InterruptedException {
        return asked("choosing a table", (connection, dialect) -> {
            String table = options.text("table", "");
            return Map.of("table", table.isEmpty() ? SqlTableFinder.largest(connection, dialect) : table);
        });
    }

    @Override
    void perform(Connection connection, SqlDialect dialect) throws SQLException {
        execute(connection, "ALTER TABLE " + fact("table") + " ADD COLUMN " + name() + " " + type());
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
            execute(connection, "ALTER TABLE " + fact("table") + " DROP COLUMN IF EXISTS " + name());
        }
    }
}
