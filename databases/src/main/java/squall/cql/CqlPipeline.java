package squall.cql;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.Effect;
import squall.sql.Failure;
import squall.sql.Trial;

/**
 * Sends many independent writes at once, each harmless twice, and accounts for every one. Those that may be sent again go together, up
 * to {@code retries} times. One thread at a time, except {@link #abort}.
 */
public final class CqlPipeline implements AutoCloseable {
    /** Told once for each statement, by its place. */
    public interface Outcomes {
        void statement(int place, Outcome outcome, int attempts);
    }

    private final CqlDatabase database;
    private final Patience patience;
    private volatile boolean aborted;
    private volatile List<CompletableFuture<AsyncResultSet>> underWay = List.of();

    CqlPipeline(CqlDatabase database, int number) {
        this.database = database;
        this.patience = new Patience(database, number);
    }

    /** The statement of this text, which everybody shares. */
    public PreparedStatement prepared(String text) throws InterruptedException {
        return Await.on(database.prepared(text, Effect.IDEMPOTENT));
    }

    /**
     * Sends all statements; returns when each has its outcome.
     *
     * @throws InterruptedException if interrupted meanwhile; all have been told all the same
     */
    public void send(List<? extends Statement<?>> statements, Turn turn, Outcomes outcomes)
            throws InterruptedException {
        List<Parcel> pending = new ArrayList<>();
        for (Statement<?> statement : statements) {
            pending.add(new Parcel(pending.size(), statement));
        }
        pending = round(pending, outcomes);
        Trial trial = patience.trial(Effect.IDEMPOTENT, turn);
        while (!pending.isEmpty()
                && !aborted
                && patience.again(trial, pending.get(0).failure(), turn)) {
            pending = round(pending, outcomes);
        }
        pending.forEach(parcel -> outcomes.statement(parcel.place(), parcel.outcome(), parcel.attempts()));
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while statements were under way");
        }
    }

    /** Ends what another thread is waiting for. From any thread; does not block. Later statements are refused. */
    public void abort() {
        aborted = true;
        underWay.forEach(call -> call.cancel(true));
    }

    /** Nothing is the pipeline's own. */
    @Override
    public void close() {
        abort();
    }

    /** Sends all at once. @return those that may be sent again */
    private List<Parcel> round(List<Parcel> parcels, Outcomes outcomes) {
        List<CompletableFuture<AsyncResultSet>> calls = new ArrayList<>();
        parcels.forEach(parcel -> calls.add(parcel.send(database)));
        underWay = List.copyOf(calls);
        if (aborted) {
            abort();
        }
        List<Parcel> again = new ArrayList<>();
        boolean interrupted = false;
        for (int i = 0; i < parcels.size(); i++) {
            Parcel parcel = parcels.get(i);
            try {
                parcel.answered(
                        database.traffic().answered(Await.on(calls.get(i)).getExecutionInfo()));
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

    private void fail(Parcel parcel, RuntimeException e, List<Parcel> again, Outcomes outcomes) {
        database.traffic().hidden(e);
        Failure failure = database.errors().failure(e, Effect.IDEMPOTENT, true);
        parcel.failed(failure, CqlErrors.attempts(e));
        if (parcel.repeatable()) {
            again.add(parcel);
        } else {
            outcomes.statement(parcel.place(), parcel.outcome(), parcel.attempts());
        }
    }
}
