package squall.ycsb.upstream;

import org.jspecify.annotations.Nullable;
import site.ycsb.DB;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;
import squall.ycsb.binding.Access;
import squall.ycsb.binding.OpenBatch;

/** One thread of upstream's client: its database, and its share of the workload. */
final class UpstreamSession implements Session {
    private final WorkloadThread thread;
    private final DB db;
    private final OpenBatch.Reader reader;
    private final MeasuringDb measuring;
    private final Failures failures;
    private final WorkloadMeasurements measurements;
    private volatile @Nullable Thread performing;
    private boolean cleanedUp;

    /** @param reader opens the database once more */
    UpstreamSession(
            WorkloadThread thread,
            DB db,
            OpenBatch.Reader reader,
            Failures failures,
            WorkloadMeasurements measurements) {
        this.thread = thread;
        this.db = db;
        this.reader = reader;
        this.measuring = new MeasuringDb(db, failures, thread.workload()::requestStop);
        this.failures = failures;
        this.measurements = measurements;
    }

    /**
     * A workload that throws has failed in this turn and goes on with the next. While loading, {@code false} after a call that failed is
     * upstream's way to say that this row was not stored; the rows to come are not to blame.
     */
    @Override
    public boolean perform(Turn turn) {
        measuring.begin(turn);
        measurements.begin(turn);
        performing = Thread.currentThread();
        try {
            return step(turn) && !thread.workload().isStopRequested();
        } finally {
            performing = null;
            measurements.end();
        }
    }

    /** Ends the database, which is measured as upstream does. */
    @Override
    public void flush(Turn turn) {
        cleanedUp = true;
        measuring.beginLast(turn);
        long sentNs = turn.nowNs();
        Outcome outcome = Outcome.OK;
        try {
            db.cleanup();
        } catch (Exception | LinkageError | AssertionError e) { // third-party code may throw anything
            // Whoever buffers writes sends the last ones here.
            outcome = failures.thrown(Access.WRITE, db.getClass().getName() + ".cleanup", e);
        }
        measuring.cleanedUp(outcome, reader);
        turn.record(Operations.CLEANUP, sentNs, sentNs, outcome, 1);
    }

    /** These interfaces know no way to end a call; an interrupt ends those that sleep or wait. */
    @Override
    public void abort() {
        thread.workload().requestStop();
        Thread blocked = performing;
        if (blocked != null) {
            blocked.interrupt();
        }
    }

    @Override
    public void close() {
        if (!cleanedUp) {
            measuring.forget();
            UpstreamLoad.cleanUp(db);
        }
    }

    private boolean step(Turn turn) {
        long sentNs = turn.nowNs();
        boolean more = true;
        Outcome outcome;
        try {
            more = thread.step(measuring);
            // A row that was stored at the second attempt is stored; a transaction says nothing of how it went.
            outcome = thread.load() && more ? Outcome.OK : measuring.failure();
        } catch (Exception | LinkageError | AssertionError e) { // third-party code may throw anything
            outcome = failures.thrown(measuring.accessed(), thread.method(), e);
        }
        measuring.end(sentNs, outcome);
        return more || (thread.load() && !(outcome instanceof Outcome.Ok));
    }
}
