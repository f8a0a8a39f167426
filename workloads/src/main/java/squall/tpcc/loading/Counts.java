package squall.tpcc.loading;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.sql.SqlDatabase;
import squall.tpcc.population.Population;
import squall.tpcc.schema.Table;

/** Compares how many rows the tables hold with how many the population has, warehouse by warehouse. */
final class Counts {
    private static final int TOLD = 3;

    private final SqlDatabase database;
    private final Population population;
    private final Notes notes;
    private final List<String> wrong = new ArrayList<>();
    private final SortedSet<Integer> wrongWarehouses = new TreeSet<>();

    Counts(SqlDatabase database, Population population) {
        this.database = database;
        this.population = population;
        this.notes = new Notes(database);
    }

    /** @throws CommandException if a number differs; what it belongs to counts as not loaded from then on */
    void verify(SortedSet<Integer> warehouses, boolean items) throws CommandException, IOException, InterruptedException {
        for (Table table : Table.values()) {
            if (table.perWarehouse()) {
                for (Ranges.Range range : Ranges.of(warehouses)) {
                    compare(table, range);
                }
            } else if (items) {
                judge(table, Notes.ITEMS, count(table));
            }
        }
        for (int warehouse : wrongWarehouses) {
            notes.retract(warehouse);
        }
        if (!wrong.isEmpty()) {
            throw new CommandException(
                    ExitCode.DATA,
                    "the tables do not hold what was loaded: "
                            + String.join("; ", wrong.subList(0, Math.min(TOLD, wrong.size())))
                            + (wrong.size() > TOLD ? "; and " + (wrong.size() - TOLD) + " more" : "")
                            + ". If no other client loads the same warehouses, load again to bring those anew");
        }
    }

    private void compare(Table table, Ranges.Range range) throws IOException, InterruptedException {
        Map<Integer, Long> found = counts(table, range);
        for (int warehouse = range.first(); warehouse <= range.last(); warehouse++) {
            judge(table, warehouse, found.getOrDefault(warehouse, 0L));
        }
    }

    private void judge(Table table, int warehouse, long found) {
        int wanted = population.count(table, warehouse);
        if (found != wanted) {
            wrongWarehouses.add(warehouse);
            wrong.add(table.sql() + " of " + Ranges.warehouse(warehouse) + " holds " + found + " rows instead of " + wanted);
        }
    }

    private Map<Integer, Long> counts(Table table, Ranges.Range range) throws IOException, InterruptedException {
        String home = table.homeColumn();
        return database.administer("counting " + table.sql(), connection -> {
            try (PreparedStatement count = connection.prepareStatement("SELECT " + home + ", count(*) FROM " + table.sql()
                    + " WHERE " + home + " BETWEEN ? AND ? GROUP BY " + home)) {
                count.setInt(1, range.first());
                count.setInt(2, range.last());
                try (ResultSet rows = count.executeQuery()) {
                    Map<Integer, Long> found = new HashMap<>();
                    while (rows.next()) {
                        found.put(rows.getInt(1), rows.getLong(2));
                    }
                    return found;
                }
            }
        });
    }

    private long count(Table table) throws IOException, InterruptedException {
        return database.administer("counting " + table.sql(), connection -> {
            try (PreparedStatement count = connection.prepareStatement("SELECT count(*) FROM " + table.sql());
                    ResultSet rows = count.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        });
    }
}
