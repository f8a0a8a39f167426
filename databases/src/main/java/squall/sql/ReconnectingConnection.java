package squall.sql;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.spi.CallContext;
import squall.spi.ConnectionStep;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.driver.ConnectionAttempt;
import squall.sql.driver.DriverFamily;

/**
 * Connection of one session that reconnects: finds a server that answers, beginning at home, and returns home later. Used by one thread,
 * except {@link #abort}.
 *
 * <p>Home is the session's own endpoint, by which sessions are distributed. Each endpoint gets its own connect timeout; after a round over
 * all of them there is a pause of {@link Backoff}. Pauses carry over from one unit of work to the next, so each session tries a dead server
 * about once a second however many units are due.
 */
final class ReconnectingConnection<S> {
    private static final Logger LOG = LoggerFactory.getLogger(ReconnectingConnection.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(25);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /**
     * Interval of stays: a session returns from another host after one to two times this interval, random each time, so that sessions do
     * not all return at once.
     */
    private static final Duration STAY = Duration.ofSeconds(5);

    private static final int NOWHERE = -1;

    private final JdbcConnector connector;
    private final DriverFamily.Purpose purpose;
    private final SqlSession.Preparation<S> preparation;
    private final int number;
    private final Backoff backoff;
    private final Backoff stays;
    private volatile @Nullable StatementConnection<S> live;
    private volatile boolean aborted;
    private Outcome.Refused refusal = refused("not-connected", "not connected yet");
    private @Nullable CompletableFuture<StatementConnection<S>> returning;
    private int home;
    private int candidate;
    private int left = NOWHERE;
    private int refusals;
    private boolean broken;
    private long notBeforeNs;
    private long returnAtNs;

    ReconnectingConnection(
            JdbcConnector connector, DriverFamily.Purpose purpose, int number, SqlSession.Preparation<S> preparation) {
        this.connector = connector;
        this.purpose = purpose;
        this.preparation = preparation;
        this.number = number;
        this.backoff = new Backoff(FIRST_PAUSE, LONGEST_PAUSE, number);
        this.stays = new Backoff(STAY, STAY, number);
        this.home = number % connector.endpoints().size();
        this.candidate = home;
    }

    /** Returns the connection, if there is one. */
    @Nullable
    StatementConnection<S> live(CallContext call) {
        StatementConnection<S> now = live;
        if (now == null || now.endpoint() == home) {
            return now;
        }
        return returned(now, call.nowNs());
    }

    /**
     * Connects before the run has a clock: tries one endpoint after the other, beginning at home, with pauses between rounds. Waits first
     * while too many others are connecting.
     *
     * @throws IOException if no endpoint accepted the session within this time; with the reason of the last one
     */
    void open(Duration timeouts) throws IOException, InterruptedException {
        connector.opening().acquire();
        try {
            long beganNs = System.nanoTime();
            while (!tryCandidate(null)) {
                if (System.nanoTime() - beganNs >= timeouts.toNanos()) {
                    throw new IOException(noConnection(timeouts));
                }
                Thread.sleep(Duration.ofNanos(notBeforeNs));
                notBeforeNs = 0;
            }
        } finally {
            connector.opening().release();
        }
    }

    /**
     * Connects, waiting where it must until the deadline or until the run is ending; makes at least one attempt that is due.
     *
     * @return why not, or null if there is a connection now
     */
    Outcome.@Nullable Refused connect(CallContext call, long deadlineNs) throws InterruptedException {
        while (!aborted) {
            if (!paused(call, Math.min(notBeforeNs, deadlineNs)) || notBeforeNs > deadlineNs) {
                return refusal;
            }
            if (tryCandidate(call)) {
                return null;
            }
            if (call.nowNs() >= deadlineNs || call.stopping()) {
                return refusal;
            }
        }
        return refused("aborted", "the session was aborted");
    }

    /** Waits until this time, or until the run is ending: then false. */
    private boolean paused(CallContext call, long untilNs) throws InterruptedException {
        long fromNs = call.nowNs();
        if (untilNs <= fromNs) {
            return true;
        }
        boolean goesOn = Backoff.pause(call, untilNs - fromNs);
        call.connecting(new ConnectionStep(ConnectionStep.Kind.PAUSED, fromNs, call.nowNs(), ""));
        return goesOn;
    }

    /** Returns the endpoint it is connected to; empty if it is not. */
    String endpoint() {
        StatementConnection<S> now = live;
        return now == null ? "" : connector.endpoints().get(now.endpoint()).label();
    }

    boolean aborted() {
        return aborted;
    }

    /** Returns why there is no connection, as far as known. */
    Outcome.Refused refusal() {
        return refusal;
    }

    /**
     * Closes the connection after successful work. The next one is opened at once, where this one was; at home, once the stay elsewhere has
     * lasted long enough.
     */
    void release(CallContext call) {
        close();
        left = candidate;
        if (candidate != home && call.nowNs() >= returnAtNs) {
            candidate = home;
            stay(call.nowNs());
        }
    }

    /**
     * Closes the connection after a failure; the next one comes after a short random pause, as many sessions may have lost theirs together.
     */
    void drop(CallContext call, Outcome.Refused reason) {
        long nowNs = call.nowNs();
        call.connecting(new ConnectionStep(ConnectionStep.Kind.BROKEN, nowNs, nowNs, reason.code()));
        broken = true;
        close(live);
        live = null;
        refusal = reason;
        notBeforeNs = call.nowNs() + backoff.nextNs();
        candidate = home;
        left = NOWHERE;
    }

    /** Closes the connection and makes the next endpoint home: this server answers, but cannot be used. */
    void leave(CallContext call, Outcome.Refused reason) {
        home = (home + 1) % connector.endpoints().size();
        drop(call, reason);
    }

    void abort() {
        aborted = true;
        StatementConnection<S> now = live;
        if (now != null) {
            now.abort();
        }
    }

    void close() {
        if (returning != null) {
            // Still connecting, perhaps to a frozen server: the connecting thread closes it when it is done.
            CompletableFuture<Void> unused = returning.thenAccept(StatementConnection::close);
            returning = null;
        }
        close(live);
        live = null;
    }

    /** @param call of the session that connects; null before the run has a clock, whose time is then 0 */
    private boolean tryCandidate(@Nullable CallContext call) {
        String where = connector.endpoints().get(candidate).label();
        ConnectionAttempt attempt = new ConnectionAttempt(nowNs(call));
        try {
            arrived(
                    attempt.observe(() -> StatementConnection.open(connector, candidate, purpose, preparation)),
                    nowNs(call));
            if (call != null && broken) {
                call.connecting(attempt.step(ConnectionStep.Kind.CONNECTED, call.nowNs(), where));
            }
            broken = false;
            return true;
        } catch (SQLException e) {
            Outcome.Refused why = new SqlErrors(connector.dialect()).refusedConnection(e);
            refusal = new Outcome.Refused(why.error(), where + ": " + why.message());
            LOG.debug("no connection to {}", where, e);
        }
        if (call != null) {
            broken = true;
            call.connecting(attempt.step(ConnectionStep.Kind.REFUSED, call.nowNs(), refusal.message()));
        }
        candidate = (candidate + 1) % connector.endpoints().size();
        refusals++;
        if (refusals % connector.endpoints().size() == 0) {
            notBeforeNs = nowNs(call) + backoff.nextNs();
        }
        return false;
    }

    private static long nowNs(@Nullable CallContext call) {
        return call == null ? 0 : call.nowNs();
    }

    private void arrived(StatementConnection<S> connected, long nowNs) {
        live = connected;
        backoff.reset();
        refusals = 0;
        if (connected.endpoint() != left) { // back where it was a moment ago, the stay there goes on
            stay(nowNs);
        }
        if (aborted) {
            connected.abort();
        }
    }

    private void stay(long nowNs) {
        returnAtNs = nowNs + STAY.toNanos() + stays.nextNs();
    }

    /**
     * Connects to the preferred endpoint in the background while on another host; the running work must not wait for a server that may be
     * frozen.
     */
    private StatementConnection<S> returned(StatementConnection<S> away, long nowNs) {
        if (returning == null) {
            if (nowNs >= returnAtNs) {
                returning = connecting(home);
            }
            return away;
        }
        if (!returning.isDone()) {
            return away;
        }
        CompletableFuture<StatementConnection<S>> done = returning;
        returning = null;
        stay(nowNs);
        if (done.isCompletedExceptionally()) {
            return away;
        }
        StatementConnection<S> back = done.join();
        live = back;
        close(away);
        return back;
    }

    private CompletableFuture<StatementConnection<S>> connecting(int endpoint) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return StatementConnection.open(connector, endpoint, purpose, preparation);
                    } catch (SQLException e) {
                        LOG.debug(
                                "{} is still not available",
                                connector.endpoints().get(endpoint).label(),
                                e);
                        throw new CompletionException(e);
                    }
                },
                Thread::startVirtualThread);
    }

    private String noConnection(Duration timeouts) {
        return "session " + number + " got no connection within " + timeouts.toMillis() + " ms: " + refusal.message()
                + " ("
                + refusal.code() + ")"
                + (refusal.error().kind() == ErrorKind.OVERLOAD
                        ? "; use fewer sessions, or raise the server's limit"
                        : "");
    }

    private static void close(@Nullable StatementConnection<?> connected) {
        if (connected != null) {
            connected.close();
        }
    }

    static Outcome.Refused refused(String code, String message) {
        return new Outcome.Refused(new ErrorCode(ErrorKind.CONNECTION, code), message);
    }
}
