package squall.ycsb.store;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import squall.spi.ClientBarrier;
import squall.spi.DatabaseInfo;
import squall.spi.Instrument;

/** A database that sessions get their stores from. Safe for use by many threads. */
public interface KeyValueStores extends AutoCloseable {
    /** @param session spreads sessions over endpoints */
    KeyValueStore open(int session) throws IOException, InterruptedException;

    /** What the database says of itself; {@link DatabaseInfo#NONE} if it does not. */
    DatabaseInfo describe() throws IOException, InterruptedException;

    /** What reads figures of the database's own; as {@link squall.spi.Load#instruments}. */
    default List<Instrument> instruments(List<URI> pages) {
        if (!pages.isEmpty()) {
            throw new IllegalArgumentException(pages + " is not supported for third-party classes");
        }
        return List.of();
    }

    /** Where the clients of one run sign in; as {@link squall.spi.Load#barrier}. */
    default Optional<ClientBarrier> barrier() {
        return Optional.empty();
    }

    @Override
    default void close() {}
}
