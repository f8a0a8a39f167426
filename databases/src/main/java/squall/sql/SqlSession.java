package squall.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import squall.database.Database;
import squall.spi.CallContext;
import squall.spi.Outcome;
import squall.sql.RetryState.AttemptFailure;
import squall.sql.RetryState.AttemptFailure.Remedy;
import squall.sql.driver.DriverFamily;
import squall.sql.driver.SqlSettings;

/**
 * Session on one connection: runs units of work and reconnects by itself after the connection broke. The clients of a load extend it with
 * their operations.
 *
 * <p>Used by one thread at a time, except {@link #abort}.
 *
 * <p>A unit is sent again only if it is certainly not applied or idempotent, at most {@code retries} times: after a serialization failure,
 * deadlock or stale plan, and, on a new connection, after the old one broke. A timeout is final. When the run is ending, connections are
 * waited for no longer, but collisions are still retried.
 *
 * @param <S> the prepared statements of the load, prepared again on each connection, with which they end
 */
public class SqlSession<S> implements Database.Client {
    /** Code of an acknowledgement that no standby confirmed although one was waited for. */
    public static final String WEAK_ACKNOWLEDGEMENT = "weak-ack";

    /** Function that prepares the load's statements on a new connection. */
    public interface Preparation<S> {
        /**
         * Prepares the statements. May be called from another thread than the session's, before that one sees the result. Statements must
         * be created on this connection, here or later: only then are the warnings of writes outside transactions read.
         */
        S on(Connection connection) throws SQLException;
    }

    /** Unit of work on prepared statements. Returns an acknowledged outcome, or its own refusal. */
    public interface SqlWork<S> {
        Outcome run(S statements) throws SQLException;
    }

    private enum Commit {
        BY_STATEMENT,
        BY_SESSION
    }

    private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** Maximum pause in a run that is ending: the transactions that a unit collided with are ending too. */
    private static final long LAST_PAUSE_NS = Duration.ofMillis(20).toNanos();

    private final SqlSettings settings;
    private final SqlErrors errors;
    private final ReconnectingConnection<S> reconnecting;
    private final Backoff collisions;
    private final boolean connectionPerUnit;
    private int attempts = 1;

    /**
     * Creates a session that connects with its first unit; see {@link #opened}.
     *
     * @param number distributes sessions over the endpoints
     */
    protected SqlSession(SqlDatabase database, int number, Preparation<S> preparation) {
        this(database.connector(), DriverFamily.Purpose.WORK, number, preparation);
    }

    /**
     * Creates a session as above that connects to one server and no other, primary or not: its units are refused while that server does not
     * answer.
     *
     * @param endpoint one of {@link SqlDatabase#endpoints}
     */
    protected SqlSession(SqlDatabase database, String endpoint, Preparation<S> preparation) {
        this(
                database.connector().only(database.endpoints().indexOf(endpoint)),
                DriverFamily.Purpose.WORK,
                0,
                preparation);
    }

    SqlSession(JdbcConnector connector, DriverFamily.Purpose purpose, int number, Preparation<S> preparation) {
        settings = connector.settings();
        errors = new SqlErrors(connector.dialect());
        reconnecting = new ReconnectingConnection<>(connector, purpose, number, preparation);
        collisions = new Backoff(FIRST_PAUSE, LONGEST_PAUSE, number);
        connectionPerUnit =
                purpose == DriverFamily.Purpose.WORK && connector.terms().connectionPerUnit();
    }

    /**
     * Connects a session, so that no unit's latency includes connecting; does nothing where each unit has a connection of its own, because
     * there it belongs to the unit. Waits its turn where thousands open at once.
     *
     * @return the session
     * @throws IOException if no endpoint accepts it within {@code reconnectWithin}; the message has the reason
     */
    public static <T extends SqlSession<?>> T opened(T session) throws IOException, InterruptedException {
        session.open();
        return session;
    }

    final void open() throws IOException, InterruptedException {
        if (!connectionPerUnit) {
            reconnecting.open(settings.reconnectWithin());
        }
    }

    /**
     * Runs one statement that commits itself. Connects first if there is no connection, waiting with jittered back-off up to the settings'
     * bound; retries what may be retried.
     *
     * @throws InterruptedException if interrupted before anything was sent; later interrupts end the waiting, and stay set
     */
    public final Outcome statement(WorkEffect effect, CallContext call, SqlWork<S> work) throws InterruptedException {
        return unit(effect, call, work, settings.autocommit() ? Commit.BY_STATEMENT : Commit.BY_SESSION);
    }

    /**
     * Runs the work and commits it; an outcome that is not acknowledged, or an exception, rolls it back.
     *
     * @throws InterruptedException as {@link #statement}
     */
    public final Outcome transaction(WorkEffect effect, CallContext call, SqlWork<S> work) throws InterruptedException {
        return unit(effect, call, work, Commit.BY_SESSION);
    }

    @Override
    public final int attempts() {
        return Math.max(1, attempts);
    }

    /** Returns the label of the endpoint it is connected to; empty if it is not connected. */
    public final String endpoint() {
        return reconnecting.endpoint();
    }

    /**
     * Closes the socket under a call that another thread is blocked in. May be called from any thread; does not block. The session connects
     * no more: later units are refused.
     */
    @Override
    public final void abort() {
        reconnecting.abort();
    }

    /** Closes the connection, in bounded time, without waiting. */
    @Override
    public final void close() {
        reconnecting.close();
    }

    /** Runs one unit: connects if there is no connection, sends, and sends again as long as {@link RetryState} allows it. */
    private Outcome unit(WorkEffect effect, CallContext call, SqlWork<S> work, Commit commit)
            throws InterruptedException {
        attempts = 0;
        RetryState retry = null; // made by the first failure, as nearly every unit succeeds at once
        try {
            while (true) {
                StatementConnection<S> live = reconnecting.live(call);
                if (live == null) {
                    retry = retry == null ? retryState(effect, call) : retry;
                    Outcome refusal = connect(call, retry.deadlineNs());
                    if (refusal != null) {
                        return retry.outcome(refusal);
                    }
                    continue;
                }
                attempts++;
                AttemptFailure failure;
                try {
                    return commit == Commit.BY_STATEMENT
                            ? live.statement(effect, work)
                            : live.transaction(effect, work);
                } catch (SQLException e) {
                    failure = errors.failure(e, effect, live.decided(work));
                } catch (RuntimeException | Error e) {
                    // The load's own code failed, with a transaction in some state: the next unit must not inherit it.
                    reconnecting.drop(
                            call,
                            ReconnectingConnection.refused("load-failed", "the work failed outside the database"));
                    throw e;
                }
                retry = retry == null ? retryState(effect, call) : retry;
                cleanUp(live, call, failure);
                RetryState.Next next =
                        reconnecting.aborted() ? RetryState.Next.GIVE_UP : retry.next(failure, call.nowNs());
                boolean again = switch (next) {
                    case GIVE_UP -> false;
                    case AT_ONCE -> !call.stopping();
                    case AFTER_PAUSE -> pause(call);
                };
                if (!again) {
                    return retry.outcome(failure.outcome());
                }
            }
        } finally {
            if (connectionPerUnit) {
                reconnecting.release(call);
            }
        }
    }

    private RetryState retryState(WorkEffect effect, CallContext call) {
        collisions.reset();
        return new RetryState(effect, settings.retries(), settings.reconnectWithin(), call.nowNs());
    }

    /** Connects, and returns why there is no connection, or null. An interrupt after the unit was sent only ends the waiting. */
    private @Nullable Outcome connect(CallContext call, long deadlineNs) throws InterruptedException {
        try {
            return reconnecting.connect(call, deadlineNs);
        } catch (InterruptedException e) {
            if (attempts == 0) {
                throw e;
            }
            Thread.currentThread().interrupt();
            return reconnecting.refusal();
        }
    }

    /** Rolls back what failed, and gives up a connection that is of no more use. */
    private void cleanUp(StatementConnection<S> live, CallContext call, AttemptFailure failure) {
        Outcome.Refused reason =
                ReconnectingConnection.refused(failure.outcome().code(), "the connection broke");
        if (failure.remedy() == Remedy.LEAVE) {
            reconnecting.leave(call, reason);
        } else if (failure.remedy() == Remedy.RECONNECT || !live.rollBack()) {
            reconnecting.drop(call, reason);
        }
    }

    /**
     * Pauses before another attempt. A run that is ending waits for calls in progress, and so for units that have only to be sent again:
     * giving those up would count as failures what only the end of the run kept from succeeding. A caller that cannot wait aborts the
     * session.
     */
    private boolean pause(CallContext call) {
        long pauseNs = collisions.nextNs();
        try {
            if (!Backoff.pause(call, pauseNs)) {
                Thread.sleep(Duration.ofNanos(pauseNs % LAST_PAUSE_NS));
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Unit of work that commits itself, but not with its first step: until its last one was passed to the driver, nothing of it can have
     * been applied.
     */
    public interface StagedWork<S> extends SqlSession.SqlWork<S> {
        /** Returns whether the last run passed the step that commits to the driver. */
        boolean handedOver();
    }
}
