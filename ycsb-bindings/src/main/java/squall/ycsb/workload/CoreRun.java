package squall.ycsb.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import squall.database.Database;
import squall.database.DatabaseLoad;
import squall.engine.RunResult;
import squall.isolation.LoadIsolation;
import squall.measure.OperationSummary;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;
import squall.ycsb.distribution.InsertWindow;
import squall.ycsb.distribution.KeyChoosers.KeyChooser;
import squall.ycsb.distribution.SplitMix;
import squall.ycsb.stamp.StampedStores;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.KeyValueStore;
import squall.ycsb.store.KeyValueStores;
import squall.ycsb.store.ReadRows;
import squall.ycsb.store.RowValues;
import squall.ycsb.store.Shards;
import squall.ycsb.store.StoreSession;
import squall.ycsb.store.YcsbSchema;
import squall.ycsb.workload.CoreTraffic.CoreMix;

/**
 * CoreWorkload's run phase.
 *
 * <p>Operation {@code n} of a seed is the same in every run: its kind, its random numbers and so its row, its columns and its values. Two
 * things depend on the other sessions: rows are numbered in the order in which their inserts begin, and a row is read only after its insert
 * and all before it were answered.
 */
public final class CoreRun implements DatabaseLoad {
    private final CoreSettings settings;
    private final CoreTraffic traffic;
    private final @Nullable DataIntegrity integrity;
    private final KeyValueStores stores;
    private final @Nullable StampedStores stamped;
    private final @Nullable SharedCounter counter;
    private final InsertWindow inserts;
    private final long firstInsert;
    private final DatabaseInfo server;
    private final @Nullable JudgedOperations judged;

    private CoreRun(
            CoreSettings settings,
            CoreTraffic traffic,
            KeyValueStores stores,
            DatabaseInfo server,
            long firstInsert,
            @Nullable JudgedOperations judged) {
        this.judged = judged;
        this.settings = settings;
        this.traffic = traffic;
        this.integrity = settings.values() instanceof ValueMaker.Verifiable values ? new DataIntegrity(values) : null;
        this.stamped = stamped(settings, stores);
        this.stores = stamped == null ? stores : stamped;
        this.counter =
                traffic.counter() ? new SharedCounter(stores, settings.schema().only(0), writer()) : null;
        this.server = server;
        this.firstInsert = firstInsert;
        this.inserts = new InsertWindow(firstInsert);
    }

    /**
     * Creates a run on an existing table; creates the row of the shared counter if the run has one.
     *
     * @param stores closed with the run
     * @param say receives a line if inserts go on after those of earlier runs
     * @param judged the check of its operations while it runs, if there is one; needs stamped values
     * @throws IOException if the database does not answer, or does not accept the rows
     */
    public static CoreRun on(
            Shards stores,
            CoreSettings settings,
            CoreTraffic traffic,
            Consumer<String> say,
            Optional<JudgedOperations> judged)
            throws IOException, InterruptedException {
        DatabaseInfo server = stores.database().describe();
        long firstInsert = traffic.firstInsert().isPresent()
                ? traffic.firstInsert().getAsLong()
                : insertStart(stores, settings, say);
        CoreRun run = new CoreRun(settings, traffic, stores, server, firstInsert, judged.orElse(null));
        if (run.counter != null) {
            run.counter.create();
        }
        return run;
    }

    /** Creates a run on a third party's database, of which nothing is known. */
    public static CoreRun onOther(KeyValueStores stores, CoreSettings settings, CoreTraffic traffic) {
        return new CoreRun(
                settings,
                traffic,
                stores,
                DatabaseInfo.NONE,
                traffic.firstInsert().orElse(settings.recordCount()),
                null);
    }

    private static long insertStart(Shards stores, CoreSettings settings, Consumer<String> say)
            throws IOException, InterruptedException {
        long found = stores.insertStart(settings.recordCount(), settings.keys()::of);
        if (found > settings.recordCount()) {
            say.accept("inserts continue at row " + found + ": " + (found - settings.recordCount())
                    + " rows of earlier runs exist");
        }
        return found;
    }

    /** Returns the number of the first row that this run inserts. */
    public long firstInsert() {
        return firstInsert;
    }

    /** Returns the request distribution that is in use, for the report. */
    public String distribution() {
        return traffic.keyPlan().name();
    }

    @Override
    public List<Operation> operations() {
        return traffic.mix().operations();
    }

    @Override
    public void setUp() {
        // The load phase makes the table.
    }

    @Override
    public DatabaseInfo database() {
        return server;
    }

    @Override
    public void keepIn(Path directory) {
        if (judged != null) {
            judged.isolation().begin(directory, judged.guarantee());
        }
    }

    @Override
    public void reportTo(EventSink sink) {
        if (judged != null) {
            judged.isolation().reportTo(sink);
        }
    }

    @Override
    public Session open(int session) throws IOException, InterruptedException {
        if (judged == null || stamped == null) {
            return new CoreSession(stores.open(session), null);
        }
        StampedStores.StampedStore store = stamped.open(session);
        return new CoreSession(
                store,
                new RowVersions(
                        judged.isolation().session(session), judged.isolation().keys(), store, settings.schema()));
    }

    @Override
    public Operation planned(long index) {
        CoreMix mix = traffic.mix();
        return mix.whole(mix.next(new SplitMix().seek(settings.seed(), index)));
    }

    @Override
    public Database tested() {
        return stores.database();
    }

    @Override
    public List<CheckResult> check() throws InterruptedException {
        List<CheckResult> results = new ArrayList<>();
        if (judged != null) {
            results.add(judged.isolation().check());
        }
        if (integrity != null) {
            results.addAll(integrity.results());
        }
        if (stamped != null) {
            results.add(stamped.check());
        }
        if (counter != null) {
            results.add(counter.check());
        }
        return results;
    }

    @Override
    public List<CheckResult> seen() {
        return judged == null ? List.of() : judged.isolation().seen();
    }

    /** Remarks for the user on how the run went, one line each. */
    public List<String> notes(RunResult result) {
        List<String> notes = new ArrayList<>();
        long missing = result.total().operations().stream()
                .mapToLong(OperationSummary::notFound)
                .sum();
        if (missing > 0) {
            notes.add("rows are missing: load rows " + settings.first() + " to "
                    + (settings.first() + settings.rows() - 1) + " with the same recordcount and insertorder");
        }
        if (inserts.overtaken() > 0) {
            notes.add(inserts.overtaken() + " inserts without a response after " + InsertWindow.SIZE
                    + " later ones, first "
                    + key(inserts.firstOvertaken().getFirst()));
        }
        return notes;
    }

    @Override
    public void close() {
        if (judged != null) {
            judged.isolation().close();
        }
        stores.close();
    }

    private static @Nullable StampedStores stamped(CoreSettings settings, KeyValueStores stores) {
        return settings.values() instanceof ValueMaker.Stamped values
                ? new StampedStores(stores, values.text(), settings.schema().all(), writer())
                : null;
    }

    /** Returns the name of this run in what it writes: the time of its start, which no two runs on one table share. */
    private static String writer() {
        return Long.toString(System.currentTimeMillis(), 36);
    }

    /**
     * Returns the key of a row. Each client counts the rows that it inserts without gaps; in the table they stand among those of the other
     * clients, which it neither reads nor waits for.
     */
    private String key(long number) {
        return settings.keys()
                .of(
                        number < firstInsert
                                ? number
                                : firstInsert + settings.split().dealt(number - firstInsert));
    }

    /**
     * Check of the operations while they run.
     *
     * @param guarantee for them: the levels asked for and claimed
     */
    public record JudgedOperations(LoadIsolation isolation, LoadIsolation.Guarantee guarantee) {}

    /** Session that performs the operations one after the other. One thread. */
    private final class CoreSession extends StoreSession {
        private final CoreMix mix = traffic.mix();
        private final YcsbSchema schema = settings.schema();
        private final long seed = settings.seed();
        private final KeyChooser chooser;
        private final SplitMix random = new SplitMix();
        private final ReadRows rows = new ReadRows();
        private final RowValues values = new RowValues(schema.all());
        private final KeyValueStore.@Nullable HotCounter hot;
        private final @Nullable RowVersions versions;

        /** @param versions what is read and written, if it is judged */
        CoreSession(KeyValueStore store, @Nullable RowVersions versions) {
            super(store);
            this.versions = versions;
            this.chooser = traffic.keyPlan().choosers().get();
            this.hot = counter == null ? null : counter.in(store);
        }

        @Override
        public boolean perform(Turn turn) throws InterruptedException {
            random.seek(seed, turn.index());
            switch (mix.next(random)) {
                case READ -> read(turn);
                case UPDATE -> update(turn);
                case INSERT -> insert(turn);
                case SCAN -> scan(turn);
                case READ_MODIFY_WRITE -> {
                    if (counter == null || hot == null) {
                        readModifyWrite(turn);
                    } else {
                        raise(counter, hot, turn);
                    }
                }
            }
            return true;
        }

        private void read(Turn turn) throws InterruptedException {
            long number = chooseRow(turn);
            String key = key(number);
            ColumnSelection columns = choose(traffic.readAll());
            long sentNs = turn.nowNs();
            begin();
            Outcome outcome = store.read(key, columns, rows, turn);
            if (versions != null) {
                versions.read(number, columns, rows, outcome);
                versions.end(outcome instanceof Outcome.Ok ? outcome : null);
            }
            turn.record(mix.whole(CoreMix.Kind.READ), sentNs, outcome, store.attempts());
            verify(columns, outcome, turn);
        }

        private void update(Turn turn) throws InterruptedException {
            long number = chooseRow(turn);
            String key = key(number);
            makeValues(key, choose(traffic.writeAll()));
            long sentNs = turn.nowNs();
            long dueNs = turn.dueNs();
            begin();
            store.update(key, values, turn, (outcome, attempts, now) -> {
                wrote(number, outcome, attempts);
                now.record(mix.whole(CoreMix.Kind.UPDATE), dueNs, sentNs, outcome, attempts);
            });
        }

        private void insert(Turn turn) throws InterruptedException {
            long number = inserts.claim();
            String key = key(number);
            makeValues(key, schema.all());
            long sentNs = turn.nowNs();
            long dueNs = turn.dueNs();
            boolean accepted = false;
            begin();
            try {
                store.insert(key, values, turn, (outcome, attempts, now) -> {
                    inserts.answer(number);
                    if (versions != null) {
                        versions.inserted(number, values.columns(), outcome);
                        versions.end(outcome);
                    }
                    now.record(mix.whole(CoreMix.Kind.INSERT), dueNs, sentNs, outcome, attempts);
                });
                accepted = true;
            } finally {
                if (!accepted) {
                    inserts.answer(number);
                }
            }
        }

        private void scan(Turn turn) throws InterruptedException {
            String first = key(chooseRow(turn));
            int limit = traffic.scanLengths().next(random);
            ColumnSelection columns = choose(traffic.readAll());
            long sentNs = turn.nowNs();
            Outcome outcome = store.scan(first, limit, columns, rows, turn);
            turn.record(mix.whole(CoreMix.Kind.SCAN), sentNs, outcome, store.attempts());
            verify(columns, outcome, turn);
        }

        private void readModifyWrite(Turn turn) throws InterruptedException {
            long number = chooseRow(turn);
            String key = key(number);
            ColumnSelection columns = choose(traffic.readAll());
            makeValues(key, choose(traffic.writeAll()));
            long sentNs = turn.nowNs();
            begin();
            Outcome read = store.read(key, columns, rows, turn);
            int attempts = store.attempts();
            turn.record(mix.partRead(), sentNs, read, attempts);
            Operation whole = mix.whole(CoreMix.Kind.READ_MODIFY_WRITE);
            if (versions != null) {
                versions.read(number, columns, rows, read);
            }
            if (!(read instanceof Outcome.Ok)) {
                if (versions != null) {
                    versions.end(null);
                }
                turn.record(whole, sentNs, read, attempts);
                return;
            }
            // The update is meant to start when the read has been answered: its wait is not the read's.
            long readNs = turn.nowNs();
            long dueNs = turn.dueNs();
            store.update(key, values, turn, (write, sent, now) -> {
                wrote(number, write, sent);
                now.record(mix.partUpdate(), readNs, readNs, write, sent);
                now.record(whole, dueNs, sentNs, write, attempts + sent - 1);
            });
            verify(columns, read, turn);
        }

        private void raise(SharedCounter shared, KeyValueStore.HotCounter own, Turn turn) throws InterruptedException {
            long sentNs = turn.nowNs();
            // If the session fails in its own code, it may have written all the same.
            Outcome outcome = new Outcome.Unknown(new ErrorCode(ErrorKind.OTHER, "load-failed"), "the session failed");
            try {
                outcome = own.raise(turn);
            } catch (InterruptedException e) {
                outcome = new Outcome.Refused(new ErrorCode(ErrorKind.UNFINISHED, "interrupted"), "nothing was sent");
                throw e;
            } finally {
                shared.ended(outcome);
            }
            turn.record(mix.whole(CoreMix.Kind.READ_MODIFY_WRITE), sentNs, outcome, store.attempts());
        }

        private long chooseRow(Turn turn) {
            return chooser.next(random, turn.index(), inserts.newest());
        }

        private void begin() {
            if (versions != null) {
                versions.begin();
            }
        }

        /** Ends a judged operation with its write. */
        private void wrote(long number, Outcome outcome, int attempts) {
            if (versions != null) {
                versions.wrote(number, values.columns(), attempts);
                versions.end(outcome);
            }
        }

        private ColumnSelection choose(boolean all) {
            return all
                    ? schema.all()
                    : schema.only((int) random.below(schema.columns().size()));
        }

        private void makeValues(String key, ColumnSelection columns) {
            settings.values().fill(key, columns, random, values);
        }

        private void verify(ColumnSelection columns, Outcome outcome, Turn turn) {
            if (integrity != null && outcome instanceof Outcome.Ok) {
                long sentNs = turn.nowNs();
                turn.record(mix.verify(), sentNs, sentNs, integrity.verify(rows, columns), 1);
            }
        }
    }
}
