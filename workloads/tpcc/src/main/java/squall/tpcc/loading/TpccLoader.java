package squall.tpcc.loading;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.sql.bulk.BulkInsert;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.HumanNumbers;
import squall.tpcc.WarehouseScale;
import squall.tpcc.loading.LoadConnection.LoadPiece;
import squall.tpcc.loading.ParallelTasks.ParallelTask;
import squall.tpcc.population.Population;
import squall.tpcc.schema.TpccSchema;
import squall.tpcc.schema.TpccTable;

/**
 * Loader of one client's warehouses, and of the items if the first warehouse is among them. Used once, by one thread.
 *
 * <p>Each finished warehouse is recorded in the database. An interrupted load continues there: the unfinished rows of its range are deleted
 * and loaded again as the same rows, because every row is a function of the recorded seed. Several clients may load ranges of one database
 * at once; their ranges must not overlap. The client that finishes the last warehouse adds indexes and foreign keys.
 */
public final class TpccLoader {
    private final SqlDatabase database;
    private final TpccSchema schema;
    private final WarehouseScale scale;
    private final LoaderSettings settings;
    private final ExistingData site;
    private final long beganNs = System.nanoTime();

    /** @param schema says what is added after the data */
    public TpccLoader(SqlDatabase database, TpccSchema schema, WarehouseScale scale, LoaderSettings settings) {
        this.database = database;
        this.schema = schema;
        this.scale = scale;
        this.settings = settings;
        this.site = new ExistingData(database, scale, settings);
    }

    /**
     * Loads the rows, counts them, and completes the tables if all warehouses are there.
     *
     * @throws CommandException if this load cannot build on what the database holds, or the counts differ from what was loaded
     * @throws IOException if the database could not be reached or refused; the message says what to do
     */
    public LoadResult load() throws CommandException, IOException, InterruptedException {
        LoadedData found = site.survey();
        SortedSet<Integer> missing = site.missing(found);
        boolean items = site.bringsItems(found);
        Population population = found.population();
        LoadTally tally = new LoadTally(settings.listener(), planned(population, missing, items), missing.size());
        if (!missing.isEmpty() || items) {
            say("seed " + found.seed() + ", " + HumanNumbers.counted(settings.threads(), "thread") + ", "
                    + (missing.size() == scale.warehouses() ? "" : "continuing with ")
                    + (missing.isEmpty() ? "the items" : WarehouseRanges.text(missing)));
            removeHalves(missing, items);
            bring(found, missing, items, tally);
            tally.tell();
        }
        new RowCountCheck(database, population).verify(missing, items, settings.threads());
        LoadListener.LoadProgress brought = tally.progress();
        return new LoadResult(
                complete(),
                missing.size(),
                brought.rows(),
                brought.elapsed(),
                Duration.ofNanos(System.nanoTime() - beganNs));
    }

    private static long planned(Population population, SortedSet<Integer> warehouses, boolean items) {
        long rows = items ? population.count(TpccTable.ITEM, LoadNotes.ITEMS) : 0;
        for (int warehouse : warehouses) {
            rows += population.rows(warehouse);
        }
        return rows;
    }

    private void bring(LoadedData found, SortedSet<Integer> missing, boolean items, LoadTally tally)
            throws IOException, InterruptedException {
        ParallelLoader parallelLoader = new ParallelLoader(database, settings, found.population(), tally);
        List<LoadPiece> first = items ? List.of(LoadPiece.ITEMS) : List.of();
        if (TpccSchema.hasForeignKeys(database)) {
            parallelLoader.bring(first);
            parallelLoader.bring(LoadPiece.inOrder(missing));
        } else {
            parallelLoader.bring(Stream.concat(first.stream(), LoadPiece.sideBySide(missing).stream())
                    .toList());
        }
    }

    /** Removes rows of warehouses without a note: they come from a load that was interrupted. */
    private void removeHalves(SortedSet<Integer> missing, boolean items) throws IOException, InterruptedException {
        List<String> statements = new ArrayList<>();
        for (TpccTable table : Arrays.asList(TpccTable.values()).reversed()) {
            if (table.perWarehouse()) {
                WarehouseRanges.of(missing)
                        .forEach(range -> statements.add("DELETE FROM " + table.sql() + " WHERE " + table.homeColumn()
                                + " BETWEEN " + range.first() + " AND " + range.last()));
            } else if (items) {
                statements.add("DELETE FROM " + table.sql());
            }
        }
        database.execute("deleting unfinished rows", statements);
    }

    /** Adds indexes and foreign keys if all warehouses are there. */
    private LoadedData complete() throws IOException, InterruptedException {
        LoadedData now = read();
        if (now.completed()) {
            return now;
        }
        if (!now.items() || now.finished().size() < now.warehouses()) {
            say("indexes and foreign keys are added when all " + now.warehouses()
                    + " warehouses and the items are loaded; loaded so far: " + WarehouseRanges.text(now.finished())
                    + (now.items() ? "" : ", no items"));
            return now;
        }
        if (!schema.statementsAfterData().isEmpty()) {
            say("adding indexes and foreign keys");
        }
        for (List<TpccSchema.SchemaStep> stage : schema.completion(database.dialect())) {
            ParallelTasks.run(
                    settings.threads(),
                    stage.stream()
                            .<ParallelTask>map(step -> () -> step.on(database))
                            .toList(),
                    () -> {});
        }
        new LoadNotes(database).complete();
        return read();
    }

    private LoadedData read() throws IOException, InterruptedException {
        return LoadedData.read(database)
                .orElseThrow(() -> new IOException(
                        "the record of this load has disappeared: another client dropped or emptied the tables"));
    }

    private void say(String line) {
        settings.listener().said(line);
    }

    /** Loader of pieces over several connections at once; it notes a warehouse when its last piece is loaded. Used once. */
    private static final class ParallelLoader {
        private final SqlDatabase database;
        private final LoaderSettings settings;
        private final Population population;
        private final LoadTally tally;
        private final LoadNotes notes;
        private final AtomicBoolean stopped = new AtomicBoolean();
        private final Map<Integer, AtomicInteger> piecesLeft = new ConcurrentHashMap<>();

        ParallelLoader(SqlDatabase database, LoaderSettings settings, Population population, LoadTally tally) {
            this.database = database;
            this.settings = settings;
            this.population = population;
            this.tally = tally;
            this.notes = new LoadNotes(database);
        }

        /**
         * Loads all pieces and returns when they are done.
         *
         * @throws IOException if a piece could not be loaded; then the others have been given up
         */
        void bring(List<LoadPiece> pieces) throws IOException, InterruptedException {
            pieces.forEach(piece -> piecesLeft
                    .computeIfAbsent(piece.warehouse(), unused -> new AtomicInteger())
                    .incrementAndGet());
            if (pieces.isEmpty()) {
                return;
            }
            List<LoadConnection> lanes = lanes(pieces.size());
            try {
                Queue<LoadPiece> queue = new ConcurrentLinkedQueue<>(pieces);
                ParallelTasks.run(
                        lanes.size(),
                        lanes.stream().map(lane -> work(lane, queue)).toList(),
                        () -> giveUp(lanes));
            } finally {
                lanes.forEach(LoadConnection::close);
            }
        }

        private void giveUp(List<LoadConnection> lanes) {
            stopped.set(true);
            lanes.forEach(LoadConnection::abort);
        }

        private List<LoadConnection> lanes(int pieces) {
            List<LoadConnection> lanes = new ArrayList<>();
            for (int number = 0; number < Math.min(settings.threads(), pieces); number++) {
                lanes.add(new LoadConnection(database, number, settings.mode(), population, tally, stopped));
            }
            return lanes;
        }

        private ParallelTask work(LoadConnection lane, Queue<LoadPiece> queue) {
            return () -> {
                for (LoadPiece piece = queue.poll(); piece != null && !stopped.get(); piece = queue.poll()) {
                    lane.bring(piece);
                    finish(piece);
                }
            };
        }

        private void finish(LoadPiece piece) throws IOException, InterruptedException {
            AtomicInteger left = Objects.requireNonNull(piecesLeft.get(piece.warehouse()));
            if (left.decrementAndGet() == 0) {
                notes.finish(piece.warehouse());
                if (piece.warehouse() != LoadNotes.ITEMS) {
                    tally.addWarehouse();
                }
            }
        }
    }

    /** Check that compares the number of rows in the tables with that of the population, warehouse by warehouse. */
    private static final class RowCountCheck {
        private static final int TOLD = 3;
        private static final SortedSet<Integer> ITEMS =
                Collections.unmodifiableSortedSet(new TreeSet<>(List.of(LoadNotes.ITEMS)));

        private static final SortedSet<Integer> NONE = Collections.emptySortedSet();

        private final SqlDatabase database;
        private final Population population;
        private final LoadNotes notes;
        private final List<String> wrong = new ArrayList<>();
        private final SortedSet<Integer> wrongWarehouses = new TreeSet<>();

        RowCountCheck(SqlDatabase database, Population population) {
            this.database = database;
            this.population = population;
            this.notes = new LoadNotes(database);
        }

        /**
         * Counts the rows, several tables at a time.
         *
         * @throws CommandException if a number differs; the warehouse, or the items, that it belongs to counts as not loaded from then on
         */
        void verify(SortedSet<Integer> warehouses, boolean items, int threads)
                throws CommandException, IOException, InterruptedException {
            Map<TpccTable, Map<Integer, Long>> found = new ConcurrentHashMap<>();
            List<ParallelTask> counts = new ArrayList<>();
            for (TpccTable table : Arrays.asList(TpccTable.values()).reversed()) {
                counts.add(() -> found.put(table, table.perWarehouse() ? counts(table, warehouses) : count(table)));
            }
            ParallelTasks.run(threads, counts, () -> {});
            for (TpccTable table : TpccTable.values()) {
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
                        "the tables do not contain what was loaded: "
                                + String.join("; ", wrong.subList(0, Math.min(TOLD, wrong.size())))
                                + (wrong.size() > TOLD ? "; and " + (wrong.size() - TOLD) + " more" : "")
                                + ". If no other client loads the same warehouses, load again to reload them");
            }
        }

        private void judge(TpccTable table, int warehouse, long found) {
            int wanted = population.count(table, warehouse);
            if (found != wanted) {
                wrongWarehouses.add(warehouse);
                wrong.add(table.sql() + " of " + WarehouseRanges.warehouse(warehouse) + " holds " + found
                        + " rows instead of " + wanted);
            }
        }

        private Map<Integer, Long> counts(TpccTable table, SortedSet<Integer> warehouses)
                throws IOException, InterruptedException {
            String home = table.homeColumn();
            Map<Integer, Long> found = new HashMap<>();
            for (WarehouseRanges.Range range : WarehouseRanges.of(warehouses)) {
                found.putAll(grouped(
                        table,
                        "SELECT " + home + ", count(*) FROM " + table.sql() + " WHERE " + home + " BETWEEN "
                                + range.first() + " AND " + range.last() + " GROUP BY " + home));
            }
            return found;
        }

        private Map<Integer, Long> count(TpccTable table) throws IOException, InterruptedException {
            return grouped(table, "SELECT " + LoadNotes.ITEMS + ", count(*) FROM " + table.sql());
        }

        private Map<Integer, Long> grouped(TpccTable table, String query) throws IOException, InterruptedException {
            return database.administer("counting " + table.sql(), connection -> {
                Map<Integer, Long> found = new HashMap<>();
                PlainSql.each(connection, query, row -> found.put(row.getInt(1), row.getLong(2)));
                return found;
            });
        }
    }

    /**
     * Result of one load.
     *
     * @param data notes about the database's data now, of all loads
     * @param warehouses number of warehouses that this load brought
     * @param rows number of rows that this load brought
     * @param bringing time that bringing them took
     * @param elapsed time in all: also for removing unfinished rows before, and for counting, indexes and foreign keys after
     */
    public record LoadResult(LoadedData data, int warehouses, long rows, Duration bringing, Duration elapsed) {}

    /**
     * Settings of a load.
     *
     * @param threads number of connections that bring rows at once
     * @param mode statement with which rows are sent
     * @param listener receives the progress
     */
    public record LoaderSettings(LoadSeed seed, int threads, BulkInsert.Mode mode, LoadListener listener) {
        public LoaderSettings {
            if (threads < 1) {
                throw new IllegalArgumentException("a load needs at least one thread, not " + threads);
            }
        }

        /** Returns settings with the fastest mode that this database and its driver support. */
        public static LoaderSettings of(SqlDatabase database, LoadSeed seed, int threads, LoadListener listener) {
            return new LoaderSettings(
                    seed, threads, database.copies() ? BulkInsert.Mode.COPY : BulkInsert.Mode.BATCH, listener);
        }
    }
}
