package squall.ycsb.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import squall.spi.Turn;

/**
 * Finds the number after the highest row that earlier runs inserted, so that a run goes on where they ended.
 *
 * <p>Rows are inserted in the order of their numbers, with gaps where an insert failed; so strides that double find the end roughly, and
 * a look at whole stretches of numbers around it finds it exactly, as long as no gap is longer than a stretch.
 */
public final class InsertStart {
    private static final int STRETCH = 1_000;

    private final Shards stores;
    private final LongFunction<String> keys;
    private final Turn turn = DetachedTurn.now();

    /** @param keys the key of a row's number */
    public InsertStart(Shards stores, LongFunction<String> keys) {
        this.stores = stores;
        this.keys = keys;
    }

    /** @param from the first number that a run may insert @throws IOException if the database refuses to answer */
    public long find(long from) throws IOException, InterruptedException {
        List<Shard.KeyFinder> finders = stores.finders();
        try {
            return find(finders, from);
        } finally {
            finders.forEach(Shard.KeyFinder::close);
        }
    }

    private long find(List<Shard.KeyFinder> finders, long from) throws IOException, InterruptedException {
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

    /** The highest number present in the stretch that begins here, or the number before it if there is none. */
    private long lastIn(List<Shard.KeyFinder> finders, long from) throws IOException, InterruptedException {
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
