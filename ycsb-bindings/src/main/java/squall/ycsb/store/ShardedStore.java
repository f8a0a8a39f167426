package squall.ycsb.store;

import java.util.List;
import squall.spi.Outcome;
import squall.spi.Turn;

/** Several databases that each hold the keys whose hash falls to them, as upstream divides them; a scan stays in one. */
final class ShardedStore implements Store {
    private final List<Store> shards;
    private Store last;

    ShardedStore(List<Store> shards) {
        this.shards = List.copyOf(shards);
        this.last = shards.get(0);
    }

    /** Which of {@code shards} databases holds the key. */
    static int shardOf(String key, int shards) {
        return Math.abs(key.hashCode() % shards);
    }

    @Override
    public Outcome read(String key, Columns columns, Rows into, Turn turn) throws InterruptedException {
        return shard(key).read(key, columns, into, turn);
    }

    @Override
    public Outcome scan(String first, int limit, Columns columns, Rows into, Turn turn) throws InterruptedException {
        return shard(first).scan(first, limit, columns, into, turn);
    }

    @Override
    public Outcome update(String key, Values values, Turn turn) throws InterruptedException {
        return shard(key).update(key, values, turn);
    }

    @Override
    public Outcome insert(String key, Values values, Turn turn) throws InterruptedException {
        return shard(key).insert(key, values, turn);
    }

    @Override
    public Outcome delete(String key, Turn turn) throws InterruptedException {
        return shard(key).delete(key, turn);
    }

    @Override
    public HotCounter counter(String key, Columns column) {
        return shard(key).counter(key, column);
    }

    @Override
    public int attempts() {
        return last.attempts();
    }

    @Override
    public void abort() {
        shards.forEach(Store::abort);
    }

    @Override
    public void close() {
        shards.forEach(Store::close);
    }

    private Store shard(String key) {
        last = shards.get(shardOf(key, shards.size()));
        return last;
    }
}
