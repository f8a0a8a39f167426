package squall.adversity.background;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.cql.CqlDatabase;
import squall.spi.FaultContext;
import squall.spi.Options;

/** Changes the schema under the load: adds a column, and takes it away when it is healed. The driver waits until all nodes agree. */
final class CqlColumn extends CqlBackgroundWork {
    private final Options options;

    CqlColumn(FaultContext context, Options options) {
        super(context);
        this.options = options;
    }

    @Override
    public List<String> steps() {
        return List.of(
                "inject: ALTER TABLE " + options.text("table", "(the largest table)") + " ADD " + name() + " " + type(),
                "verify: the table has the column",
                "done: the statement has completed, and all nodes have the same schema",
                "heal: ALTER TABLE IF EXISTS ... DROP IF EXISTS " + name(),
                "timer: none in the server; a detached process heals");
    }

    private String type() {
        return options.text("type", "int");
    }

    @Override
    public Map<String, String> facts() throws IOException, InterruptedException {
        return with(database -> {
            String table = options.text("table", "");
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
