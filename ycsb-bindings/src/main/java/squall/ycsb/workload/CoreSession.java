package squall.ycsb.workload;

import org.jspecify.annotations.Nullable;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;
import squall.ycsb.distribution.KeyChoosers.KeyChooser;
import squall.ycsb.distribution.SplitMix;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.KeyValueStore;
import squall.ycsb.store.ReadRows;
import squall.ycsb.store.RowValues;
import squall.ycsb.store.YcsbSchema;

/** Performs CoreWorkload's operations one after the other. One thread. */
final class CoreSession implements Session {
    private final CoreRun run;
    private final CoreMix mix;
    private final YcsbSchema schema;
    private final long seed;
    private final KeyValueStore store;
    private final KeyChooser chooser;
    private final SplitMix random = new SplitMix();
    private final ReadRows rows = new ReadRows();
    private final RowValues values;
    private final KeyValueStore.@Nullable HotCounter counter;

    CoreSession(CoreRun run, KeyValueStore store, KeyChooser chooser) {
        this.run = run;
        this.mix = run.traffic().mix();
        this.schema = run.settings().schema();
        this.seed = run.settings().seed();
        this.store = store;
        this.chooser = chooser;
        this.values = new RowValues(schema.all());
        SharedCounter shared = run.counter();
        this.counter = shared == null ? null : shared.in(store);
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
                @Nullable SharedCounter shared = run.counter();
                if (shared == null || counter == null) {
                    readModifyWrite(turn);
                } else {
                    raise(shared, counter, turn);
                }
            }
        }
        return true;
    }

    @Override
    public void flush(Turn turn) throws InterruptedException {
        store.flush(turn);
    }

    @Override
    public void abort() {
        store.abort();
    }

    @Override
    public void close() {
        store.close();
    }

    private void read(Turn turn) throws InterruptedException {
        String key = chooseKey(turn);
        ColumnSelection columns = choose(run.traffic().readAll());
        long sentNs = turn.nowNs();
        Outcome outcome = store.read(key, columns, rows, turn);
        turn.record(mix.whole(CoreMix.Kind.READ), sentNs, outcome, store.attempts());
        verify(columns, outcome, turn);
    }

    private void update(Turn turn) throws InterruptedException {
        String key = chooseKey(turn);
        makeValues(key, choose(run.traffic().writeAll()));
        long sentNs = turn.nowNs();
        long dueNs = turn.dueNs();
        store.update(
                key,
                values,
                turn,
                (outcome, attempts, now) ->
                        now.record(mix.whole(CoreMix.Kind.UPDATE), dueNs, sentNs, outcome, attempts));
    }

    private void insert(Turn turn) throws InterruptedException {
        long number = run.inserts().claim();
        String key = run.key(number);
        makeValues(key, schema.all());
        long sentNs = turn.nowNs();
        long dueNs = turn.dueNs();
        boolean told = false;
        try {
            store.insert(key, values, turn, (outcome, attempts, now) -> {
                run.inserts().answer(number);
                now.record(mix.whole(CoreMix.Kind.INSERT), dueNs, sentNs, outcome, attempts);
            });
            told = true;
        } finally {
            if (!told) {
                run.inserts().answer(number);
            }
        }
    }

    private void scan(Turn turn) throws InterruptedException {
        String first = chooseKey(turn);
        int limit = run.traffic().scanLengths().next(random);
        ColumnSelection columns = choose(run.traffic().readAll());
        long sentNs = turn.nowNs();
        Outcome outcome = store.scan(first, limit, columns, rows, turn);
        turn.record(mix.whole(CoreMix.Kind.SCAN), sentNs, outcome, store.attempts());
        verify(columns, outcome, turn);
    }

    private void readModifyWrite(Turn turn) throws InterruptedException {
        String key = chooseKey(turn);
        ColumnSelection columns = choose(run.traffic().readAll());
        makeValues(key, choose(run.traffic().writeAll()));
        long sentNs = turn.nowNs();
        Outcome read = store.read(key, columns, rows, turn);
        int attempts = store.attempts();
        turn.record(mix.partRead(), sentNs, read, attempts);
        Operation whole = mix.whole(CoreMix.Kind.READ_MODIFY_WRITE);
        if (!(read instanceof Outcome.Ok)) {
            turn.record(whole, sentNs, read, attempts);
            return;
        }
        // The update is meant to start when the read has been answered: its wait is not the read's.
        long readNs = turn.nowNs();
        long dueNs = turn.dueNs();
        store.update(key, values, turn, (write, sent, now) -> {
            now.record(mix.partUpdate(), readNs, readNs, write, sent);
            now.record(whole, dueNs, sentNs, write, attempts + sent - 1);
        });
        verify(columns, read, turn);
    }

    private void raise(SharedCounter shared, KeyValueStore.HotCounter own, Turn turn) throws InterruptedException {
        long sentNs = turn.nowNs();
        // Until it is known better: a session that fails in its own code may have written.
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

    private String chooseKey(Turn turn) {
        return run.key(chooser.next(random, turn.index(), run.inserts().newest()));
    }

    private ColumnSelection choose(boolean all) {
        return all ? schema.all() : schema.only(random.nextInt(schema.columns().size()));
    }

    private void makeValues(String key, ColumnSelection columns) {
        run.settings().values().fill(key, columns, random, values);
    }

    private void verify(ColumnSelection columns, Outcome outcome, Turn turn) {
        @Nullable DataIntegrity integrity = run.integrity();
        if (integrity != null && outcome instanceof Outcome.Ok) {
            long sentNs = turn.nowNs();
            turn.record(mix.verify(), sentNs, sentNs, integrity.verify(rows, columns), 1);
        }
    }
}
