package squall.ycsb.store;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import squall.spi.ClientBarrier;
import squall.spi.DatabaseInfo;
import squall.spi.Instrument;

/** Database that sessions get their stores from. Safe for use by many threads. */
public interface KeyValueStores extends AutoCloseable {
    /** @param session spreads sessions over endpoints */
    KeyValueStore open(int session) throws IOException, InterruptedException;

    /** Returns the database's description of itself; {@link DatabaseInfo#NONE} if it has none. */
    DatabaseInfo describe() throws IOException, InterruptedException;

    /** Returns the instruments that read the database's own metrics; as {@link squall.spi.Load#instruments}. */
    default List<Instrument> instruments(List<URI> pages) {
        if (!pages.isEmpty()) {
            throw new IllegalArgumentException(pages + " is not supported for third-party classes");
        }
        return List.of();
    }

    /** Returns the barrier at which the clients of one run meet; as {@link squall.spi.Load#barrier}. */
    default Optional<ClientBarrier> barrier() {
        return Optional.empty();
    }

    @Override
    default void close() {}
}
