package squall.cli.command;

import java.io.IOException;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import squall.spi.DelegatingLoad;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;

/** Load that shows each record of another load to an {@link ObservedLoad.Observer} as well. */
public class ObservedLoad extends DelegatingLoad {
    private final IntFunction<? extends Observer> observers;

    /** @param observers gives a session, by its number, an observer of its own */
    public ObservedLoad(Load load, IntFunction<? extends Observer> observers) {
        super(load);
        this.observers = observers;
    }

    @Override
    public final Session open(int session) throws IOException, InterruptedException {
        return new ObservedSession(super.open(session), observers.apply(session));
    }

    /** Observer of what one session records; used by that session's thread. */
    public interface Observer {
        /**
         * Receives a record.
         *
         * @param turn valid until this returns
         * @param sentNs since the run began, as the other times
         * @param answeredNs before it was recorded
         */
        void recorded(
                Turn turn,
                Operation operation,
                long dueNs,
                long sentNs,
                long answeredNs,
                Outcome outcome,
                int attempts);

        /** Flushes what was seen, because nothing more comes from this session. */
        default void flush() {}
    }

    private static final class ObservedSession implements Session {
        private final Session session;
        private final Observer observer;
        private @Nullable ObservedTurn last;

        ObservedSession(Session session, Observer observer) {
            this.session = session;
            this.observer = observer;
        }

        @Override
        public boolean perform(Turn turn) throws InterruptedException {
            return session.perform(observed(turn));
        }

        @Override
        public void flush(Turn turn) throws InterruptedException {
            session.flush(observed(turn));
        }

        @Override
        public void abort() {
            session.abort();
        }

        @Override
        public void close() {
            session.close();
            observer.flush();
        }

        /** Returns the wrapper of a turn. The engine passes a session the same object for every turn, so each has one wrapper. */
        @SuppressWarnings("ReferenceEquality") // the very object is meant
        private ObservedTurn observed(Turn turn) {
            ObservedTurn known = last;
            if (known == null || known.turn != turn) {
                known = new ObservedTurn(turn, observer);
                last = known;
            }
            return known;
        }
    }

    private static final class ObservedTurn extends DelegatingTurn {
        private final Turn turn;
        private final Observer observer;

        ObservedTurn(Turn turn, Observer observer) {
            super(turn);
            this.turn = turn;
            this.observer = observer;
        }

        @Override
        public void record(Operation operation, long dueNs, long sentNs, Outcome outcome, int attempts) {
            long answeredNs = turn.nowNs(); // before recording, which takes longest when it is first compiled
            super.record(operation, dueNs, sentNs, outcome, attempts);
            observer.recorded(turn, operation, dueNs, sentNs, answeredNs, outcome, attempts);
        }
    }
}
