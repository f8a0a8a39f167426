package squall.ycsb.loading;

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
    static ChunkWay open(Shard shard, int session, LoadMode mode, boolean append) {
        return new ChunkWay(shard.bulk(mode.chunks(shard), session), append ? shard.finder(session) : null);
    }

    @Override
    public void close() {
        bulk.close();
        if (finder != null) {
            finder.close();
        }
    }
}
