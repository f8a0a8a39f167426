package squall.ycsb.loading;

import org.jspecify.annotations.Nullable;
import squall.sql.BulkInsert;
import squall.sql.SqlDatabase;
import squall.ycsb.store.KeyFinder;
import squall.ycsb.store.SqlStores;

/**
 * One session's way into one shard.
 *
 * @param finder looks which rows are there already; null where none can be
 */
record ChunkWay(BulkInsert bulk, @Nullable KeyFinder finder) implements AutoCloseable {
    static ChunkWay open(SqlStores stores, int shard, int session, LoadMode mode, boolean append) {
        SqlDatabase database = stores.shards().get(shard);
        BulkInsert.Mode bulkMode = mode.way() == LoadMode.Way.COPY ? BulkInsert.Mode.COPY : BulkInsert.Mode.BATCH;
        return new ChunkWay(
                new BulkInsert(database, stores.table(), bulkMode, session),
                append ? stores.finder(shard, session) : null);
    }

    @Override
    public void close() {
        bulk.close();
        if (finder != null) {
            finder.close();
        }
    }
}
