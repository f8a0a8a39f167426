package squall.tpcc.loading;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.sql.SqlDatabase;
import squall.tpcc.population.Population;
import squall.tpcc.schema.Table;

/** Compares how many rows the tables hold with how many the population has, warehouse by warehouse. */
final class Counts {
    private static final int TOLD = 3;
    private static final SortedSet<Integer> ITEMS =
            Collections.unmodifiableSortedSet(new TreeSet<>(List.of(Notes.ITEMS)));

    private static final SortedSet<Integer> NONE = Collections.emptySortedSet();

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

    /**
     * Counts some tables at a time.
     *
     * @throws CommandException if a number differs; what it belongs to counts as not loaded from then on
     */
    void verify(SortedSet<Integer> warehouses, boolean items, int threads)
            throws CommandException, IOException, InterruptedException {
        Map<Table, Map<Integer, Long>> found = new ConcurrentHashMap<>();
        List<SideBySide.Work> counts = new ArrayList<>();
        for (Table table : Arrays.asList(Table.values()).reversed()) {
            counts.add(() -> found.put(table, table.perWarehouse() ? counts(table, warehouses) : count(table)));
        }
        SideBySide.run(threads, counts, () -> {});
        for (Table table : Table.values()) {
            Map<Integer, Long> counted = Objects.requireNonNull(found.get(table));
            SortedSet<Integer> homes = table.perWarehouse() ? warehouses : items ? ITEMS : NONE;
            homes.forEach(home -> judge(table, home, counted.getOrDefault(home, 0L)));
        }
        refuseWrong();
    }

    private void refuseWrong() throws CommandException, IOException, InterruptedException {
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

    private void judge(Table table, int warehouse, long found) {
        int wanted = population.count(table, warehouse);
        if (found != wanted) {
            wrongWarehouses.add(warehouse);
            wrong.add(table.sql() + " of " + Ranges.warehouse(warehouse) + " holds " + found + " rows instead of "
                    + wanted);
        }
    }

    private Map<Integer, Long> counts(Table table, SortedSet<Integer> warehouses)
            throws IOException, InterruptedException {
        String home = table.homeColumn();
        Map<Integer, Long> found = new HashMap<>();
        for (Ranges.Range range : Ranges.of(warehouses)) {
            found.putAll(grouped(
                    table,
                    "SELECT " + home + ", count(*) FROM " + table.sql() + " WHERE " + home + " BETWEEN " + range.first()
                            + " AND " + range.last() + " GROUP BY " + home));
        }
        return found;
    }

    private Map<Integer, Long> count(Table table) throws IOException, InterruptedException {
        return grouped(table, "SELECT " + Notes.ITEMS + ", count(*) FROM " + table.sql());
    }

    private Map<Integer, Long> grouped(Table table, String query) throws IOException, InterruptedException {
        return database.administer("counting " + table.sql(), connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(query)) {
                Map<Integer, Long> found = new HashMap<>();
                while (rows.next()) {
                    found.put(rows.getInt(1), rows.getLong(2));
                }
                return found;
            }
        });
    }
}
