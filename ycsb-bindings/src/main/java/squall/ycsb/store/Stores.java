package squall.ycsb.store;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import squall.spi.Database;
import squall.spi.Instrument;

/** A database that sessions get their stores from. Safe for use by many threads. */
public interface Stores extends AutoCloseable {
    /** @param session spreads sessions over endpoints */
    Store open(int session) throws IOException, InterruptedException;

    /** What the database says of itself; {@link Database#NONE} if it does not. */
    Database describe() throws IOException, InterruptedException;

    /** What reads figures of the database's own; as {@link squall.spi.Load#instruments}. */
    default List<Instrument> instruments(List<URI> pages) {
        if (!pages.isEmpty()) {
            throw new IllegalArgumentException(
                    "nobody knows what " + pages + " would tell of a class of third parties");
        }
        return List.of();
    }

    @Override
    default void close() {}
}
