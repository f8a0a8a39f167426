package squall.ycsb.store;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import squall.check.isolation.ConsistencyModel;
import squall.cql.NodeTraffic;
import squall.database.Database;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.bulk.BulkWriter;

/** Database that holds a table, or a part of it. Safe for use by many threads. */
public interface Shard {
    /**
     * Method by which rows are sent.
     *
     * @param rowsAtOnce of one thread, by default
     * @param rowsUnderWay of all threads together
     */
    record BulkWay(InsertMethod way, int rowsAtOnce, int rowsUnderWay) {
        /** Returns how many rows each of so many threads sends at once. */
        public int rows(int threads) {
            return Math.clamp(rowsUnderWay / threads, 1, rowsAtOnce);
        }
    }

    /**
     * Opens a store that is connected already, so that no operation pays for it.
     *
     * @param session spreads sessions over endpoints
     * @throws IOException if no endpoint takes the session
     */
    Store open(int session) throws IOException, InterruptedException;

    /** Opens a store for looking up rows, as {@link KeyValueStores#openLatest}. */
    default Store openLatest() throws IOException, InterruptedException {
        return open(0);
    }

    /** Returns the methods by which rows can be sent, the best first, the last one in chunks. */
    List<BulkWay> ways();

    /** Opens a writer of chunks, as {@link #open}. @param way one of {@link #ways} that takes chunks */
    BulkWriter bulk(InsertMethod way, int session) throws IOException, InterruptedException;

    Database.Table table();

    /** Returns the isolation level that it claims for a statement that commits itself; empty if it claims none. */
    default Optional<ConsistencyModel> claimed() throws IOException {
        return Optional.empty();
    }

    /** Returns what each node answered, and the attempts that the driver did not report; empty if the driver does not tell. */
    default List<NodeTraffic.Share> traffic() {
        return List.of();
    }

    /** Waits, before the table is looked at for a load, while another client of the same load makes it. */
    default void awaitTable() throws IOException, InterruptedException {}

    /** Tells the clients that wait for the table that it is ready for a load. */
    default void tableReady() throws IOException, InterruptedException {}

    /** Method by which rows of a load are sent to a database. */
    enum InsertMethod {
        /** COPY for many rows. */
        COPY,
        /** One statement, or one transaction, for many rows. */
        BATCH,
        /** A statement a row, many of them under way at once. */
        PIPELINE,
        /** A statement a row, one after the other: all that a class of the YCSB interface can do. */
        INSERT
    }

    /** Store of one shard, which also tells which of some keys are there. */
    interface Store extends KeyValueStore {
        /** Returns those of the keys that are there. @throws IOException if the database refuses to answer; the message says why */
        default Set<String> present(List<String> keys, Turn turn) throws IOException, InterruptedException {
            Set<String> present = new HashSet<>();
            return switch (find(keys, present, turn)) {
                case Outcome.Ok ok -> present;
                case Outcome.Refused refused -> throw new IOException("looking for keys: " + refused.message());
                case Outcome.Unknown unknown -> throw new IOException("looking for keys: " + unknown.message());
            };
        }

        /** Leaves those of the keys that are there in {@code present}. */
        Outcome find(List<String> keys, Set<String> present, Turn turn) throws InterruptedException;
    }
}
