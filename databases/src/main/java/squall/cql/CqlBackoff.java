package squall.cql;

import java.time.Duration;
import squall.spi.Turn;
import squall.sql.Backoff;
import squall.sql.RetryState;
import squall.sql.WorkEffect;

/** Waits between attempts, and for nodes. One thread. */
final class CqlBackoff {
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
