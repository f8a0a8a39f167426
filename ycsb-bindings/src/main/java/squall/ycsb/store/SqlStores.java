package squall.ycsb.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import squall.spi.Database;
import squall.sql.KeyValueTable;
import squall.sql.SqlDatabase;

/**
 * One database behind JDBC, or several that divide the keys among them.
 *
 * @param shards at least one
 * @param sharding how a distributed database spreads a table that is made here
 * @param fetchSize rows a scan fetches at once; 0: all
 */
public record SqlStores(List<SqlDatabase> shards, Schema schema, KeyValueTable.Sharding sharding, int fetchSize)
        implements Stores {
    public SqlStores {
        shards = List.copyOf(shards);
    }

    @Override
    public Store open(int session) {
        List<Store> stores = shards.stream()
                .<Store>map(shard -> new SqlStore(shard, schema, fetchSize, session))
                .toList();
        return stores.size() == 1 ? stores.get(0) : new ShardedStore(stores);
    }

    /** Of the first shard, with the endpoints of all. */
    @Override
    public Database describe() throws IOException {
        List<Database> all = new ArrayList<>();
        for (SqlDatabase shard : shards) {
            all.add(shard.describe());
        }
        Database first = all.get(0);
        List<String> endpoints =
                all.stream().flatMap(database -> database.endpoints().stream()).toList();
        return new Database(first.product(), first.version(), endpoints, first.settings());
    }

    /** The table as the load makes and fills it. */
    public KeyValueTable table() {
        return new KeyValueTable(schema.table(), Schema.KEY_COLUMN, schema.columns(), sharding);
    }

    /** The number of the shard that holds the key. */
    public int shardOf(String key) {
        return shards.size() == 1 ? 0 : ShardedStore.shardOf(key, shards.size());
    }

    /** Which of several keys a shard holds. The caller closes it. */
    public KeyFinder finder(int shard, int session) {
        return new KeyFinder(shards.get(shard), schema, session);
    }

    /** One for each shard, in order; the caller closes them. */
    public List<KeyFinder> finders() {
        return Stream.iterate(0, shard -> shard + 1)
                .limit(shards.size())
                .map(shard -> finder(shard, shard))
                .toList();
    }
}
