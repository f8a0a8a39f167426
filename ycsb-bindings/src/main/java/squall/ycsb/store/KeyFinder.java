package squall.ycsb.store;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import squall.spi.Turn;

/** Finds out which of some keys a shard holds. One thread. */
public interface KeyFinder extends AutoCloseable {
    /** @throws IOException if the database refuses to answer; the message says why */
    Set<String> present(List<String> keys, Turn turn) throws IOException, InterruptedException;

    @Override
    void close();
}
