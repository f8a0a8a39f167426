package squall.sql;

import java.sql.Connection;
import java.sql.SQLException;
import squall.spi.Outcome;
import squall.spi.Turn;

/**
 * One connection's life: runs units of work and comes back by itself after the connection broke.
 *
 * <p>One thread at a time, except {@link #abort}.
 *
 * @param <S> the prepared statements of the load, made anew on each connection
 */
public final class SqlSession<S extends AutoCloseable> implements AutoCloseable {
    /** Prepares the load's statements on a fresh connection. */
    public interface Preparation<S> {
        S on(Connection connection) throws SQLException;
    }

    /** One unit of work on prepared statements. Returns an acknowledged outcome, or a refusal of its own. */
    public interface Work<S> {
        Outcome run(S statements) throws SQLException;
    }

    SqlSession() {}

    /**
     * Runs one statement that commits itself. Connects first if there is no connection, waiting with jittered back-off up to the
     * settings' bound; retries what may be retried.
     */
    public Outcome statement(Effect effect, Turn turn, Work<S> work) throws InterruptedException {
        throw new UnsupportedOperationException(effect.toString());
    }

    /** Runs the work and commits it; an outcome that is not acknowledged, or an exception, rolls it back. */
    public Outcome transaction(Effect effect, Turn turn, Work<S> work) throws InterruptedException {
        throw new UnsupportedOperationException(effect.toString());
    }

    /** How often the last unit of work was sent, at least 1. */
    public int attempts() {
        return 1;
    }

    /** Closes the socket under a call that another thread is blocked in. From any thread; does not block. */
    public void abort() {}

    @Override
    public void close() {}
}
