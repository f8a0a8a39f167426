package squall.ycsb.upstream;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.ycsb.binding.Access;
import squall.ycsb.binding.BatchingDb;
import squall.ycsb.binding.OutcomeStatus;

/**
 * Stands before a third party's database: times each call and records it into the turn under way.
 *
 * <p>An exception of the database is a failed operation here, and an {@link Status#ERROR} to the workload; upstream's client would end.
 * Used by the thread of one session.
 */
final class MeasuringDb extends DB {
    private final DB db;
    private final Failures failures;
    private final Runnable stop;
    private @Nullable Turn turn;
    private Step step = new Step(0);
    private boolean called;
    private Access accessed = Access.READ;

    /** @param stop asks the workload to end; called when the run has been asked to */
    MeasuringDb(DB db, Failures failures, Runnable stop) {
        this.db = db;
        this.failures = failures;
        this.stop = stop;
    }

    /** The calls to come belong to this turn. */
    void begin(Turn under) {
        turn = under;
        step = new Step(under.dueNs());
        called = false;
        accessed = Access.READ;
    }

    /** The workload has returned; its turn is recorded once no row of it waits in a batch any more. */
    void end(long calledNs, Outcome verdict) {
        step.returned(calledNs, verdict);
        recordIfOver(step, current());
    }

    /** Rows still waiting are settled in this turn, the session's last. */
    void beginLast(Turn under) {
        turn = under;
    }

    /** Rows settled from now on are nobody's business: the engine has counted their turns as unfinished. */
    void forget() {
        turn = null;
    }

    /** What became of the first call of this turn that failed, of those unknown if there are any; {@link Outcome#OK} if none did. */
    Outcome failure() {
        return step.worst();
    }

    /** Whether this turn has tried to change anything so far. */
    Access accessed() {
        return accessed;
    }

    @Override
    public void setProperties(Properties properties) {
        db.setProperties(properties);
    }

    @Override
    public Properties getProperties() {
        return db.getProperties();
    }

    @Override
    public void init() throws DBException {
        db.init();
    }

    @Override
    public void cleanup() throws DBException {
        db.cleanup();
    }

    @Override
    public Status read(String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
        return timed(Operations.READ, Access.READ, "read", () -> db.read(table, key, fields, result));
    }

    @Override
    @SuppressWarnings("NonApiType") // upstream's signature
    public Status scan(
            String table,
            String startKey,
            int records,
            @Nullable Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return timed(Operations.SCAN, Access.READ, "scan", () -> db.scan(table, startKey, records, fields, result));
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return timed(Operations.UPDATE, Access.WRITE, "update", () -> db.update(table, key, values));
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        if (db instanceof BatchingDb batching && batching.batching()) {
            Row row = row();
            batching.insert(table, key, values, row);
            return row.status;
        }
        return timed(Operations.INSERT, Access.WRITE, "insert", () -> db.insert(table, key, values));
    }

    @Override
    public Status delete(String table, String key) {
        return timed(Operations.DELETE, Access.WRITE, "delete", () -> db.delete(table, key));
    }

    private Row row() {
        Turn under = current();
        long sentNs = under.nowNs();
        Row row = new Row(step, called ? sentNs : under.dueNs(), sentNs);
        called = true;
        accessed = Access.WRITE;
        return row;
    }

    private Status timed(Operation operation, Access access, String method, Supplier<@Nullable Status> call) {
        Turn under = current();
        long sentNs = under.nowNs();
        accessed = access == Access.WRITE ? access : accessed;
        Status status;
        Outcome outcome;
        try {
            status = call.get();
            outcome = failures.outcome(access, status);
        } catch (Exception | LinkageError | AssertionError e) { // third-party code may throw anything
            status = Status.ERROR;
            outcome = failures.thrown(access, db.getClass().getName() + "." + method, e);
        }
        record(under, operation, sentNs, outcome);
        return status == null ? Status.ERROR : status;
    }

    /** The first call was due when its turn was; a further one becomes due when the workload makes it. */
    private void record(Turn under, Operation operation, long sentNs, Outcome outcome) {
        under.record(operation, called ? sentNs : under.dueNs(), sentNs, outcome, 1);
        called = true;
        step.ended(outcome);
        stopIfOver(under);
    }

    private void stopIfOver(Turn under) {
        if (under.stopping()) {
            stop.run();
        }
    }

    private static void recordIfOver(Step step, Turn under) {
        if (step.over()) {
            under.record(Operations.TRANSACTION, step.dueNs(), step.sentNs(), step.worst(), 1);
        }
    }

    private Turn current() {
        if (turn == null) {
            throw new IllegalStateException("a workload called its database outside doInsert and doTransaction");
        }
        return turn;
    }

    /** A row on its way, alone or in a batch; {@code BATCHED_OK} to the workload as long as nothing else is known. */
    private final class Row implements BatchingDb.Settled {
        private final Step of;
        private final long dueNs;
        private final long sentNs;
        private Status status = Status.BATCHED_OK;

        Row(Step of, long dueNs, long sentNs) {
            this.of = of;
            this.dueNs = dueNs;
            this.sentNs = sentNs;
            of.rowWaits();
        }

        @Override
        public void row(Outcome outcome, int attempts) {
            status = OutcomeStatus.of(outcome);
            Turn under = turn;
            if (under != null) {
                under.record(Operations.INSERT, dueNs, sentNs, outcome, attempts);
                of.rowSettled(outcome);
                recordIfOver(of, under);
                stopIfOver(under);
            }
        }
    }
}
