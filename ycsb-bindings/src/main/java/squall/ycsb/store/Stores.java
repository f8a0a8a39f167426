package squall.ycsb.store;

import java.io.IOException;
import squall.spi.Database;

/** A database that sessions get their stores from. Safe for use by many threads. */
public interface Stores extends AutoCloseable {
    /** @param session spreads sessions over endpoints */
    Store open(int session) throws IOException, InterruptedException;

    /** What the database says of itself; {@link Database#NONE} if it does not. */
    Database describe() throws IOException, InterruptedException;

    @Override
    default void close() {}
}
