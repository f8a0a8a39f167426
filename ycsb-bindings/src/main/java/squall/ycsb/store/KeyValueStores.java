package squall.ycsb.store;

import java.io.IOException;
import squall.database.Database;

/** Database that sessions get their stores from. Safe for use by many threads. */
public interface KeyValueStores extends AutoCloseable {
    /** @param session spreads sessions over endpoints */
    KeyValueStore open(int session) throws IOException, InterruptedException;

    Database database();

    @Override
    default void close() {
        database().close();
    }
}
