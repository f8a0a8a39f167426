package squall.ycsb.store;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import squall.cql.NodeTraffic;
import squall.spi.ClientBarrier;
import squall.spi.DatabaseInfo;
import squall.spi.Instrument;
import squall.spi.Outcome;
import squall.spi.Turn;

/**
 * One database, or several that divide the keys of a table among them.
 *
 * @param shards at least one; closed with this
 */
public record Shards(List<Shard> shards) implements KeyValueStores {
    public Shards {
        shards = List.copyOf(shards);
    }

    /** How something of one shard is opened. */
    public interface Opening<T> {
        T of(Shard shard) throws IOException, InterruptedException;
    }

    @Override
    public KeyValueStore open(int session) throws IOException, InterruptedException {
        List<KeyValueStore> stores = each(shard -> shard.open(session), KeyValueStore::close);
        return stores.size() == 1 ? stores.get(0) : new ShardedStore(stores);
    }

    /** Of the first shard, with the endpoints of all. */
    @Override
    public DatabaseInfo describe() throws IOException, InterruptedException {
        List<DatabaseInfo> all = new ArrayList<>();
        for (Shard shard : shards) {
            all.add(shard.describe());
        }
        DatabaseInfo first = all.get(0);
        List<String> endpoints =
                all.stream().flatMap(database -> database.endpoints().stream()).toList();
        return new DatabaseInfo(first.product(), first.version(), endpoints, first.settings());
    }

    /** The one by which the others are judged. */
    public Shard first() {
        return shards.get(0);
    }

    /** The number of the shard that holds the key. */
    public int shardOf(String key) {
        return shards.size() == 1 ? 0 : ShardedStore.shardOf(key, shards.size());
    }

    /** One of each shard, in order; if one cannot be opened, those before it are closed. */
    public <T> List<T> each(Opening<T> opening, Consumer<T> closing) throws IOException, InterruptedException {
        List<T> opened = new ArrayList<>();
        try {
            for (Shard shard : shards) {
                opened.add(opening.of(shard));
            }
            return List.copyOf(opened);
        } catch (IOException | InterruptedException | RuntimeException e) {
            opened.forEach(closing);
            throw e;
        }
    }

    /** One for each shard, in order; the caller closes them. */
    public List<Shard.KeyFinder> finders() throws IOException, InterruptedException {
        return each(shard -> shard.finder(0), Shard.KeyFinder::close);
    }

    /** Of all nodes of all shards. */
    public List<NodeTraffic.Share> traffic() {
        return shards.stream().flatMap(shard -> shard.traffic().stream()).toList();
    }

    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return first().instruments(shards, pages);
    }

    @Override
    public Optional<ClientBarrier> barrier() {
        return first().barrier();
    }

    @Override
    public void close() {
        shards.forEach(Shard::close);
    }

    /** Several databases that each hold the keys whose hash falls to them, as upstream divides them; a scan stays in one. */
    private static final class ShardedStore implements KeyValueStore {
        private final List<KeyValueStore> shards;
        private KeyValueStore last;

        ShardedStore(List<KeyValueStore> shards) {
            this.shards = List.copyOf(shards);
            this.last = shards.get(0);
        }

        /** Which of {@code shards} databases holds the key. */
        static int shardOf(String key, int shards) {
            return Math.abs(key.hashCode() % shards);
        }

        @Override
        public Outcome read(String key, ColumnSelection columns, ReadRows into, Turn turn) throws InterruptedException {
            return shard(key).read(key, columns, into, turn);
        }

        @Override
        public Outcome scan(String first, int limit, ColumnSelection columns, ReadRows into, Turn turn)
                throws InterruptedException {
            return shard(first).scan(first, limit, columns, into, turn);
        }

        @Override
        public Outcome update(String key, RowValues values, Turn turn) throws InterruptedException {
            return shard(key).update(key, values, turn);
        }

        @Override
        public Outcome insert(String key, RowValues values, Turn turn) throws InterruptedException {
            return shard(key).insert(key, values, turn);
        }

        @Override
        public Outcome delete(String key, Turn turn) throws InterruptedException {
            return shard(key).delete(key, turn);
        }

        @Override
        public KeyValueStore.HotCounter counter(String key, ColumnSelection column) {
            return shard(key).counter(key, column);
        }

        @Override
        public int attempts() {
            return last.attempts();
        }

        @Override
        public void abort() {
            shards.forEach(KeyValueStore::abort);
        }

        @Override
        public void close() {
            shards.forEach(KeyValueStore::close);
        }

        private KeyValueStore shard(String key) {
            last = shards.get(shardOf(key, shards.size()));
            return last;
        }
    }
}
