package squall.benchbase.output;

import org.jspecify.annotations.Nullable;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;

/** A session whose records are kept. */
final class LoggedSession implements Session {
    private final Session session;
    private final PhaseLog.Block block;
    private @Nullable LoggedTurn last;

    LoggedSession(Session session, PhaseLog.Block block) {
        this.session = session;
        this.block = block;
    }

    @Override
    public boolean perform(Turn turn) throws InterruptedException {
        return session.perform(logged(turn));
    }

    @Override
    public void flush(Turn turn) throws InterruptedException {
        session.flush(logged(turn));
    }

    @Override
    public void abort() {
        session.abort();
    }

    @Override
    public void close() {
        session.close();
        block.flush();
    }

    /** The engine hands a session the same object for every turn, so one of ours goes with it. */
    @SuppressWarnings("ReferenceEquality") // the very object is meant
    private LoggedTurn logged(Turn turn) {
        LoggedTurn known = last;
        if (known == null || known.turn() != turn) {
            known = new LoggedTurn(turn, block);
            last = known;
        }
        return known;
    }

    private record LoggedTurn(Turn turn, PhaseLog.Block block) implements Turn {
        @Override
        public long index() {
            return turn.index();
        }

        @Override
        public int terminal() {
            return turn.terminal();
        }

        @Override
        public long step() {
            return turn.step();
        }

        @Override
        public long dueNs() {
            return turn.dueNs();
        }

        @Override
        public long nowNs() {
            return turn.nowNs();
        }

        @Override
        public void record(Operation operation, long dueNs, long sentNs, Outcome outcome, int attempts) {
            turn.record(operation, dueNs, sentNs, outcome, attempts);
            block.add(turn, operation, sentNs, outcome, attempts);
        }

        @Override
        public void defer() {
            turn.defer();
        }

        @Override
        public boolean deferred() {
            return turn.deferred();
        }

        @Override
        public boolean stopping() {
            return turn.stopping();
        }
    }
}
