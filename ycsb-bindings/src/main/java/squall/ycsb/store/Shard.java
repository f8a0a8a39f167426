package squall.ycsb.store;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import squall.cql.Traffic;
import squall.spi.Database;
import squall.spi.Instrument;

/** One database that holds a table, or a part of it. Safe for use by many threads. */
public interface Shard extends AutoCloseable {
    /**
     * A way in which rows can travel.
     *
     * @param rowsAtOnce of one thread, if nobody says how many
     * @param rowsUnderWay of all threads together
     */
    record BulkWay(Way way, int rowsAtOnce, int rowsUnderWay) {
        /** How many rows each of so many threads sends at once. */
        public int rows(int threads) {
            return Math.clamp(rowsUnderWay / threads, 1, rowsAtOnce);
        }
    }

    /**
     * Connected, so that no operation pays for it.
     *
     * @param session spreads sessions over endpoints
     * @throws IOException if no endpoint takes the session
     */
    Store open(int session) throws IOException, InterruptedException;

    /** As {@link #open}. The caller closes it. */
    KeyFinder finder(int session) throws IOException, InterruptedException;

    /** In which ways rows can travel, the best first, the last one in chunks. */
    List<BulkWay> ways();

    /** As {@link #open}. @param way one of {@link #ways} that takes chunks */
    Bulk bulk(Way way, int session) throws IOException, InterruptedException;

    StoredTable table();

    /** What the database says of itself. */
    Database describe() throws IOException, InterruptedException;

    /** What each node answered, and what the driver kept to itself; empty where the driver does not tell. */
    default List<Traffic.Share> traffic() {
        return List.of();
    }

    /**
     * What reads figures of the databases' own; as {@link squall.spi.Load#instruments}. Asked of the first shard; a server that several
     * shards share is read once.
     *
     * @param all of the same kind as this, which is one of them
     */
    List<Instrument> instruments(List<Shard> all, List<URI> pages);

    @Override
    default void close() {}
}
