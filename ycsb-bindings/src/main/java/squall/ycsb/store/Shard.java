package squall.ycsb.store;

import java.io.IOException;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import squall.check.isolation.ConsistencyModel;
import squall.cql.NodeTraffic;
import squall.spi.ClientBarrier;
import squall.spi.DatabaseInfo;
import squall.spi.Instrument;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.bulk.BulkInsert.RowOutcomes;
import squall.sql.bulk.RowChunk;

/** Database that holds a table, or a part of it. Safe for use by many threads. */
public interface Shard extends AutoCloseable {
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
    KeyValueStore open(int session) throws IOException, InterruptedException;

    /** Opens a finder of keys, as {@link #open}. The caller closes it. */
    KeyFinder finder(int session) throws IOException, InterruptedException;

    /** Returns the methods by which rows can be sent, the best first, the last one in chunks. */
    List<BulkWay> ways();

    /** Opens a writer of chunks, as {@link #open}. @param way one of {@link #ways} that takes chunks */
    BulkWriter bulk(InsertMethod way, int session) throws IOException, InterruptedException;

    StoredTable table();

    /** Returns the isolation level that it claims for a statement that commits itself; empty if it claims none. */
    default Optional<ConsistencyModel> claimed() throws IOException {
        return Optional.empty();
    }

    /** Returns the database's description of itself. */
    DatabaseInfo describe() throws IOException, InterruptedException;

    /** Returns what each node answered, and the attempts that the driver did not report; empty if the driver does not tell. */
    default List<NodeTraffic.Share> traffic() {
        return List.of();
    }

    /**
     * Returns the instruments that read the databases' own metrics; as {@link squall.spi.Load#instruments}. Asked of the first shard; a
     * server that several shards share is read once.
     *
     * @param all of the same kind as this, which is one of them
     */
    List<Instrument> instruments(List<Shard> all, List<URI> pages);

    /** Returns the barrier at which the clients of one run meet; as {@link squall.spi.Load#barrier}. Asked of the first shard. */
    Optional<ClientBarrier> barrier();

    /** Waits, before the table is looked at for a load, while another client of the same load makes it. */
    default void awaitTable() throws IOException, InterruptedException {}

    /** Tells the clients that wait for the table that it is ready for a load. */
    default void tableReady() throws IOException, InterruptedException {}

    @Override
    default void close() {}

    /** Writer by which one session puts chunks of rows into a table. One thread at a time, except {@link #abort}. */
    interface BulkWriter extends AutoCloseable {
        /**
         * Sends all rows of the chunk; returns when each has its outcome.
         *
         * @throws InterruptedException if interrupted meanwhile; all rows have been told all the same
         */
        void send(RowChunk chunk, Turn turn, RowOutcomes outcomes) throws InterruptedException;

        /** Ends a call that another thread is blocked in. From any thread; does not block. */
        void abort();

        @Override
        void close();
    }

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

    /** Finds out which of some keys a shard holds. One thread. */
    interface KeyFinder extends AutoCloseable {
        /** @throws IOException if the database refuses to answer; the message says why */
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

        @Override
        void close();
    }

    /** The table of one shard, as a whole. Safe for use by many threads. Each call throws IOException if the database refuses, saying why. */
    interface StoredTable {
        String name();

        /** Returns the statement that creates the table. @throws IllegalArgumentException if this database has not all of its options */
        String ddl();

        /** Describes in a few words how the table is spread when it is created; empty: as the database does by default. */
        default String layout() {
            return "";
        }

        /** Returns what the database lacks to create the table; empty: nothing, or the database is not asked. */
        default Optional<String> obstacle() throws IOException, InterruptedException {
            return Optional.empty();
        }

        /** Describes how the existing table is spread otherwise than requested; empty: in nothing, or the database is not asked. */
        default Optional<String> misfit() throws IOException, InterruptedException {
            return Optional.empty();
        }

        boolean exists() throws IOException, InterruptedException;

        /** Says what the existing table lacks that operations need, such as {@code has no column FIELD3}; empty if nothing, or if there is none. */
        Optional<String> mismatch() throws IOException, InterruptedException;

        void create() throws IOException, InterruptedException;

        /** Tells whether there is at least one row; cheap. */
        boolean hasRows() throws IOException, InterruptedException;

        long count() throws IOException, InterruptedException;

        void truncate() throws IOException, InterruptedException;

        /** Drops it, if it is there, and makes it; where the database can, a failure leaves the old one as it was. */
        void replace() throws IOException, InterruptedException;
    }
}
