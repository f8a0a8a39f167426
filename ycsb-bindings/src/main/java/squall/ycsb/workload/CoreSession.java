package squall.ycsb.workload;

import org.jspecify.annotations.Nullable;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;
import squall.ycsb.distribution.KeyChooser;
import squall.ycsb.distribution.SplitMix;
import squall.ycsb.store.Columns;
import squall.ycsb.store.HotCounter;
import squall.ycsb.store.Rows;
import squall.ycsb.store.Schema;
import squall.ycsb.store.Store;
import squall.ycsb.store.Values;

/** Performs CoreWorkload's operations one after the other. One thread. */
final class CoreSession implements Session {
    private final CoreRun run;
    private final CoreMix mix;
    private final Schema schema;
    private final KeyNames names;
    private final long seed;
    private final Store store;
    private final KeyChooser chooser;
    private final SplitMix random = new SplitMix();
    private final Rows rows = new Rows();
    private final Values values;
    private final @Nullable HotCounter counter;

    CoreSession(CoreRun run, Store store, KeyChooser chooser) {
        this.run = run;
        this.mix = run.traffic().mix();
        this.schema = run.settings().schema();
        this.names = run.settings().keys();
        this.seed = run.settings().seed();
        this.store = store;
        this.chooser = chooser;
        this.values = new Values(schema.all());
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
    public void abort() {
        store.abort();
    }

    @Override
    public void close() {
        store.close();
    }

    private void read(Turn turn) throws InterruptedException {
        String key = chooseKey(turn);
        Columns columns = choose(run.traffic().readAll());
        long sentNs = turn.nowNs();
        Outcome outcome = store.read(key, columns, rows, turn);
        turn.record(mix.whole(CoreMix.Kind.READ), sentNs, outcome, store.attempts());
        verify(columns, outcome, turn);
    }

    private void update(Turn turn) throws InterruptedException {
        String key = chooseKey(turn);
        makeValues(key, choose(run.traffic().writeAll()));
        long sentNs = turn.nowNs();
        Outcome outcome = store.update(key, values, turn);
        turn.record(mix.whole(CoreMix.Kind.UPDATE), sentNs, outcome, store.attempts());
    }

    private void insert(Turn turn) throws InterruptedException {
        long number = run.inserts().claim();
        try {
            String key = names.of(number);
            makeValues(key, schema.all());
            long sentNs = turn.nowNs();
            Outcome outcome = store.insert(key, values, turn);
            turn.record(mix.whole(CoreMix.Kind.INSERT), sentNs, outcome, store.attempts());
        } finally {
            run.inserts().answer(number);
        }
    }

    private void scan(Turn turn) throws InterruptedException {
        String first = chooseKey(turn);
        int limit = run.traffic().scanLengths().next(random);
        Columns columns = choose(run.traffic().readAll());
        long sentNs = turn.nowNs();
        Outcome outcome = store.scan(first, limit, columns, rows, turn);
        turn.record(mix.whole(CoreMix.Kind.SCAN), sentNs, outcome, store.attempts());
        verify(columns, outcome, turn);
    }

    private void readModifyWrite(Turn turn) throws InterruptedException {
        String key = chooseKey(turn);
        Columns columns = choose(run.traffic().readAll());
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
        Outcome write = store.update(key, values, turn);
        turn.record(mix.partUpdate(), readNs, readNs, write, store.attempts());
        turn.record(whole, sentNs, write, attempts + store.attempts() - 1);
        verify(columns, read, turn);
    }

    private void raise(SharedCounter shared, HotCounter own, Turn turn) throws InterruptedException {
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
        return names.of(chooser.next(random, turn.index(), run.inserts().newest()));
    }

    private Columns choose(boolean all) {
        return all ? schema.all() : schema.only(random.nextInt(schema.columns().size()));
    }

    private void makeValues(String key, Columns columns) {
        run.settings().values().fill(key, columns, random, values);
    }

    private void verify(Columns columns, Outcome outcome, Turn turn) {
        @Nullable Integrity integrity = run.integrity();
        if (integrity != null && outcome instanceof Outcome.Ok) {
            long sentNs = turn.nowNs();
            turn.record(mix.verify(), sentNs, sentNs, integrity.verify(rows, columns), 1);
        }
    }
}
