package squall.ycsb.loading;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import squall.check.DataCheck;
import squall.spi.CheckResult;
import squall.spi.DetachedTurn;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.system.HumanNumbers;
import squall.ycsb.distribution.SplitMix;
import squall.ycsb.store.KeyValueStore;
import squall.ycsb.store.ReadRows;
import squall.ycsb.store.RowValues;
import squall.ycsb.store.Shard;
import squall.ycsb.store.Shards;
import squall.ycsb.workload.CoreSettings;
import squall.ycsb.workload.ValueMaker;

/** Check that compares the table after a load with the outcomes of the load: how many rows, and some of them value by value. */
public final class LoadCheck {
    private static final int SAMPLE = 1_000;

    private final CoreSettings settings;
    private final Shards stores;
    private final LoadedRowCounts tally;
    private final boolean append;
    private final SplitMix random = new SplitMix();

    public LoadCheck(CoreSettings settings, Shards stores, LoadedRowCounts tally, boolean append) {
        this.settings = settings;
        this.stores = stores;
        this.tally = tally;
        this.append = append;
    }

    public List<CheckResult> run() throws InterruptedException {
        return List.of(rowCount(), sample());
    }

    private CheckResult rowCount() throws InterruptedException {
        return DataCheck.of("rows stored", "rows", check -> {
            long found = 0;
            for (Shard shard : stores.shards()) {
                found += shard.table().count();
            }
            return judged(check, found);
        });
    }

    private String judged(DataCheck check, long found) {
        long least = tally.stored() + tally.skipped();
        long most = least + tally.unknown();
        // Rows of other clients, and rows that were there before, are no business of this check.
        boolean others = settings.partial() || append;
        check.examined(others ? least : Math.max(least, found));
        if (found < least) {
            check.wrong("rows are missing");
        } else if (!others && found > most) {
            check.wrong("the table contains rows that this load did not write");
        }
        check.figure(CheckResult.FOUND, found);
        check.figure(CheckResult.ACKNOWLEDGED, tally.stored());
        check.figure(CheckResult.UNKNOWN, tally.unknown());
        return HumanNumbers.count(found) + " in the table, " + HumanNumbers.count(tally.stored()) + " acknowledged"
                + (tally.skipped() > 0 ? ", " + HumanNumbers.count(tally.skipped()) + " there before" : "")
                + (tally.unknown() > 0 ? ", " + HumanNumbers.count(tally.unknown()) + " unknown" : "");
    }

    private CheckResult sample() throws InterruptedException {
        String name = "rows sampled";
        if (!tally.complete()) {
            return DataCheck.skipped(name, "more than " + LoadedRowCounts.REMEMBERED + " rows were not acknowledged");
        }
        if (!tally.unbroken(settings.first())) {
            return DataCheck.skipped(name, "the load ended before each row that it had begun with had an outcome");
        }
        List<String> wrong = new ArrayList<>();
        long rows = Math.min(SAMPLE, tally.rows());
        return DataCheck.of(name, "acknowledged rows", check -> {
            check.wrong(() -> wrong.isEmpty() ? "" : wrong.size() + " of " + rows + ": " + wrong.get(0));
            try (KeyValueStore store = stores.openLatest()) {
                read(store, rows, check, wrong);
            }
            return wrong.isEmpty() ? HumanNumbers.count(rows) + " read back, all as loaded" : "";
        });
    }

    private void read(KeyValueStore store, long rows, DataCheck check, List<String> wrong)
            throws IOException, InterruptedException {
        Turn turn = DetachedTurn.now();
        for (long i = 0; i < rows; i++) {
            // Evenly over the rows that were sent, the first and the last one included.
            long number = settings.first() + (rows == 1 ? 0 : Math.round((tally.rows() - 1.0) * i / (rows - 1)));
            if (!tally.mayBeMissing(number)) {
                inspect(store, number, turn, wrong);
                check.examined(1);
            }
        }
    }

    private void inspect(KeyValueStore store, long number, Turn turn, List<String> wrong)
            throws IOException, InterruptedException {
        RowValues wanted = new RowValues(settings.schema().all());
        String key = settings.loadedRow(number, random, wanted);
        ReadRows found = new ReadRows();
        Outcome outcome = store.read(key, wanted.columns(), found, turn);
        if (!(outcome instanceof Outcome.Ok)) {
            throw new IOException("row " + key + " could not be read: " + outcome);
        }
        if (found.count() == 0) {
            wrong.add("row " + key + " is missing");
        } else if (valuesKnown() && !same(wanted, found)) {
            wrong.add("row " + key + " has other values than were loaded");
        }
    }

    /** Rows that were there before may come from another seed. */
    private boolean valuesKnown() {
        return !append || settings.values() instanceof ValueMaker.Checkable;
    }

    private static boolean same(RowValues wanted, ReadRows found) {
        for (int place = 0; place < wanted.columns().size(); place++) {
            if (!wanted.text(place).equals(found.value(0, place))) {
                return false;
            }
        }
        return true;
    }

    /** Count of a load's rows by outcome. For all sessions. */
    static final class LoadedRowCounts {
        /** So many rows that were not acknowledged are remembered one by one. */
        static final int REMEMBERED = 100_000;

        private final LongAdder stored = new LongAdder();
        private final LongAdder skipped = new LongAdder();
        private final LongAdder refused = new LongAdder();
        private final LongAdder unknown = new LongAdder();
        private final LongAccumulator last = new LongAccumulator(Math::max, -1);
        private final Set<Long> doubtful = ConcurrentHashMap.newKeySet();

        void add(long number, Outcome outcome) {
            last.accumulate(number);
            switch (outcome) {
                case Outcome.Ok ok -> stored.increment();
                case Outcome.Refused not -> {
                    refused.increment();
                    remember(number);
                }
                case Outcome.Unknown perhaps -> {
                    unknown.increment();
                    remember(number);
                }
            }
        }

        void skip(long number) {
            last.accumulate(number);
            skipped.increment();
        }

        /** Rows that were acknowledged. */
        public long stored() {
            return stored.sum();
        }

        /** Rows that were there already. */
        public long skipped() {
            return skipped.sum();
        }

        /** Rows that are certainly not stored. */
        public long refused() {
            return refused.sum();
        }

        /** Rows that may be stored. */
        public long unknown() {
            return unknown.sum();
        }

        /** Rows with an outcome; fewer than planned if the load ended early. */
        public long rows() {
            return stored() + skipped() + refused() + unknown();
        }

        /** Tells whether each row from the first to the last that was sent has an outcome. */
        boolean unbroken(long first) {
            return rows() == Math.max(0, last.get() - first + 1);
        }

        /** Tells whether every row that was not acknowledged is known by its number. */
        boolean complete() {
            return refused() + unknown() <= REMEMBERED;
        }

        boolean mayBeMissing(long number) {
            return doubtful.contains(number);
        }

        private void remember(long number) {
            if (doubtful.size() < REMEMBERED) {
                doubtful.add(number);
            }
        }
    }
}
