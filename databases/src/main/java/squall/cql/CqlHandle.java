package squall.cql;

import com.datastax.oss.driver.api.core.DriverException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import squall.cql.driver.CqlSettings;
import squall.database.Database;
import squall.spi.CallContext;
import squall.spi.Outcome;
import squall.sql.Backoff;
import squall.sql.RetryState;
import squall.sql.RetryState.AttemptFailure;
import squall.sql.WorkEffect;

/**
 * Handle of one session on the driver session that all share: runs units of work, and waits for nodes to come back. The clients of a load
 * extend it with their operations.
 *
 * <p>Used by one thread at a time, except {@link #abort}.
 *
 * <p>The driver tries the next node by itself where the first certainly did not apply the statement, or the statement is idempotent; such
 * attempts count. Beyond that a unit is sent again only if it is certainly not applied or idempotent, at most {@code retries} times, after
 * a conflict, or after a node failed. A timeout is final.
 */
public class CqlHandle implements Database.Client {
    /** Unit of work. Returns an acknowledged outcome, or its own refusal. */
    public interface Work {
        Outcome run(CqlUnitOfWork exchange) throws InterruptedException;
    }

    private final CqlDatabase database;
    private final CqlErrors errors;
    private final CqlBackoff backoff;
    private final CqlUnitOfWork exchange;
    private int attempts = 1;

    /** @param number seeds its waits */
    public CqlHandle(CqlDatabase database, int number) {
        this.database = database;
        this.errors = database.errors();
        this.backoff = new CqlBackoff(database, number);
        this.exchange = new CqlUnitOfWork(database);
    }

    /**
     * Runs one unit of work: any number of reads, or one statement that writes.
     *
     * @throws InterruptedException if interrupted before anything was sent; later the outcome is returned, and the interrupt flag stays set
     */
    public final Outcome unit(WorkEffect effect, CallContext call, Work work) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before a statement was sent");
        }
        attempts = 0;
        RetryState retry = null;
        while (true) {
            AttemptFailure failure;
            try {
                return attempt(effect, work);
            } catch (DriverException | CancellationException e) {
                failure = failed(e, effect);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                failure = failed(new CancellationException("interrupted while a statement was in flight"), effect);
            }
            retry = retry == null ? backoff.retry(effect, call) : retry;
            if (exchange.aborted() || !backoff.again(retry, failure, call)) {
                return retry.outcome(failure.outcome());
            }
        }
    }

    /** Runs a further unit of the same operation, as {@link #unit} does; the repetitions of the unit before it still count. */
    protected final Outcome furtherUnit(WorkEffect effect, CallContext call, Work work) throws InterruptedException {
        int repetitions = attempts() - 1;
        Outcome outcome = unit(effect, call, work);
        attempts = attempts() + repetitions;
        return outcome;
    }

    private Outcome attempt(WorkEffect effect, Work work) throws InterruptedException {
        exchange.begin(effect);
        Outcome outcome = work.run(exchange);
        attempts += exchange.attempts();
        return outcome;
    }

    private AttemptFailure failed(RuntimeException e, WorkEffect effect) {
        database.traffic().hidden(e);
        attempts += exchange.attempts() + (exchange.handedOver() ? CqlErrors.attempts(e) : 0);
        return errors.failure(e, effect, exchange.handedOver());
    }

    protected final CqlDatabase database() {
        return database;
    }

    /** Returns how often the last unit was sent, by the driver or by this handle, with the repetitions of those it continued; at least 1. */
    @Override
    public final int attempts() {
        return Math.max(1, attempts);
    }

    @Override
    public final void abort() {
        exchange.abort();
    }

    /** Aborts a call in progress; the handle owns no connection. */
    @Override
    public final void close() {
        exchange.abort();
    }

    /** Wait between attempts, and for nodes. Used by one thread. */
    static final class CqlBackoff {
        private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
        private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

        private final CqlDatabase database;
        private final Backoff backoff;

        CqlBackoff(CqlDatabase database, long seed) {
            this.database = database;
            this.backoff = new Backoff(FIRST_PAUSE, LONGEST_PAUSE, seed);
        }

        /** Begins with a unit whose first attempt just failed. */
        RetryState retry(WorkEffect effect, CallContext call) {
            backoff.reset();
            CqlSettings.Limits limits = database.settings().limits();
            return new RetryState(effect, limits.retries(), limits.reconnectWithin(), call.nowNs());
        }

        /** Returns whether to try again, after waiting until it is time to. */
        boolean again(RetryState retry, AttemptFailure failure, CallContext call) {
            try {
                return switch (retry.next(failure, call.nowNs())) {
                    case GIVE_UP -> false;
                    // An immediate attempt would reach the same node, or none: which of them is gone spreads through
                    // the driver in milliseconds.
                    case AT_ONCE, AFTER_PAUSE -> Backoff.pause(call, backoff.nextNs()) && reachable(retry, call);
                };
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        private boolean reachable(RetryState retry, CallContext call) throws InterruptedException {
            while (!database.reachable()) {
                if (call.nowNs() >= retry.deadlineNs() || !Backoff.pause(call, backoff.nextNs())) {
                    return false;
                }
            }
            return true;
        }
    }
}
