package squall.tpcc.loading;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import squall.sql.SqlDatabase;
import squall.system.CommandException;
import squall.system.HumanNumbers;
import squall.tpcc.WarehouseScale;
import squall.tpcc.loading.TpccLoader.LoaderSettings;
import squall.tpcc.schema.TpccSchema;
import squall.tpcc.schema.TpccTable;

/** Data that a load finds in the database, and the decision whether it may build on them. */
final class ExistingData {
    private static final String REMEDIES =
            "empty the tables first (--clear=true), recreate them (--create=true), or omit --load=true to use them unchanged";

    private final SqlDatabase database;
    private final WarehouseScale scale;
    private final LoaderSettings settings;
    private final LoadNotes notes;

    ExistingData(SqlDatabase database, WarehouseScale scale, LoaderSettings settings) {
        this.database = database;
        this.scale = scale;
        this.settings = settings;
        this.notes = new LoadNotes(database);
    }

    /**
     * Returns the notes that this load continues from: its own, or those of an earlier load. Changes nothing but notes.
     *
     * @throws CommandException if this load cannot build on what the database holds
     */
    LoadedData survey() throws CommandException, IOException, InterruptedException {
        demandTables();
        // In this order: another client notes that it begins before it brings its first row.
        Optional<TpccTable> filled = filled();
        Optional<LoadedData> before = notes.read();
        if (before.isEmpty() && filled.isPresent()) {
            throw CommandException.usage(
                    "table " + filled.get().sql() + " has rows that were not loaded by Squall: " + REMEDIES);
        }
        if (before.isEmpty()) {
            LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
            notes.begin(settings.seed().value(), scale.total(), now);
            before = notes.read();
        }
        LoadedData found = before.orElseThrow(() -> new IOException(
                "the record of this load has disappeared: another client dropped or emptied the tables"));
        demandSame(found);
        return found;
    }

    /**
     * Returns the warehouses of this client that are not loaded yet.
     *
     * @throws CommandException if there are none, and nothing else is left to do
     */
    SortedSet<Integer> missing(LoadedData found) throws CommandException {
        SortedSet<Integer> missing = new TreeSet<>(
                IntStream.rangeClosed(scale.from(), scale.last()).boxed().toList());
        missing.removeAll(found.finished());
        boolean completing = !found.completed() && found.finished().size() == found.warehouses();
        if (missing.isEmpty() && !bringsItems(found) && !completing) {
            throw CommandException.usage(WarehouseRanges.text(found.finished().subSet(scale.from(), scale.last() + 1))
                    + (scale.warehouses() == 1 ? " is" : " are") + " loaded already: " + REMEDIES);
        }
        return missing;
    }

    /** Returns whether this client loads the items: the client with the first warehouse loads them for all. */
    boolean bringsItems(LoadedData found) {
        return scale.from() == 1 && !found.items();
    }

    private void demandTables() throws CommandException, IOException, InterruptedException {
        Set<TpccTable> missing = TpccSchema.missing(database);
        if (!missing.isEmpty()) {
            throw CommandException.usage("tables are missing: "
                    + missing.stream().map(TpccTable::sql).collect(Collectors.joining(", "))
                    + "; create them with --create=true");
        }
    }

    private void demandSame(LoadedData found) throws CommandException {
        if (found.warehouses() != scale.total()) {
            throw CommandException.usage(
                    "the tables have a load of " + HumanNumbers.counted(found.warehouses(), "warehouse")
                            + " in progress, but this load has "
                            + scale.total() + ": continue with that number, or " + REMEDIES);
        }
        if (settings.seed().required() && settings.seed().value() != found.seed()) {
            throw CommandException.usage(
                    "the tables have a load with seed " + found.seed() + " in progress, but this load has "
                            + settings.seed().value() + ": continue with that seed, or " + REMEDIES);
        }
    }

    private Optional<TpccTable> filled() throws IOException, InterruptedException {
        return database.administer("looking for rows", connection -> {
            for (TpccTable table : TpccTable.values()) {
                if (holdsRows(connection, table)) {
                    return Optional.of(table);
                }
            }
            return Optional.empty();
        });
    }

    private static boolean holdsRows(Connection connection, TpccTable table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(1);
            try (ResultSet rows = statement.executeQuery("SELECT 1 FROM " + table.sql())) {
                return rows.next();
            }
        }
    }
}
