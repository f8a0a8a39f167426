package squall.ycsb.loading;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import squall.ycsb.store.Bulk;
import squall.ycsb.store.KeyFinder;
import squall.ycsb.store.Shard;

/**
 * One session's way into one shard.
 *
 * @param finder looks which rows are there already; null where none can be
 */
record ChunkWay(Bulk bulk, @Nullable KeyFinder finder) implements AutoCloseable {
    static ChunkWay open(Shard shard, int session, LoadMode mode, boolean append)
            throws IOException, InterruptedException {
        KeyFinder finder = append ? shard.finder(session) : null;
        try {
            return new ChunkWay(shard.bulk(mode.chunks(shard), session), finder);
        } catch (IOException | InterruptedException | RuntimeException e) {
            close(finder);
            throw e;
        }
    }

    @Override
    public void close() {
        bulk.close();
        close(finder);
    }

    private static void close(@Nullable KeyFinder finder) {
        if (finder != null) {
            finder.close();
        }
    }
}
