package squall.ycsb.loading;

import java.io.IOException;
import java.util.List;
import squall.spi.Session;
import squall.spi.Turn;
import squall.ycsb.store.Shards;
import squall.ycsb.workload.CoreSettings;

/** Loads chunks of rows: a row's latency runs from when it was due to the acknowledgement of its chunk. One thread. */
final class ChunkSession implements Session {
    private final CoreSettings settings;
    private final Shards stores;
    private final List<ShardChunk> chunks;

    ChunkSession(CoreSettings settings, Shards stores, LoadMode mode, boolean append, Tally tally, int session)
            throws IOException, InterruptedException {
        this.settings = settings;
        this.stores = stores;
        this.chunks = stores.each(
                shard -> new ShardChunk(settings, mode, tally, ChunkWay.open(shard, session, mode, append)),
                ShardChunk::close);
    }

    @Override
    public boolean perform(Turn turn) throws InterruptedException {
        long number = settings.first() + turn.index();
        String key = settings.keys().of(number);
        chunks.get(stores.shardOf(key)).add(number, key, turn);
        return true;
    }

    @Override
    public void flush(Turn turn) throws InterruptedException {
        for (ShardChunk chunk : chunks) {
            chunk.send(turn);
        }
    }

    @Override
    public void abort() {
        chunks.forEach(ShardChunk::abort);
    }

    @Override
    public void close() {
        chunks.forEach(ShardChunk::close);
    }
}
