package squall.ycsb.store;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import squall.cql.Traffic;
import squall.spi.Database;
import squall.spi.Instrument;

/**
 * One database, or several that divide the keys of a table among them.
 *
 * @param shards at least one; closed with this
 */
public record Shards(List<Shard> shards) implements Stores {
    public Shards {
        shards = List.copyOf(shards);
    }

    @Override
    public Store open(int session) {
        List<Store> stores = shards.stream().map(shard -> shard.open(session)).toList();
        return stores.size() == 1 ? stores.get(0) : new ShardedStore(stores);
    }

    /** Of the first shard, with the endpoints of all. */
    @Override
    public Database describe() throws IOException, InterruptedException {
        List<Database> all = new ArrayList<>();
        for (Shard shard : shards) {
            all.add(shard.describe());
        }
        Database first = all.get(0);
        List<String> endpoints =
                all.stream().flatMap(database -> database.endpoints().stream()).toList();
        return new Database(first.product(), first.version(), endpoints, first.settings());
    }

    /** The one by which the others are judged. */
    public Shard first() {
        return shards.get(0);
    }

    /** The number of the shard that holds the key. */
    public int shardOf(String key) {
        return shards.size() == 1 ? 0 : ShardedStore.shardOf(key, shards.size());
    }

    /** One for each shard, in order; the caller closes them. */
    public List<KeyFinder> finders() {
        return Stream.iterate(0, shard -> shard + 1)
                .limit(shards.size())
                .map(shard -> shards.get(shard).finder(shard))
                .toList();
    }

    /** Of all nodes of all shards. */
    public List<Traffic.Share> traffic() {
        return shards.stream().flatMap(shard -> shard.traffic().stream()).toList();
    }

    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return shards.stream()
                .flatMap(shard -> shard.instruments(pages).stream())
                .toList();
    }

    @Override
    public void close() {
        shards.forEach(Shard::close);
    }
}
