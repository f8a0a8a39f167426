package squall.engine;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import squall.spi.DatabaseInfo;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;

/** Load without a database, whose sessions do what a test dials. */
final class DialLoad implements Load {
    static final Operation READ = new Operation(0, "READ", false);
    static final Operation WRITE = new Operation(1, "WRITE", false);
    static final Operation PART = new Operation(2, "PART", true);

    /** Behaviour of a session in a turn, and at a call to abort. */
    interface Dial {
        boolean perform(Turn turn) throws InterruptedException;

        default void flush(Turn turn) {}

        default void abort() {}
    }

    /** Factory of the behaviour of one session. */
    interface Dials {
        Dial of(int session) throws IOException;
    }

    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();
    final AtomicInteger aborts = new AtomicInteger();
    final AtomicLong performed = new AtomicLong();
    long startedAtEpochMs; // set before any session performs a turn
    private final Dials dials;
    private final boolean planned;

    DialLoad(Dials dials) {
        this(dials, true);
    }

    private DialLoad(Dials dials, boolean planned) {
        this.dials = dials;
        this.planned = planned;
    }

    /** Returns a load that answers every turn with this outcome, at once. */
    static DialLoad answering(Outcome outcome) {
        return each(turn -> {
            turn.record(READ, turn.nowNs(), outcome, 1);
            return true;
        });
    }

    /** Returns a load whose sessions all do the same. */
    static DialLoad each(Dial dial) {
        return new DialLoad(session -> dial);
    }

    /** Returns the same load, which can't tell in advance what a turn will be. */
    DialLoad unplanned() {
        return new DialLoad(dials, false);
    }

    @Override
    public List<Operation> operations() {
        return List.of(READ, WRITE, PART);
    }

    @Override
    public void setUp() {}

    @Override
    public void begins(long atEpochMs) {
        startedAtEpochMs = atEpochMs;
    }

    @Override
    public DatabaseInfo database() {
        return DatabaseInfo.NONE;
    }

    @Override
    public @Nullable Operation planned(long index) {
        return planned ? READ : null;
    }

    @Override
    public Session open(int session) throws IOException {
        Dial dial = dials.of(session);
        opened.incrementAndGet();
        return new Session() {
            @Override
            public boolean perform(Turn turn) throws InterruptedException {
                performed.incrementAndGet();
                return dial.perform(turn);
            }

            @Override
            public void flush(Turn turn) {
                dial.flush(turn);
            }

            @Override
            public void abort() {
                aborts.incrementAndGet();
                dial.abort();
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }

    @Override
    public void close() {}
}
