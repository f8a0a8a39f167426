package squall.tpcc.loading;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Stream;
import squall.cli.CommandException;
import squall.sql.SqlDatabase;
import squall.tpcc.Scale;
import squall.tpcc.population.Population;
import squall.tpcc.schema.Schema;
import squall.tpcc.schema.Table;

/**
 * Loads one client's warehouses, and the items if the first is among them. Used once, by one thread.
 *
 * <p>Each finished warehouse is noted in the database. A load that was broken off goes on there: what is unfinished of its range is
 * taken away and brought again, as the same rows, because every row is a function of the seed that was noted. Several clients may load
 * ranges of one database at once; their ranges must not overlap. Whoever finishes the last warehouse adds indexes and foreign keys.
 */
public final class Loader {
    private final SqlDatabase database;
    private final Schema schema;
    private final Scale scale;
    private final LoaderSettings settings;
    private final Ground ground;
    private final long beganNs = System.nanoTime();

    /** @param schema says what is added after the data */
    public Loader(SqlDatabase database, Schema schema, Scale scale, LoaderSettings settings) {
        this.database = database;
        this.schema = schema;
        this.scale = scale;
        this.settings = settings;
        this.ground = new Ground(database, scale, settings);
    }

    /**
     * Loads, counts, and completes the tables where nothing is missing any more.
     *
     * @throws CommandException if what the database holds is not this load's to build on, or is not what was brought
     * @throws IOException if the database could not be reached or refused; the message says what to do
     */
    public LoadResult load() throws CommandException, IOException, InterruptedException {
        LoadedData found = ground.survey();
        SortedSet<Integer> missing = ground.missing(found);
        boolean items = ground.bringsItems(found);
        Population population = found.population();
        Tally tally = new Tally(settings.listener(), planned(population, missing, items), missing.size());
        if (!missing.isEmpty() || items) {
            say("seed " + found.seed() + ", " + settings.threads() + " threads, "
                    + (missing.size() == scale.warehouses() ? "" : "going on with ") + Ranges.told(missing));
            removeHalves(missing, items);
            bring(found, missing, items, tally);
            tally.tell();
        }
        new Counts(database, population).verify(missing, items);
        LoadProgress brought = tally.progress();
        return new LoadResult(
                complete(), missing.size(), brought.rows(), brought.elapsed(), Duration.ofNanos(System.nanoTime() - beganNs));
    }

    private static long planned(Population population, SortedSet<Integer> warehouses, boolean items) {
        long rows = items ? population.count(Table.ITEM, Notes.ITEMS) : 0;
        for (int warehouse : warehouses) {
            rows += population.rows(warehouse);
        }
        return rows;
    }

    private void bring(LoadedData found, SortedSet<Integer> missing, boolean items, Tally tally)
            throws IOException, InterruptedException {
        Crew crew = new Crew(database, settings, found.population(), tally);
        List<Piece> first = items ? List.of(Piece.ITEMS) : List.of();
        if (Schema.hasForeignKeys(database)) {
            crew.bring(first);
            crew.bring(Piece.inOrder(missing));
        } else {
            crew.bring(Stream.concat(first.stream(), Piece.sideBySide(missing).stream())
                    .toList());
        }
    }

    /** Rows of warehouses that are not noted come from a load that was broken off. */
    private void removeHalves(SortedSet<Integer> missing, boolean items) throws IOException, InterruptedException {
        for (Table table : Arrays.asList(Table.values()).reversed()) {
            if (table.perWarehouse()) {
                for (Ranges.Range range : Ranges.of(missing)) {
                    remove(table, range);
                }
            } else if (items) {
                remove(table, new Ranges.Range(1, Scale.ITEMS));
            }
        }
    }

    private void remove(Table table, Ranges.Range range) throws IOException, InterruptedException {
        database.administer("taking away unfinished rows of " + table.sql(), connection -> {
            try (PreparedStatement delete = connection.prepareStatement(
                    "DELETE FROM " + table.sql() + " WHERE " + table.homeColumn() + " BETWEEN ? AND ?")) {
                delete.setInt(1, range.first());
                delete.setInt(2, range.last());
                return delete.executeUpdate();
            }
        });
    }

    /** Adds indexes and foreign keys where all warehouses are there. */
    private LoadedData complete() throws IOException, InterruptedException {
        LoadedData now = read();
        if (now.completed()) {
            return now;
        }
        if (!now.items() || now.finished().size() < now.warehouses()) {
            say("indexes and foreign keys follow when all " + now.warehouses() + " warehouses and the items are there; now there are "
                    + Ranges.told(now.finished()) + (now.items() ? "" : ", no items"));
            return now;
        }
        if (!schema.statementsAfterData().isEmpty()) {
            say("adding indexes and foreign keys");
        }
        schema.complete(database);
        new Notes(database).complete();
        return read();
    }

    private LoadedData read() throws IOException, InterruptedException {
        return LoadedData.read(database)
                .orElseThrow(() -> new IOException("the note of this load is gone: another client has dropped or emptied the tables"));
    }

    private void say(String line) {
        settings.listener().said(line);
    }
}
