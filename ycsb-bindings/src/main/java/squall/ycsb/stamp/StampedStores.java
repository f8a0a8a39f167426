package squall.ycsb.stamp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.check.DataAnomaly;
import squall.check.DataCheck;
import squall.database.Database;
import squall.spi.CheckResult;
import squall.spi.DetachedTurn;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.KeyValueStore;
import squall.ycsb.store.KeyValueStores;
import squall.ycsb.store.ReadRows;
import squall.ycsb.store.RowValues;

/**
 * Provider of stores whose sessions write stamped values, and which tells afterwards whether the acknowledged values are there. They have
 * to be the only writers of their rows as long as they run.
 */
public final class StampedStores implements KeyValueStores {
    private final KeyValueStores stores;
    private final StampedText text;
    private final StampLedger ledger;
    private final String writer;

    /**
     * @param columns all of the table
     * @param writer in every value that is written here; differs from that of every other run on the table, and has no dot
     */
    public StampedStores(KeyValueStores stores, StampedText text, ColumnSelection columns, String writer) {
        this.stores = stores;
        this.text = text;
        this.writer = writer;
        this.ledger = new StampLedger(columns, writer);
    }

    @Override
    public StampedStore open(int session) throws IOException, InterruptedException {
        return new StampedStore(stores.open(session), text, ledger, writer);
    }

    @Override
    public Database database() {
        return stores.database();
    }

    /** Reads back every row that was written; to be called once all sessions have ended. */
    public CheckResult check() throws InterruptedException {
        return new StampCheck(stores, text, ledger).run();
    }

    /** Check that compares the rows of a table with the ledger of what was acknowledged. One thread, once. */
    private static final class StampCheck {
        private static final String NAME = "acknowledged writes";

        private final KeyValueStores stores;
        private final StampedText text;
        private final StampLedger ledger;
        private final ReadRows found = new ReadRows();
        private final List<String> lost = new ArrayList<>();
        private final List<String> stale = new ArrayList<>();
        private final List<String> corrupt = new ArrayList<>();

        StampCheck(KeyValueStores stores, StampedText text, StampLedger ledger) {
            this.stores = stores;
            this.text = text;
            this.ledger = ledger;
        }

        CheckResult run() throws InterruptedException {
            return DataCheck.of(NAME, "acknowledged rows", check -> {
                check.wrong(this::wrong);
                Turn turn = DetachedTurn.now();
                try (KeyValueStore store = stores.openLatest()) {
                    for (String key : ledger.rows()) {
                        inspect(store, key, turn);
                        check.examined(1);
                    }
                }
                check.figure(DataAnomaly.LOST.label(), lost.size());
                if (!ledger.complete()) {
                    check.undecided(written() + counted(stale, ", ", "values older than acknowledged")
                            + "; more rows were written than this check can track");
                }
                return wrong().isEmpty() ? written() + ", all as acknowledged" : written();
            });
        }

        private void inspect(KeyValueStore store, String key, Turn turn) throws IOException, InterruptedException {
            Outcome outcome = store.read(key, ledger.columns(), found, turn);
            if (!(outcome instanceof Outcome.Ok)) {
                throw new IOException("row " + key + " could not be read: " + outcome);
            }
            if (found.count() == 0) {
                lost.add(key);
                return;
            }
            for (int place = 0; place < ledger.columns().size(); place++) {
                judge(key, place);
            }
        }

        private void judge(String key, int place) {
            String column = ledger.columns().name(place);
            String value = found.value(0, place);
            Optional<StampedText.WriteStamp> stamp = value == null ? Optional.empty() : text.stamp(key, column, value);
            if (stamp.isEmpty()) {
                corrupt.add(key + " " + column);
            } else if (ledger.stale(key, place, stamp.get())) {
                stale.add(key + " " + column);
            }
        }

        /** Describes the errors found; a stale value proves nothing if some writes of unknown outcome were not tracked. */
        private String wrong() {
            return Stream.of(
                            counted(lost, "", "rows lost"),
                            ledger.complete() ? counted(stale, "", "values older than acknowledged") : "",
                            counted(corrupt, "", "values corrupt"))
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(", "));
        }

        private String written() {
            return ledger.rows().size() + " rows written";
        }

        private static String counted(List<String> cases, String before, String name) {
            return cases.isEmpty() ? "" : before + cases.size() + " " + name + " (the first: " + cases.get(0) + ")";
        }
    }

    /**
     * Store that writes stamped values in place of those it is given, and enters in the ledger how each write ended. A write that is held
     * back for a batch is unknown, because the ledger follows one write after the other. One thread.
     */
    public static final class StampedStore implements KeyValueStore {
        private final KeyValueStore store;
        private final StampedText text;
        private final StampLedger.Pen pen;
        private final RowValues stamped;
        private final String writer;
        private long lastSequence;

        private StampedStore(KeyValueStore store, StampedText text, StampLedger ledger, String writer) {
            this.writer = writer;
            this.store = store;
            this.text = text;
            this.pen = ledger.pen();
            this.stamped = new RowValues(ledger.columns());
        }

        /** Returns the sequence of the last write. */
        public long lastSequence() {
            return lastSequence;
        }

        /** Returns the sequence of a value that this run has written; 0 for any other. */
        public long sequence(String value) {
            return StampedText.sequence(value, writer);
        }

        @Override
        public Outcome read(String key, ColumnSelection columns, ReadRows into, Turn turn) throws InterruptedException {
            return store.read(key, columns, into, turn);
        }

        @Override
        public Outcome scan(String first, int limit, ColumnSelection columns, ReadRows into, Turn turn)
                throws InterruptedException {
            return store.scan(first, limit, columns, into, turn);
        }

        @Override
        public Outcome update(String key, RowValues values, Turn turn) throws InterruptedException {
            return write(key, values.columns(), () -> store.update(key, stamped, turn));
        }

        @Override
        public Outcome insert(String key, RowValues values, Turn turn) throws InterruptedException {
            return write(key, values.columns(), () -> store.insert(key, stamped, turn));
        }

        @Override
        public void flush(Turn turn) throws InterruptedException {
            store.flush(turn);
        }

        /** Deletes without an entry in the ledger: CoreWorkload never deletes. */
        @Override
        public Outcome delete(String key, Turn turn) throws InterruptedException {
            return store.delete(key, turn);
        }

        /** Returns a counter without stamps: it has a row of its own, with a check of its own. */
        @Override
        public KeyValueStore.HotCounter counter(String key, ColumnSelection column) {
            return store.counter(key, column);
        }

        @Override
        public int attempts() {
            return store.attempts();
        }

        @Override
        public void abort() {
            store.abort();
        }

        @Override
        public void close() {
            store.close();
        }

        private Outcome write(String key, ColumnSelection columns, Write write) throws InterruptedException {
            StampedText.WriteStamp stamp = pen.begin();
            lastSequence = stamp.sequence();
            text.fill(key, columns, stamp, stamped);
            try {
                Outcome outcome = write.send();
                pen.end(key, columns, stamp, outcome, store.attempts());
                return outcome;
            } catch (InterruptedException e) {
                pen.forget(stamp);
                throw e;
            }
        }

        /** Write of a stamped value. */
        private interface Write {
            Outcome send() throws InterruptedException;
        }
    }
}
