package squall.ycsb.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import squall.cql.NodeTraffic;
import squall.database.Database;
import squall.spi.DetachedTurn;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.system.CommandException;
import squall.ycsb.DatabaseBinding;

/**
 * Database, or several that divide the keys of a table among them.
 *
 * @param shards at least one
 * @param database all of them; closed with this
 */
public record Shards(List<Shard> shards, Database database) implements KeyValueStores {
    public Shards {
        shards = List.copyOf(shards);
    }

    /** Function that opens something of one shard. */
    public interface Opening<T> {
        T of(Shard shard) throws IOException, InterruptedException;
    }

    @Override
    public KeyValueStore open(int session) throws IOException, InterruptedException {
        return together(each(shard -> shard.open(session), KeyValueStore::close));
    }

    @Override
    public KeyValueStore openLatest() throws IOException, InterruptedException {
        return together(finders());
    }

    private static KeyValueStore together(List<Shard.Store> stores) {
        return stores.size() == 1 ? stores.get(0) : new ShardedStore(stores);
    }

    /** Returns the first shard, by which the others are judged. */
    public Shard first() {
        return shards.get(0);
    }

    /** Returns the number of the shard that holds the key. */
    public int shardOf(String key) {
        return shards.size() == 1 ? 0 : ShardedStore.shardOf(key, shards.size());
    }

    /** Opens one object of each shard, in order; if one cannot be opened, those before it are closed. */
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

    /** @throws CommandException if there is no table; the message tells how it is loaded through this binding */
    public void requireTable(DatabaseBinding binding) throws CommandException, IOException, InterruptedException {
        for (Shard shard : shards) {
            if (!shard.table().exists()) {
                throw CommandException.usage("table " + shard.table().name()
                        + " does not exist; load it first: bin/ycsb load " + binding.name() + " with the same options");
            }
        }
    }

    /**
     * Refuses tables on which the operations of the core workload would fail, before anything is changed.
     *
     * @throws CommandException if an existing table lacks a column, has another that inserts must fill, or another key;
     *     the message names the way out
     */
    public void requireColumns() throws CommandException, IOException, InterruptedException {
        for (Shard shard : shards) {
            Database.Table table = shard.table();
            Optional<String> mismatch = table.mismatch();
            if (mismatch.isPresent()) {
                throw CommandException.usage(
                        "table " + table.name() + " exists, but " + mismatch.get()
                                + ": load it with --existing=drop, which recreates it, or name another table with -p table=NAME");
            }
        }
    }

    /**
     * Finds the number at which inserts continue: the number after the highest row that earlier runs inserted.
     *
     * @param from the first number that a run may insert
     * @param keys the key of a row's number
     * @throws IOException if the database refuses to answer
     */
    public long insertStart(long from, LongFunction<String> keys) throws IOException, InterruptedException {
        return new InsertStart(this, keys).find(from);
    }

    /** Opens a store of each shard, in order; the caller closes them. */
    private List<Shard.Store> finders() throws IOException, InterruptedException {
        return each(Shard::openLatest, KeyValueStore::close);
    }

    /** Returns the traffic of all nodes of all shards. */
    public List<NodeTraffic.Share> traffic() {
        return shards.stream().flatMap(shard -> shard.traffic().stream()).toList();
    }

    /** Several databases that each hold the keys whose hash falls to them, as upstream divides them; a scan stays in one. */
    private static final class ShardedStore implements KeyValueStore {
        private final List<KeyValueStore> shards;
        private KeyValueStore last;

        ShardedStore(List<? extends KeyValueStore> shards) {
            this.shards = List.copyOf(shards);
            this.last = shards.get(0);
        }

        /** Returns which of {@code shards} databases holds the key. */
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

    /**
     * Search for the number after the highest row that earlier runs inserted, so that a run continues where they ended.
     *
     * <p>Rows are inserted in the order of their numbers, with gaps where an insert failed; so strides that double find the end roughly, and
     * a look at whole stretches of numbers around it finds it exactly, as long as no gap is longer than a stretch.
     */
    private static final class InsertStart {
        private static final int STRETCH = 1_000;

        private final Shards stores;
        private final LongFunction<String> keys;
        private final Turn turn = DetachedTurn.now();

        /** @param keys the key of a row's number */
        InsertStart(Shards stores, LongFunction<String> keys) {
            this.stores = stores;
            this.keys = keys;
        }

        /** @param from the first number that a run may insert @throws IOException if the database refuses to answer */
        long find(long from) throws IOException, InterruptedException {
            List<Shard.Store> finders = stores.finders();
            try {
                return find(finders, from);
            } finally {
                finders.forEach(KeyValueStore::close);
            }
        }

        private long find(List<Shard.Store> finders, long from) throws IOException, InterruptedException {
            long end = lastIn(finders, from) + 1;
            if (end == from) {
                return from;
            }
            long present = end;
            long stride = STRETCH;
            while (lastIn(finders, present + stride) >= present + stride) {
                present += stride;
                stride *= 2;
            }
            for (; stride >= STRETCH; stride /= 2) {
                if (lastIn(finders, present + stride) >= present + stride) {
                    present += stride;
                }
            }
            long last = present - 1;
            for (long at = present; lastIn(finders, at) >= at; at += STRETCH) {
                last = lastIn(finders, at);
            }
            return last + 1;
        }

        /** Returns the highest number present in the stretch that begins here, or the number before it if there is none. */
        private long lastIn(List<Shard.Store> finders, long from) throws IOException, InterruptedException {
            List<List<String>> byShard = new ArrayList<>();
            finders.forEach(finder -> byShard.add(new ArrayList<>()));
            for (long number = from; number < from + STRETCH; number++) {
                String key = keys.apply(number);
                byShard.get(stores.shardOf(key)).add(key);
            }
            long last = from - 1;
            for (int shard = 0; shard < finders.size(); shard++) {
                Set<String> present = finders.get(shard).present(byShard.get(shard), turn);
                for (long number = from + STRETCH - 1; number > last; number--) {
                    if (present.contains(keys.apply(number))) {
                        last = number;
                    }
                }
            }
            return last;
        }
    }
}
