package squall.tpcc.loading;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicBoolean;
import squall.spi.DetachedTurn;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.SqlDatabase;
import squall.sql.SqlSession;
import squall.sql.WorkEffect;
import squall.sql.bulk.BulkInsert;
import squall.tpcc.loading.LoadChunk.InsertChunk;
import squall.tpcc.loading.LoadChunk.TextChunk;
import squall.tpcc.population.Population;
import squall.tpcc.schema.TpccTable;

/** Connection of a load with the chunks that it fills. One thread, except {@link #abort}. */
final class LoadConnection implements AutoCloseable {
    /** Number of times that a table of a warehouse is loaded before the load fails. */
    private static final int TRIES = 3;

    private final SqlDatabase database;
    private final BulkInsert.Mode mode;
    private final Population population;
    private final LoadTally tally;
    private final AtomicBoolean stopped;
    private final SqlSession<Connection> session;
    private final Map<TpccTable, LoadChunk> chunks = new EnumMap<>(TpccTable.class);

    /** @param number number of the connection, which spreads connections over the endpoints */
    LoadConnection(
            SqlDatabase database,
            int number,
            BulkInsert.Mode mode,
            Population population,
            LoadTally tally,
            AtomicBoolean stopped) {
        this.database = database;
        this.mode = mode;
        this.population = population;
        this.tally = tally;
        this.stopped = stopped;
        this.session = database.lateSession(number, connection -> connection);
    }

    /** Loads all rows of the piece. @throws IOException if the database does not take them */
    void bring(LoadPiece piece) throws IOException, InterruptedException {
        for (TpccTable table : piece.tables()) {
            bring(table, piece.warehouse());
        }
    }

    /** Aborts the session, see {@link SqlSession#abort}. */
    void abort() {
        session.abort();
    }

    @Override
    public void close() {
        session.close();
    }

    /** Loads one table of a warehouse. After a lost answer, all rows of this table and warehouse are deleted and loaded again. */
    private void bring(TpccTable table, int warehouse) throws IOException, InterruptedException {
        Outcome outcome = sendAll(table, warehouse);
        // Once lost, rows may still arrive late: then even a refusal of those sent again says nothing about them.
        boolean lost = outcome instanceof Outcome.Unknown;
        for (int tries = 1; lost && !(outcome instanceof Outcome.Ok) && tries < TRIES && !stopped.get(); tries++) {
            remove(table, warehouse);
            outcome = sendAll(table, warehouse);
        }
        if (!(outcome instanceof Outcome.Ok)) {
            throw new IOException("loading " + table.sql() + " of " + WarehouseRanges.warehouse(warehouse) + " failed: "
                    + outcome + "; finished parts are kept: load again to continue");
        }
    }

    private Outcome sendAll(TpccTable table, int warehouse) throws InterruptedException {
        LoadChunk chunk = chunks.computeIfAbsent(table, this::chunk);
        chunk.clear();
        Population.TableRows rows = population.rows(table, warehouse);
        long sent = 0;
        boolean more = true;
        while (more) {
            more = fill(chunk, rows);
            Outcome outcome = send(chunk);
            if (!(outcome instanceof Outcome.Ok)) {
                tally.add(-sent);
                return outcome;
            }
            sent += chunk.rows();
            tally.add(chunk.rows());
            chunk.clear();
        }
        return Outcome.OK;
    }

    /** Fills the chunk; returns false if there are no rows after these. */
    private static boolean fill(LoadChunk chunk, Population.TableRows rows) {
        while (!chunk.full()) {
            if (!rows.next(chunk.sink())) {
                return false;
            }
        }
        return true;
    }

    private Outcome send(LoadChunk chunk) throws InterruptedException {
        if (chunk.rows() == 0) {
            return Outcome.OK;
        }
        return session.transaction(WorkEffect.ONCE, attempt(), connection -> {
            chunk.send(connection);
            return Outcome.OK;
        });
    }

    private void remove(TpccTable table, int warehouse) throws IOException, InterruptedException {
        database.administer(
                "deleting existing rows of " + table.sql() + " of " + WarehouseRanges.warehouse(warehouse),
                connection -> {
                    String condition = table.perWarehouse() ? " WHERE " + table.homeColumn() + " = " + warehouse : "";
                    try (PreparedStatement delete =
                            connection.prepareStatement("DELETE FROM " + table.sql() + condition)) {
                        return delete.executeUpdate();
                    }
                });
    }

    private Turn attempt() {
        return DetachedTurn.now(stopped::get);
    }

    private LoadChunk chunk(TpccTable table) {
        return switch (mode) {
            case COPY -> new TextChunk(database, table);
            case BATCH -> new InsertChunk(table);
        };
    }

    /**
     * Piece that one connection loads without a pause: tables of one warehouse, one after another.
     *
     * @param warehouse its number; {@link LoadNotes#ITEMS} for the items
     */
    record LoadPiece(int warehouse, List<TpccTable> tables) {
        /** The items belong to no warehouse. */
        static final LoadPiece ITEMS = new LoadPiece(LoadNotes.ITEMS, List.of(TpccTable.ITEM));

        /** The largest first, so that what is under way at the end is small. */
        private static final List<List<TpccTable>> BY_SIZE = List.of(
                List.of(TpccTable.ORDER_LINE),
                List.of(TpccTable.STOCK),
                List.of(TpccTable.CUSTOMER),
                List.of(TpccTable.OORDER, TpccTable.NEW_ORDER),
                List.of(TpccTable.HISTORY),
                List.of(TpccTable.WAREHOUSE, TpccTable.DISTRICT));

        LoadPiece {
            tables = List.copyOf(tables);
        }

        /**
         * Returns pieces of one or more tables each, warehouse after warehouse: for a schema that does not say which rows must come first.
         */
        static List<LoadPiece> sideBySide(SortedSet<Integer> warehouses) {
            List<LoadPiece> pieces = new ArrayList<>();
            for (int warehouse : warehouses) {
                BY_SIZE.forEach(tables -> pieces.add(new LoadPiece(warehouse, tables)));
            }
            return pieces;
        }

        /** Returns pieces of a warehouse each, the tables of each in the order that foreign keys require. */
        static List<LoadPiece> inOrder(SortedSet<Integer> warehouses) {
            List<TpccTable> tables = Arrays.stream(TpccTable.values())
                    .filter(TpccTable::perWarehouse)
                    .toList();
            return warehouses.stream()
                    .map(warehouse -> new LoadPiece(warehouse, tables))
                    .toList();
        }
    }
}
