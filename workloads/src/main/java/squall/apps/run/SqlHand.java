package squall.apps.run;

import java.util.List;
import squall.apps.Statements;
import squall.apps.Write;
import squall.check.Seen;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.Effect;
import squall.sql.SqlSession;

/** A session over SQL: one connection. */
final class SqlHand implements Hand {
    private final SqlSession<Statements> session;
    private final boolean transactional;
    private Seen seen = new Seen.Missing();

    /** @param transactional whether a write is a transaction of its own */
    SqlHand(SqlSession<Statements> session, boolean transactional) {
        this.session = session;
        this.transactional = transactional;
    }

    @Override
    public Outcome write(List<Write> writes, Turn turn) throws InterruptedException {
        return transactional
                ? session.transaction(Effect.ONCE, turn, statements -> statements.write(writes))
                : session.statement(Effect.ONCE, turn, statements -> statements.write(writes));
    }

    @Override
    public Outcome read(long key, int version, Turn turn) throws InterruptedException {
        return session.statement(Effect.READ, turn, statements -> {
            seen = statements.read(key, version);
            return Outcome.OK;
        });
    }

    @Override
    public List<Seen> seen() {
        return List.of(seen);
    }

    @Override
    public int attempts() {
        return session.attempts();
    }

    @Override
    public void abort() {
        session.abort();
    }

    @Override
    public void close() {
        session.close();
    }
}
