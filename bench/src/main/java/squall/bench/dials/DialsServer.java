package squall.bench.dials;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Server in memory, known by name, without a thread of its own: its callers wait as long as the dials say. Safe for many threads. */
public final class DialsServer implements AutoCloseable {
    private final String name;
    private final Dials dials;
    private final ServerClock clock;
    private final Runnable onClose;
    private final long beganNs;
    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong rows;
    private final TpccServerState shop;
    private final LongAdder refused = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private volatile boolean closed;

    DialsServer(String name, Dials dials, ServerClock clock, Runnable onClose) {
        this.name = name;
        this.dials = dials;
        this.clock = clock;
        this.onClose = onClose;
        this.beganNs = clock.nanoTime();
        this.rows = new AtomicLong(dials.table().rows());
        this.shop = new TpccServerState(dials.warehouses());
    }

    public Dials dials() {
        return dials;
    }

    /** Returns a snapshot of the counts; while calls are under way its parts may be of slightly different moments. */
    public CallCounts calls() {
        return new CallCounts(connections.get(), refused.sum(), calls.get(), answered.sum(), failed.sum(), lost.sum());
    }

    /** Forgets the server: connections break at their next call, and its name starts a new one. */
    @Override
    public void close() {
        closed = true;
        onClose.run();
    }

    TpccServerState shop() {
        return shop;
    }

    /** Returns the answer to {@code count(*)}. */
    long rows() {
        return rows.get();
    }

    void addRows(long more) {
        rows.addAndGet(more);
    }

    void dropRows() {
        rows.set(0);
    }

    DialsConnection connect() throws SQLException {
        var wire = new DialsConnection.SimulatedNetwork(clock);
        if (gone()) {
            refused.increment();
            throw new SQLException(name + ": connection refused, as dialled", "08001");
        }
        long number = connections.incrementAndGet();
        var random = new SplittableRandom(dials.seed() + number);
        wire.await(clock.nanoTime() + dials.latencies().connect().nextNs(random));
        return new DialsConnection(this, wire, random);
    }

    /**
     * Makes one call over a connection; returns when the server has answered.
     *
     * @param limits timeouts of the caller
     * @throws SQLException if it failed; after a SQLSTATE that ends connections, or when the caller gave up, the connection is cut
     */
    void call(
            LatencyModel latency,
            DialsConnection.CallTimeouts limits,
            DialsConnection.SimulatedNetwork wire,
            SplittableRandom random)
            throws SQLException {
        long nowNs = clock.nanoTime();
        if (wire.isCut() || gone()) {
            lost.increment();
            throw broken(wire, "08006", "the connection is closed");
        }
        long call = calls.incrementAndGet();
        SimulatedFailures.End end = dials.failures().end(nowNs - beganNs, latency.nextNs(random), call, random);
        if (end.atNs() + beganNs - nowNs > limits.shortestNs()) {
            throw outwaited(limits, nowNs, wire);
        }
        if (!wire.await(beganNs + end.atNs())) {
            lost.increment();
            throw broken(wire, "08006", "the connection was closed under the call");
        }
        settle(end, wire);
    }

    private void settle(SimulatedFailures.End end, DialsConnection.SimulatedNetwork wire) throws SQLException {
        switch (end) {
            case SimulatedFailures.End.Reply reply -> answered.increment();
            case SimulatedFailures.End.Failed error -> {
                failed.increment();
                throw SimulatedFailures.FailureRule.endsConnection(error.sqlState())
                        ? broken(wire, error.sqlState(), "failed, as dialled")
                        : new SQLException(name + ": failed, as dialled", error.sqlState());
            }
            case SimulatedFailures.End.Lost gone -> {
                lost.increment();
                throw broken(wire, "08006", "the server went away, as dialled");
            }
        }
    }

    private SQLException outwaited(
            DialsConnection.CallTimeouts limits, long sinceNs, DialsConnection.SimulatedNetwork wire) {
        boolean whole = wire.await(sinceNs + limits.shortestNs());
        if (whole && limits.statementNs() <= limits.socketNs()) {
            failed.increment();
            return new SQLException(name + ": statement timeout", "57014");
        }
        lost.increment();
        return broken(
                wire,
                "08006",
                whole ? "no answer within the socket timeout" : "the connection was closed under the call");
    }

    private SQLException broken(DialsConnection.SimulatedNetwork wire, String sqlState, String why) {
        wire.cut();
        return new SQLException(name + ": " + why, sqlState);
    }

    private boolean gone() {
        return closed || dials.failures().down(clock.nanoTime() - beganNs);
    }

    /**
     * Snapshot of what a server has counted since it began.
     *
     * @param connections opened
     * @param refused connections not opened
     * @param calls begun: statements, batches, commits and rollbacks
     * @param answered calls that succeeded
     * @param failed calls answered with an error
     * @param lost calls whose connection broke, was cut, or timed out
     */
    record CallCounts(long connections, long refused, long calls, long answered, long failed, long lost) {}

    /** State of TPC-C on a server: how many orders each district has numbered. Shared by all connections, without a lock. */
    static final class TpccServerState {
        static final int DISTRICTS = 10;
        /** First free number after the population of clause 4.3.3.1. */
        private static final int FIRST_ORDER = 3001;

        private final AtomicIntegerArray next;

        TpccServerState(int warehouses) {
            int[] orders = new int[warehouses * DISTRICTS];
            Arrays.fill(orders, FIRST_ORDER);
            next = new AtomicIntegerArray(orders);
        }

        int warehouses() {
            return next.length() / DISTRICTS;
        }

        /** Returns the number that the district would give its next order. */
        int next(long warehouse, long district) {
            return next.get(place(warehouse, district));
        }

        /** Takes the next order number of a district. */
        int number(long warehouse, long district) {
            return next.getAndIncrement(place(warehouse, district));
        }

        private static int place(long warehouse, long district) {
            return Math.toIntExact((warehouse - 1) * DISTRICTS + district - 1);
        }
    }

    /** Clock of a server; tests use their own. */
    interface ServerClock {
        /** The machine's clock. */
        ServerClock SYSTEM = new ServerClock() {
            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public void parkNanos(long ns) {
                LockSupport.parkNanos(ns);
            }
        };

        long nanoTime();

        /** Waits about this long, or until the thread is unparked. */
        void parkNanos(long ns);
    }
}
