package squall.cql;

import com.datastax.oss.driver.api.core.DriverException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import squall.cql.driver.CqlSettings;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.Backoff;
import squall.sql.RetryState;
import squall.sql.WorkEffect;

/**
 * One session's part in the driver session that all share: runs units of work, and waits for nodes to come back.
 *
 * <p>One thread at a time, except {@link #abort}.
 *
 * <p>The driver asks the next node by itself where the first was certainly not able to, or the statement is harmless twice; such
 * attempts count. Beyond that a unit is sent again only if it is certainly not applied or harmless twice, at most {@code retries} times,
 * after a conflict, or after a node went. A timeout is final.
 */
public final class CqlHandle implements AutoCloseable {
    /** One unit of work. Returns an acknowledged outcome, or its own refusal. */
    public interface Work {
        Outcome run(CqlUnitOfWork exchange) throws InterruptedException;
    }

    private final CqlDatabase database;
    private final CqlErrors errors;
    private final CqlBackoff backoff;
    private final CqlUnitOfWork exchange;
    private int attempts = 1;

    CqlHandle(CqlDatabase database, int number) {
        this.database = database;
        this.errors = database.errors();
        this.backoff = new CqlBackoff(database, number);
        this.exchange = new CqlUnitOfWork(database);
    }

    /**
     * Runs one unit of work: any number of reads, or one statement that writes.
     * @throws InterruptedException if interrupted before anything was sent; later the outcome is returned, and the interrupt flag stays set
     */
    public Outcome unit(WorkEffect effect, Turn turn, Work work) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before a statement was sent");
        }
        attempts = 0;
        RetryState retry = null;
        while (true) {
            RetryState.AttemptFailure failure;
            try {
                return attempt(effect, work);
            } catch (DriverException | CancellationException e) {
                failure = failed(e, effect);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                failure = failed(new CancellationException("interrupted while a statement was in flight"), effect);
            }
            retry = retry == null ? backoff.retry(effect, turn) : retry;
            if (exchange.aborted() || !backoff.again(retry, failure, turn)) {
                return retry.outcome(failure.outcome());
            }
        }
    }

    private Outcome attempt(WorkEffect effect, Work work) throws InterruptedException {
        exchange.begin(effect);
        Outcome outcome = work.run(exchange);
        attempts += exchange.attempts();
        return outcome;
    }

    private RetryState.AttemptFailure failed(RuntimeException e, WorkEffect effect) {
        database.traffic().hidden(e);
        attempts += exchange.attempts() + (exchange.handedOver() ? CqlErrors.attempts(e) : 0);
        return errors.failure(e, effect, exchange.handedOver());
    }

    /** How often the last unit was sent, by the driver or by this handle; at least 1. */
    public int attempts() {
        return Math.max(1, attempts);
    }

    /** Ends a call that another thread is blocked in. From any thread; does not block. Later units are refused. */
    public void abort() {
        exchange.abort();
    }

    /** Nothing is the handle's own. */
    @Override
    public void close() {
        exchange.abort();
    }

    /** Waits between attempts, and for nodes. One thread. */
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
        RetryState retry(WorkEffect effect, Turn turn) {
            backoff.reset();
            CqlSettings.Limits limits = database.settings().limits();
            return new RetryState(effect, limits.retries(), limits.reconnectWithin(), turn.nowNs());
        }

        /** Whether to try again; waits until it is time to. */
        boolean again(RetryState retry, RetryState.AttemptFailure failure, Turn turn) {
            try {
                return switch (retry.next(failure, turn.nowNs())) {
                    case GIVE_UP -> false;
                    // At once would hit the same node, or none: which of them is gone spreads through the driver in
                    // milliseconds.
                    case AT_ONCE, AFTER_PAUSE -> Backoff.pause(turn, backoff.nextNs()) && reachable(retry, turn);
                };
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        private boolean reachable(RetryState retry, Turn turn) throws InterruptedException {
            while (!database.reachable()) {
                if (turn.nowNs() >= retry.deadlineNs() || !Backoff.pause(turn, backoff.nextNs())) {
                    return false;
                }
            }
            return true;
        }
    }
}
