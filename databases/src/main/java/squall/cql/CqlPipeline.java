package squall.cql;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import squall.cql.CqlHandle.CqlBackoff;
import squall.cql.driver.DriverAwait;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.RetryState;
import squall.sql.RetryState.AttemptFailure;
import squall.sql.RetryState.AttemptFailure.Remedy;
import squall.sql.WorkEffect;

/**
 * Pipeline that sends many independent idempotent writes at once, and reports the outcome of each. Failed writes that may be sent again are
 * resent together, up to {@code retries} times. Used by one thread at a time, except {@link #abort}.
 */
public class CqlPipeline implements AutoCloseable {
    /** Receiver that is called once for each statement, by its index. */
    public interface Outcomes {
        void statement(int place, Outcome outcome, int attempts);
    }

    private final CqlDatabase database;
    private final CqlBackoff backoff;
    private volatile boolean aborted;
    private volatile List<CompletableFuture<AsyncResultSet>> underWay = List.of();

    /** @param number seeds its waits */
    public CqlPipeline(CqlDatabase database, int number) {
        this.database = database;
        this.backoff = new CqlBackoff(database, number);
    }

    /** Returns the prepared statement with this text, shared by all users. */
    public final PreparedStatement prepared(String text) throws InterruptedException {
        return DriverAwait.on(database.prepared(text, WorkEffect.IDEMPOTENT));
    }

    /**
     * Sends all statements; returns when each has its outcome.
     *
     * @throws InterruptedException if interrupted meanwhile; all outcomes have still been reported
     */
    public final void send(List<? extends Statement<?>> statements, Turn turn, Outcomes outcomes)
            throws InterruptedException {
        List<PipelinedStatement> pending = new ArrayList<>();
        for (Statement<?> statement : statements) {
            pending.add(new PipelinedStatement(pending.size(), statement));
        }
        pending = round(pending, outcomes);
        RetryState retry = backoff.retry(WorkEffect.IDEMPOTENT, turn);
        while (!pending.isEmpty()
                && !aborted
                && backoff.again(retry, pending.get(0).failure(), turn)) {
            pending = round(pending, outcomes);
        }
        pending.forEach(parcel -> outcomes.statement(parcel.place(), parcel.outcome(), parcel.attempts()));
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while statements were in flight");
        }
    }

    /** Aborts the calls that another thread is waiting for. May be called from any thread; does not block. Later statements are refused. */
    public final void abort() {
        aborted = true;
        underWay.forEach(call -> call.cancel(true));
    }

    /** Aborts the calls in progress; the pipeline owns no connection. */
    @Override
    public final void close() {
        abort();
    }

    /** Sends all at once. @return those that may be sent again */
    private List<PipelinedStatement> round(List<PipelinedStatement> parcels, Outcomes outcomes) {
        List<CompletableFuture<AsyncResultSet>> calls = new ArrayList<>();
        parcels.forEach(parcel -> calls.add(parcel.send(database)));
        underWay = List.copyOf(calls);
        if (aborted) {
            abort();
        }
        List<PipelinedStatement> again = new ArrayList<>();
        boolean interrupted = false;
        for (int i = 0; i < parcels.size(); i++) {
            PipelinedStatement parcel = parcels.get(i);
            try {
                parcel.answered(
                        database.traffic().answered(DriverAwait.on(calls.get(i)).getExecutionInfo()));
                outcomes.statement(parcel.place(), Outcome.OK, parcel.attempts());
            } catch (DriverException | CancellationException e) {
                fail(parcel, e, again, outcomes);
            } catch (InterruptedException e) {
                interrupted = true;
                abort();
                fail(parcel, new CancellationException("interrupted"), again, outcomes);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return again;
    }

    private void fail(
            PipelinedStatement parcel, RuntimeException e, List<PipelinedStatement> again, Outcomes outcomes) {
        database.traffic().hidden(e);
        AttemptFailure failure = database.errors().failure(e, WorkEffect.IDEMPOTENT, true);
        parcel.failed(failure, CqlErrors.attempts(e));
        if (parcel.repeatable()) {
            again.add(parcel);
        } else {
            outcomes.statement(parcel.place(), parcel.outcome(), parcel.attempts());
        }
    }

    /** Statement of a {@link CqlPipeline} that was sent, or is to be. Used by one thread. */
    private static final class PipelinedStatement {
        private final int place;
        private final Statement<?> statement;
        private int attempts;
        private RetryState.@Nullable AttemptFailure failure;
        private Outcome.@Nullable Unknown lost;

        PipelinedStatement(int place, Statement<?> statement) {
            this.place = place;
            this.statement = statement;
        }

        int place() {
            return place;
        }

        int attempts() {
            return Math.max(1, attempts);
        }

        /** Sends it, once more or for the first time. */
        CompletableFuture<AsyncResultSet> send(CqlDatabase database) {
            return database.session().executeAsync(statement).toCompletableFuture();
        }

        /** Returns the failure of its last attempt. */
        AttemptFailure failure() {
            if (failure == null) {
                throw new IllegalStateException("statement " + place + " has not failed");
            }
            return failure;
        }

        /** Records an answered attempt, and how often the driver had sent it. */
        void answered(int sent) {
            attempts += sent;
        }

        /** Records a failed attempt, and how often the driver had sent it. */
        void failed(AttemptFailure judged, int sent) {
            attempts += sent;
            failure = judged;
            if (lost == null && judged.outcome() instanceof Outcome.Unknown unknown) {
                lost = unknown;
            }
        }

        /** Returns whether it may be sent again: after a complete timeout its outcome is final. */
        boolean repeatable() {
            boolean timedOut = switch (failure().outcome()) {
                case Outcome.Ok ok -> true;
                case Outcome.Refused refused -> refused.error().kind() == ErrorKind.TIMEOUT;
                case Outcome.Unknown unknown -> unknown.error().kind() == ErrorKind.TIMEOUT;
            };
            return failure().remedy() != Remedy.NONE && !timedOut;
        }

        /** Returns its outcome if that was its last attempt: once an answer was lost, the outcome stays unknown. */
        Outcome outcome() {
            return lost == null ? failure().outcome() : lost;
        }
    }
}
