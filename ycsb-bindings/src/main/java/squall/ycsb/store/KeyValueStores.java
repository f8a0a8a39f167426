package squall.ycsb.store;

import java.io.IOException;
import squall.database.Database;

/** Database that sessions get their stores from. Safe for use by many threads. */
public interface KeyValueStores extends AutoCloseable {
    /** @param session spreads sessions over endpoints */
    KeyValueStore open(int session) throws IOException, InterruptedException;

    /** Opens a store for looking up rows: where servers may lag behind, it reads only what is up to date. It may connect only with its first read. */
    default KeyValueStore openLatest() throws IOException, InterruptedException {
        return open(0);
    }

    Database database();

    @Override
    default void close() {
        database().close();
    }
}
