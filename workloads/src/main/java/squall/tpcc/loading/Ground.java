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
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.sql.SqlDatabase;
import squall.tpcc.Scale;
import squall.tpcc.schema.Schema;
import squall.tpcc.schema.Table;

/** What a load finds in the database, and whether it may build on it. */
final class Ground {
    private static final String REMEDIES =
            "empty the tables first (--clear=true), make them anew (--create=true), or leave --load=true out to run on them as they are";

    private final SqlDatabase database;
    private final Scale scale;
    private final LoaderSettings settings;
    private final Notes notes;

    Ground(SqlDatabase database, Scale scale, LoaderSettings settings) {
        this.database = database;
        this.scale = scale;
        this.settings = settings;
        this.notes = new Notes(database);
    }

    /**
     * What this load goes on with: notes of its own, or of one that was here before. Changes nothing but notes.
     *
     * @throws CommandException if what is there is not this load's to build on
     */
    LoadedData survey() throws CommandException, IOException, InterruptedException {
        demandTables();
        // In this order: another client notes that it begins before it brings its first row.
        Optional<Table> filled = filled();
        Optional<LoadedData> before = notes.read();
        if (before.isEmpty() && filled.isPresent()) {
            throw refused("table " + filled.get().sql()
                    + " holds rows that no load of Squall's has noted, so another tool's or one's own: " + REMEDIES);
        }
        if (before.isEmpty()) {
            long seed = settings.seed().orElseGet(() -> new SplittableRandom().nextLong(Integer.MAX_VALUE));
            LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
            notes.begin(seed, scale.total(), now);
            before = notes.read();
        }
        LoadedData found = before.orElseThrow(() ->
                new IOException("the note of this load is gone again: another client has dropped or emptied the tables"));
        demandSame(found);
        return found;
    }

    /** The warehouses of this client that are still to be brought. @throws CommandException if none is, and nothing else is left to do */
    SortedSet<Integer> missing(LoadedData found) throws CommandException {
        SortedSet<Integer> missing = new TreeSet<>(
                IntStream.rangeClosed(scale.from(), scale.last()).boxed().toList());
        missing.removeAll(found.finished());
        boolean completing = !found.completed() && found.finished().size() == found.warehouses();
        if (missing.isEmpty() && !bringsItems(found) && !completing) {
            throw refused(Ranges.told(found.finished().subSet(scale.from(), scale.last() + 1))
                    + (scale.warehouses() == 1 ? " is" : " are") + " loaded already: " + REMEDIES);
        }
        return missing;
    }

    /** Whether this client brings the items: the one with the first warehouse does, for all. */
    boolean bringsItems(LoadedData found) {
        return scale.from() == 1 && !found.items();
    }

    private void demandTables() throws CommandException, IOException, InterruptedException {
        Set<Table> missing = Schema.missing(database);
        if (!missing.isEmpty()) {
            throw refused("tables are missing: "
                    + missing.stream().map(Table::sql).collect(Collectors.joining(", "))
                    + "; make them with --create=true");
        }
    }

    private void demandSame(LoadedData found) throws CommandException {
        if (found.warehouses() != scale.total()) {
            throw refused("a load of " + found.warehouses() + " warehouses has begun here, this one is of "
                    + scale.total() + ": go on with that number, or " + REMEDIES);
        }
        if (settings.seed().isPresent() && settings.seed().getAsLong() != found.seed()) {
            throw refused("a load with seed " + found.seed() + " has begun here, this one has "
                    + settings.seed().getAsLong() + ": go on with that seed, or " + REMEDIES);
        }
    }

    private Optional<Table> filled() throws IOException, InterruptedException {
        return database.administer("looking for rows", connection -> {
            for (Table table : Table.values()) {
                if (holdsRows(connection, table)) {
                    return Optional.of(table);
                }
            }
            return Optional.empty();
        });
    }

    private static boolean holdsRows(Connection connection, Table table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(1);
            try (ResultSet rows = statement.executeQuery("SELECT 1 FROM " + table.sql())) {
                return rows.next();
            }
        }
    }

    private static CommandException refused(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }
}
