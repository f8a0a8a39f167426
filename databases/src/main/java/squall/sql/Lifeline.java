package squall.sql;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;

/**
 * Keeps one session connected: finds a server that answers, beginning at home, and drifts back home later. One thread, except
 * {@link #abort}.
 *
 * <p>Home is the session's own endpoint, by which sessions spread. Each endpoint gets its own connect timeout; after a round over all of
 * them there is a pause of {@link Backoff}. Pauses carry over from one unit of work to the next, so a dead server is asked about once a
 * second by each session however many units are due.
 */
final class Lifeline<S extends AutoCloseable> {
    private static final Logger LOG = LoggerFactory.getLogger(Lifeline.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(25);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** A stay elsewhere lasts once to twice as long, drawn anew each time, so that sessions don't all return at once. */
    private static final Duration STAY = Duration.ofSeconds(5);

    private static final int NOWHERE = -1;

    private final Connector connector;
    private final Connector.Purpose purpose;
    private final SqlSession.Preparation<S> preparation;
    private final int number;
    private final Backoff backoff;
    private final Backoff stays;
    private volatile @Nullable Live<S> live;
    private volatile boolean aborted;
    private Outcome.Refused refusal = refused("not-connected", "not connected yet");
    private @Nullable CompletableFuture<Live<S>> returning;
    private int home;
    private int candidate;
    private int left = NOWHERE;
    private int refusals;
    private long notBeforeNs;
    private long homewardNs;

    Lifeline(Connector connector, Connector.Purpose purpose, int number, SqlSession.Preparation<S> preparation) {
        this.connector = connector;
        this.purpose = purpose;
        this.preparation = preparation;
        this.number = number;
        this.backoff = new Backoff(FIRST_PAUSE, LONGEST_PAUSE, number);
        this.stays = new Backoff(STAY, STAY, number);
        this.home = number % connector.endpoints().size();
        this.candidate = home;
    }

    /** The connection, if there is one. */
    @Nullable
    Live<S> live(Turn turn) {
        Live<S> now = live;
        if (now == null || now.endpoint() == home) {
            return now;
        }
        return homeward(now, turn.nowNs());
    }

    /**
     * Connects before the run has a clock: asks one endpoint after the other, beginning at home, with pauses between rounds. Waits first
     * while too many others are connecting.
     *
     * @throws IOException if no endpoint took the session within this time; says why the last one did not
     */
    void open(Duration patience) throws IOException, InterruptedException {
        connector.opening().acquire();
        try {
            long beganNs = System.nanoTime();
            while (!tryCandidate(() -> 0)) {
                if (System.nanoTime() - beganNs >= patience.toNanos()) {
                    throw new IOException(noConnection(patience));
                }
                Thread.sleep(Duration.ofNanos(notBeforeNs));
                notBeforeNs = 0;
            }
        } finally {
            connector.opening().release();
        }
    }

    /**
     * Connects, waiting where it must until the deadline or until the run is ending; at least one attempt that is due is made.
     *
     * @return why not, or null if there is a connection now
     */
    Outcome.@Nullable Refused connect(Turn turn, long deadlineNs) throws InterruptedException {
        while (!aborted) {
            long pauseNs = Math.min(notBeforeNs, deadlineNs) - turn.nowNs();
            if ((pauseNs > 0 && !Backoff.pause(turn, pauseNs)) || notBeforeNs > deadlineNs) {
                return refusal;
            }
            if (tryCandidate(turn::nowNs)) {
                return null;
            }
            if (turn.nowNs() >= deadlineNs || turn.stopping()) {
                return refusal;
            }
        }
        return refused("aborted", "the session was aborted");
    }

    /** Where it is connected; empty if it is not. */
    String endpoint() {
        Live<S> now = live;
        return now == null ? "" : connector.endpoints().get(now.endpoint()).label();
    }

    boolean aborted() {
        return aborted;
    }

    /** Why there is no connection, as far as it is known. */
    Outcome.Refused refusal() {
        return refusal;
    }

    /**
     * Closes the connection after good work. The next one is opened at once, where this one was; at home, once the stay elsewhere has
     * lasted long enough.
     */
    void release(Turn turn) {
        close();
        left = candidate;
        if (candidate != home && turn.nowNs() >= homewardNs) {
            candidate = home;
            stay(turn.nowNs());
        }
    }

    /** Gives the connection up; the next one comes after a short random pause, as many sessions may have lost theirs together. */
    void drop(Turn turn, Outcome.Refused reason) {
        close(live);
        live = null;
        refusal = reason;
        notBeforeNs = turn.nowNs() + backoff.nextNs();
        candidate = home;
        left = NOWHERE;
    }

    /** Moves house: this server answers, but not as it must. */
    void leave(Turn turn, Outcome.Refused reason) {
        home = (home + 1) % connector.endpoints().size();
        drop(turn, reason);
    }

    void abort() {
        aborted = true;
        Live<S> now = live;
        if (now != null) {
            now.abort();
        }
    }

    void close() {
        if (returning != null) {
            // Still connecting, perhaps to a frozen server: whoever finishes that closes it.
            CompletableFuture<Void> unused = returning.thenAccept(Live::close);
            returning = null;
        }
        close(live);
        live = null;
    }

    private boolean tryCandidate(LongSupplier clock) {
        String where = connector.endpoints().get(candidate).label();
        try {
            arrived(Live.open(connector, candidate, purpose, preparation), clock.getAsLong());
            return true;
        } catch (SQLException e) {
            Outcome.Refused why = SqlErrors.refusedConnection(e);
            refusal = new Outcome.Refused(why.error(), where + ": " + why.message());
            LOG.debug("no connection to {}", where, e);
        }
        candidate = (candidate + 1) % connector.endpoints().size();
        refusals++;
        if (refusals % connector.endpoints().size() == 0) {
            notBeforeNs = clock.getAsLong() + backoff.nextNs();
        }
        return false;
    }

    private void arrived(Live<S> connected, long nowNs) {
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
        homewardNs = nowNs + STAY.toNanos() + stays.nextNs();
    }

    /** Away from home: connects there beside the running work, which must not wait for a server that may be frozen. */
    private Live<S> homeward(Live<S> away, long nowNs) {
        if (returning == null) {
            if (nowNs >= homewardNs) {
                returning = connecting(home);
            }
            return away;
        }
        if (!returning.isDone()) {
            return away;
        }
        CompletableFuture<Live<S>> done = returning;
        returning = null;
        stay(nowNs);
        if (done.isCompletedExceptionally()) {
            return away;
        }
        Live<S> back = done.join();
        live = back;
        close(away);
        return back;
    }

    private CompletableFuture<Live<S>> connecting(int endpoint) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return Live.open(connector, endpoint, purpose, preparation);
                    } catch (SQLException e) {
                        LOG.debug(
                                "{} is not back yet",
                                connector.endpoints().get(endpoint).label(),
                                e);
                        throw new CompletionException(e);
                    }
                },
                Thread::startVirtualThread);
    }

    private String noConnection(Duration patience) {
        return "session " + number + " got no connection within " + patience.toMillis() + " ms: " + refusal.message()
                + " ("
                + refusal.code() + ")"
                + (refusal.error().kind() == ErrorKind.OVERLOAD
                        ? "; ask for fewer sessions, or let the server take more"
                        : "");
    }

    private static void close(@Nullable Live<?> connected) {
        if (connected != null) {
            connected.close();
        }
    }

    static Outcome.Refused refused(String code, String message) {
        return new Outcome.Refused(new ErrorCode(ErrorKind.CONNECTION, code), message);
    }
}
