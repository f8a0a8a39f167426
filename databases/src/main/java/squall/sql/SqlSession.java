package squall.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.RetryState.AttemptFailure.Remedy;
import squall.sql.driver.DriverFamily;
import squall.sql.driver.SqlSettings;

/**
 * One connection's life: runs units of work and comes back by itself after the connection broke.
 *
 * <p>One thread at a time, except {@link #abort}.
 *
 * <p>A unit is sent again only if it is certainly not applied or harmless twice, at most {@code retries} times: after a serialization
 * failure, deadlock or stale plan, and, on a new connection, after the old one broke. A timeout is final. When the run is ending,
 * connections are waited for no longer, but collisions are still retried.
 *
 * @param <S> the prepared statements of the load, prepared again on each connection
 */
public final class SqlSession<S extends AutoCloseable> implements AutoCloseable {
    /** The code of an acknowledgement that no standby confirmed although one was waited for. */
    public static final String WEAK_ACKNOWLEDGEMENT = "weak-ack";

    /** Prepares the load's statements on a fresh connection. */
    public interface Preparation<S> {
        /**
         * May be called from another thread than the session's, before that one sees the result. Statements must be made on this
         * connection, here or later: only then are the warnings of writes outside transactions read.
         */
        S on(Connection connection) throws SQLException;
    }

    /** One unit of work on prepared statements. Returns an acknowledged outcome, or its own refusal. */
    public interface SqlWork<S> {
        Outcome run(S statements) throws SQLException;
    }

    private enum Commit {
        BY_STATEMENT,
        BY_SESSION
    }

    private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** Of a run that is ending: those that a unit collided with are ending too. */
    private static final long LAST_PAUSE_NS = Duration.ofMillis(20).toNanos();

    private final SqlSettings settings;
    private final SqlErrors errors;
    private final ReconnectingConnection<S> reconnecting;
    private final Backoff collisions;
    private final boolean connectionPerUnit;
    private int attempts = 1;

    SqlSession(JdbcConnector connector, DriverFamily.Purpose purpose, int number, Preparation<S> preparation) {
        settings = connector.settings();
        errors = new SqlErrors(connector.dialect());
        reconnecting = new ReconnectingConnection<>(connector, purpose, number, preparation);
        collisions = new Backoff(FIRST_PAUSE, LONGEST_PAUSE, number);
        connectionPerUnit =
                purpose == DriverFamily.Purpose.WORK && connector.terms().connectionPerUnit();
    }

    /**
     * Connects now, so that connecting falls into no unit's latency. Not where each unit has a connection of its own, for there it belongs
     * to the unit.
     *
     * @throws IOException if no endpoint takes the session within {@code reconnectWithin}
     */
    SqlSession<S> opened() throws IOException, InterruptedException {
        if (!connectionPerUnit) {
            reconnecting.open(settings.reconnectWithin());
        }
        return this;
    }

    /**
     * Runs one statement that commits itself. Connects first if there is no connection, waiting with jittered back-off up to the
     * settings' bound; retries what may be retried.
     *
     * @throws InterruptedException if interrupted before anything was sent; later interrupts end the waiting, and stay set
     */
    public Outcome statement(WorkEffect effect, Turn turn, SqlWork<S> work) throws InterruptedException {
        return unit(effect, turn, work, settings.autocommit() ? Commit.BY_STATEMENT : Commit.BY_SESSION);
    }

    /**
     * Runs the work and commits it; an outcome that is not acknowledged, or an exception, rolls it back.
     *
     * @throws InterruptedException as {@link #statement}
     */
    public Outcome transaction(WorkEffect effect, Turn turn, SqlWork<S> work) throws InterruptedException {
        return unit(effect, turn, work, Commit.BY_SESSION);
    }

    /** How often the last unit of work was sent, at least 1. */
    public int attempts() {
        return Math.max(1, attempts);
    }

    /** The endpoint it is connected to, by its label; empty if it is not connected. */
    public String endpoint() {
        return reconnecting.endpoint();
    }

    /**
     * Closes the socket under a call that another thread is blocked in. From any thread; does not block. The session connects no more:
     * later units are refused.
     */
    public void abort() {
        reconnecting.abort();
    }

    /** Closes the connection, in bounded time: nothing is waited for. */
    @Override
    public void close() {
        reconnecting.close();
    }

    private Outcome unit(WorkEffect effect, Turn turn, SqlWork<S> work, Commit commit) throws InterruptedException {
        try {
            return tried(effect, turn, work, commit);
        } finally {
            if (connectionPerUnit) {
                reconnecting.release(turn);
            }
        }
    }

    private Outcome tried(WorkEffect effect, Turn turn, SqlWork<S> work, Commit commit) throws InterruptedException {
        attempts = 0;
        RetryState retry = null;
        while (true) {
            StatementConnection<S> live = reconnecting.live(turn);
            if (live == null) {
                retry = retry == null ? retry(effect, turn) : retry;
                Outcome refusal = connected(turn, retry);
                if (refusal != null) {
                    return retry.outcome(refusal);
                }
                continue;
            }
            attempts++;
            try {
                return run(live, effect, turn, work, commit);
            } catch (SQLException e) {
                RetryState.AttemptFailure failure = errors.failure(e, effect, live.decided(work));
                retry = retry == null ? retry(effect, turn) : retry;
                tidy(live, turn, failure);
                if (!again(retry, turn, failure)) {
                    return retry.outcome(failure.outcome());
                }
            }
        }
    }

    private RetryState retry(WorkEffect effect, Turn turn) {
        collisions.reset();
        return new RetryState(effect, settings.retries(), settings.reconnectWithin(), turn.nowNs());
    }

    private Outcome run(StatementConnection<S> live, WorkEffect effect, Turn turn, SqlWork<S> work, Commit commit)
            throws SQLException {
        boolean ended = false;
        try {
            Outcome outcome =
                    commit == Commit.BY_STATEMENT ? live.statement(effect, work) : live.transaction(effect, work);
            ended = true;
            return outcome;
        } catch (SQLException e) {
            ended = true;
            throw e;
        } finally {
            if (!ended) {
                // The load's own code failed, with a transaction in some state: the next unit must not inherit it.
                reconnecting.drop(
                        turn, ReconnectingConnection.refused("load-failed", "the work failed outside the database"));
            }
        }
    }

    private @Nullable Outcome connected(Turn turn, RetryState retry) throws InterruptedException {
        try {
            return reconnecting.connect(turn, retry.deadlineNs());
        } catch (InterruptedException e) {
            if (attempts == 0) {
                throw e;
            }
            Thread.currentThread().interrupt();
            return reconnecting.refusal();
        }
    }

    private void tidy(StatementConnection<S> live, Turn turn, RetryState.AttemptFailure failure) {
        Outcome.Refused reason =
                ReconnectingConnection.refused(failure.outcome().code(), "the connection broke");
        if (failure.remedy() == Remedy.LEAVE) {
            reconnecting.leave(turn, reason);
        } else if (failure.remedy() == Remedy.RECONNECT || !live.rollBack()) {
            reconnecting.drop(turn, reason);
        }
    }

    private boolean again(RetryState retry, Turn turn, RetryState.AttemptFailure failure) {
        if (reconnecting.aborted()) {
            return false;
        }
        return switch (retry.next(failure, turn.nowNs())) {
            case GIVE_UP -> false;
            case AT_ONCE -> !turn.stopping();
            case AFTER_PAUSE -> paused(turn);
        };
    }

    /**
     * A run that is ending waits for calls under way, and so for units that have only to be sent again: giving those up would count as
     * failures what only the end of the run kept from succeeding. A caller that cannot wait aborts the session.
     */
    private boolean paused(Turn turn) {
        long pauseNs = collisions.nextNs();
        try {
            if (!Backoff.pause(turn, pauseNs)) {
                Thread.sleep(Duration.ofNanos(pauseNs % LAST_PAUSE_NS));
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Work that commits itself, but not with its first step: until its last one was handed to the driver, nothing of it can have been
     * applied.
     */
    public interface StagedWork<S> extends SqlSession.SqlWork<S> {
        /** Whether the last run got as far as handing over the step that commits. */
        boolean handedOver();
    }
}
