package squall.ycsb.provider;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import squall.spi.DatabaseInfo;
import squall.spi.DetachedTurn;
import squall.spi.Turn;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.ycsb.CoreProperties;
import squall.ycsb.DatabaseBinding;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.loading.CoreLoadPhase;
import squall.ycsb.loading.LoadCheck;
import squall.ycsb.loading.LoadMode;
import squall.ycsb.loading.TablePreparation;
import squall.ycsb.store.Shard;
import squall.ycsb.store.Shards;
import squall.ycsb.workload.CoreRun;
import squall.ycsb.workload.CoreSettings;
import squall.ycsb.workload.CoreTraffic;

/** What properties make of CoreWorkload on a connected database: a load that fills the table, and one that runs on it. */
public final class CoreLoads {
    /**
     * Fills the table.
     *
     * @param check to be asked once all rows were brought
     */
    public record Filling(CoreLoadPhase load, LoadMode mode, LoadCheck check) {}

    /**
     * Runs on it.
     *
     * @param firstInsert number of the first row the run inserts
     */
    public record Running(CoreRun load, long firstInsert) {}

    private final YcsbProperties properties;
    private final CoreSettings settings;
    private final Shards stores;
    private final Consumer<String> say;

    /** @param stores are closed by the caller @param say receives one line for each step */
    public CoreLoads(YcsbProperties properties, CoreSettings settings, Shards stores, Consumer<String> say) {
        this.properties = properties;
        this.settings = settings;
        this.stores = stores;
        this.say = say;
    }

    /**
     * Makes the table where it is missing.
     *
     * @param otherwise what is done with rows that are there, if no property says so
     * @throws CommandException if there are rows and no policy for them is set
     */
    public Filling filling(TablePreparation.ExistingRowPolicy otherwise)
            throws CommandException, IOException, InterruptedException {
        DatabaseInfo server = stores.describe();
        LoadMode mode = LoadMode.of(properties, stores.first());
        boolean append = new TablePreparation(
                        stores, TablePreparation.Rows.of(settings), existing(properties, otherwise), say)
                .prepare();
        say.accept("loading " + settings.rows() + " rows by " + mode);
        CoreLoadPhase loading = new CoreLoadPhase(settings, stores, mode, append, server);
        return new Filling(loading, mode, new LoadCheck(settings, stores, loading.tally(), append));
    }

    /** @throws CommandException if there is no table; the message tells how it is loaded through this binding */
    public Running running(CoreTraffic traffic, DatabaseBinding binding)
            throws CommandException, IOException, InterruptedException {
        DatabaseInfo server = stores.describe();
        requireTable(stores, binding);
        long firstInsert = firstInsert();
        CoreRun run = new CoreRun(settings, traffic, stores, server, firstInsert);
        run.prepare();
        return new Running(run, firstInsert);
    }

    /** What is done with rows that are there. @param otherwise if no property says so */
    public static TablePreparation.ExistingRowPolicy existing(
            YcsbProperties properties, TablePreparation.ExistingRowPolicy otherwise) {
        String given = properties.get(SquallProperties.EXISTING);
        return given.isEmpty() ? otherwise : TablePreparation.ExistingRowPolicy.of(given);
    }

    /** @throws CommandException if there is no table; the message tells how it is loaded through this binding */
    public static void requireTable(Shards stores, DatabaseBinding binding)
            throws CommandException, IOException, InterruptedException {
        for (Shard shard : stores.shards()) {
            if (!shard.table().exists()) {
                throw new CommandException(
                        ExitCode.USAGE,
                        "table " + shard.table().name() + " does not exist; load it first: bin/ycsb load "
                                + binding.name() + " with the same options");
            }
        }
    }

    /** Where the run's inserts begin: after what earlier runs inserted, or where the user says. */
    private long firstInsert() throws IOException, InterruptedException {
        boolean inserts = properties.get(CoreProperties.INSERT_PROPORTION) > 0;
        if (!inserts || properties.isSet(SquallProperties.RUN_INSERT_START)) {
            return firstInsert(properties, settings);
        }
        long found = new InsertStart(stores, settings.keys()::of).find(settings.recordCount());
        if (found > settings.recordCount()) {
            say.accept("inserts continue at row " + found + ": " + (found - settings.recordCount())
                    + " rows of earlier runs exist");
        }
        return found;
    }

    /** Where inserts begin if the database is not asked. */
    public static long firstInsert(YcsbProperties properties, CoreSettings settings) {
        return properties.given(SquallProperties.RUN_INSERT_START).orElse(settings.recordCount());
    }

    /**
     * Finds the number after the highest row that earlier runs inserted, so that a run goes on where they ended.
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
}
