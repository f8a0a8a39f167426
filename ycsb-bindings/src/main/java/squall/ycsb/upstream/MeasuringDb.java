package squall.ycsb.upstream;

import java.util.HashMap;
import java.util.List;
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
import squall.ycsb.binding.BatchingDb;
import squall.ycsb.binding.DbAccess;
import squall.ycsb.binding.OpenBatch;
import squall.ycsb.binding.OutcomeStatus;

/**
 * Wrapper of a third party's database: it times each call and records it into the turn under way.
 *
 * <p>An exception of the database is a failed operation here, and an {@link Status#ERROR} to the workload; upstream's client would end.
 * Used by the thread of one session.
 */
final class MeasuringDb extends DB {
    private final DB db;
    private final WorkloadMeasurements.ThirdPartyFailures failures;
    private final Runnable stop;
    private @Nullable Turn turn;
    private WorkloadStep step = new WorkloadStep(0);
    private boolean called;
    private DbAccess accessed = DbAccess.READ;
    private final OpenBatch inserts = new OpenBatch();
    private final OpenBatch updates = new OpenBatch();
    private final OpenBatch deletes = new OpenBatch();

    /** @param stop asks the workload to end; called when the run has been asked to */
    MeasuringDb(DB db, WorkloadMeasurements.ThirdPartyFailures failures, Runnable stop) {
        this.db = db;
        this.failures = failures;
        this.stop = stop;
    }

    /** Begins a turn, to which the calls to come belong. */
    void begin(Turn under) {
        turn = under;
        step = new WorkloadStep(under.dueNs());
        called = false;
        accessed = DbAccess.READ;
    }

    /** Ends the workload's part of a turn, which is recorded once no row of it waits in a batch any more. */
    void end(long calledNs, Outcome verdict) {
        step.returned(calledNs, verdict);
        recordIfOver(step, current());
    }

    /** Rows still waiting are settled in this turn, the session's last. */
    void beginLast(Turn under) {
        turn = under;
    }

    /** Settles the rows that still wait for a batch after the database has been cleaned up. @param outcome of the cleanup */
    void cleanedUp(Outcome outcome, OpenBatch.Reader reader) {
        for (OpenBatch batch : List.of(inserts, updates, deletes)) {
            batch.cleanedUp(outcome, reader);
        }
    }

    /** Outcomes of rows from now on are ignored: the engine has counted their turns as unfinished. */
    void forget() {
        turn = null;
    }

    /**
     * Returns the outcome of the first call of this turn that failed, of those unknown if there are any; {@link Outcome#OK} if none did.
     */
    Outcome failure() {
        return step.worst;
    }

    /** Tells whether this turn has tried to change anything so far. */
    DbAccess accessed() {
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
        return timed(UpstreamOperations.READ, "read", () -> db.read(table, key, fields, result));
    }

    @Override
    @SuppressWarnings("NonApiType") // upstream's signature
    public Status scan(
            String table,
            String startKey,
            int records,
            @Nullable Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return timed(UpstreamOperations.SCAN, "scan", () -> db.scan(table, startKey, records, fields, result));
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return written(
                new Write(UpstreamOperations.UPDATE, "update", table, key),
                updates,
                () -> db.update(table, key, values));
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        if (db instanceof BatchingDb batching && batching.batching()) {
            Row row = row(UpstreamOperations.INSERT);
            batching.insert(table, key, values, row);
            return row.status;
        }
        return written(
                new Write(UpstreamOperations.INSERT, "insert", table, key),
                inserts,
                () -> db.insert(table, key, values));
    }

    @Override
    public Status delete(String table, String key) {
        return written(
                new Write(UpstreamOperations.DELETE, "delete", table, key), deletes, () -> db.delete(table, key));
    }

    private Row row(Operation operation) {
        Turn under = current();
        long sentNs = under.nowNs();
        Row row = new Row(operation, step, called ? sentNs : under.dueNs(), sentNs);
        called = true;
        accessed = DbAccess.WRITE;
        return row;
    }

    private Status timed(Operation operation, String method, Supplier<@Nullable Status> call) {
        Turn under = current();
        long sentNs = under.nowNs();
        Answer answer = answer(DbAccess.READ, method, call);
        record(under, operation, sentNs, answer.outcome);
        return answer.status == null ? Status.ERROR : answer.status;
    }

    /** Executes a write: one that is batched waits for its batch; one that is answered for ends the batch of those before it. */
    private Status written(Write write, OpenBatch batch, Supplier<@Nullable Status> call) {
        Row row = row(write.operation);
        Answer answer = answer(DbAccess.WRITE, write.method, call);
        if (OpenBatch.holds(answer.status)) {
            batch.add(write.table, write.key, row);
        } else {
            batch.end(answer.outcome);
            row.row(answer.outcome, 1);
        }
        return answer.status == null ? Status.ERROR : answer.status;
    }

    private Answer answer(DbAccess access, String method, Supplier<@Nullable Status> call) {
        try {
            Status status = call.get();
            return new Answer(status, failures.outcome(access, status));
        } catch (Exception | LinkageError | AssertionError e) { // third-party code may throw anything
            return new Answer(
                    Status.ERROR, failures.thrown(access, db.getClass().getName() + "." + method, e));
        }
    }

    /** Records a call: the first was due when its turn was; a further one becomes due when the workload makes it. */
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

    private static void recordIfOver(WorkloadStep step, Turn under) {
        if (step.over()) {
            under.record(UpstreamOperations.TRANSACTION, step.dueNs, step.sentNs, step.worst, 1);
        }
    }

    private Turn current() {
        if (turn == null) {
            throw new IllegalStateException("a workload called its database outside doInsert and doTransaction");
        }
        return turn;
    }

    /** Call that writes. @param method of the database */
    private record Write(Operation operation, String method, String table, String key) {}

    /** Answer to a call. @param status null where the contract was broken */
    private record Answer(@Nullable Status status, Outcome outcome) {}

    /** Row on its way, alone or in a batch; {@code BATCHED_OK} to the workload as long as nothing else is known. */
    private final class Row implements BatchingDb.Settled {
        private final Operation operation;
        private final WorkloadStep of;
        private final long dueNs;
        private final long sentNs;
        private Status status = Status.BATCHED_OK;

        Row(Operation operation, WorkloadStep of, long dueNs, long sentNs) {
            this.operation = operation;
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
                under.record(operation, dueNs, sentNs, outcome, attempts);
                of.rowSettled(outcome);
                recordIfOver(of, under);
                stopIfOver(under);
            }
        }
    }

    /**
     * Turn of a workload with the outcome of its calls. It lasts until the workload has returned and every row it left waiting in a batch
     * is settled. One thread.
     */
    private static final class WorkloadStep {
        private final long dueNs;

        /** Worst outcome of the calls that ended so far: the first that failed, of those unknown if there are any. */
        private Outcome worst = Outcome.OK;

        /** Time at which the workload was called; known once it has returned. */
        private long sentNs = -1;

        private int waiting;

        WorkloadStep(long dueNs) {
            this.dueNs = dueNs;
        }

        void ended(Outcome call) {
            worst = switch (worst) {
                case Outcome.Ok ok -> call instanceof Outcome.Ok ? ok : call;
                case Outcome.Refused refused -> call instanceof Outcome.Unknown ? call : refused;
                case Outcome.Unknown unknown -> unknown;
            };
        }

        /** Counts a row that waits in a batch. */
        void rowWaits() {
            waiting++;
        }

        void rowSettled(Outcome row) {
            waiting--;
            ended(row);
        }

        /** Records that the workload has returned, with its verdict on its calls; rows that wait may still spoil it. */
        void returned(long calledNs, Outcome verdict) {
            sentNs = calledNs;
            worst = verdict;
        }

        /** Tells whether nothing more can come. */
        boolean over() {
            return sentNs >= 0 && waiting == 0;
        }
    }
}
