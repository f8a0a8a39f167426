package squall.bench.dials;

import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** One named server in memory, without a thread of its own: its callers wait as long as the dials say. Safe for many threads. */
public final class DialsServer implements AutoCloseable {
    private final String name;
    private final Dials dials;
    private final Clock clock;
    private final Runnable onClose;
    private final long beganNs;
    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong rows;
    private final Shop shop;
    private final LongAdder refused = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private volatile boolean closed;

    DialsServer(String name, Dials dials, Clock clock, Runnable onClose) {
        this.name = name;
        this.dials = dials;
        this.clock = clock;
        this.onClose = onClose;
        this.beganNs = clock.nanoTime();
        this.rows = new AtomicLong(dials.table().rows());
        this.shop = new Shop(dials.warehouses());
    }

    public Dials dials() {
        return dials;
    }

    /** A snapshot; while calls are under way its parts may be of slightly different moments. */
    public Calls calls() {
        return new Calls(connections.get(), refused.sum(), calls.get(), answered.sum(), failed.sum(), lost.sum());
    }

    /** Forgets the server: connections break at their next call, and its name makes a new one. */
    @Override
    public void close() {
        closed = true;
        onClose.run();
    }

    Shop shop() {
        return shop;
    }

    /** What {@code count(*)} answers. */
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
        var wire = new Wire(clock);
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
     * One call over a connection: returns when the server has answered.
     *
     * @param limits how long the caller waits for it
     * @throws SQLException if it failed; after a SQLSTATE that ends connections, or when the caller gave up, the wire is cut
     */
    void call(Latency latency, Limits limits, Wire wire, SplittableRandom random) throws SQLException {
        long nowNs = clock.nanoTime();
        if (wire.isCut() || gone()) {
            lost.increment();
            throw broken(wire, "08006", "the connection is closed");
        }
        long call = calls.incrementAndGet();
        Weather.End end = dials.weather().end(nowNs - beganNs, latency.nextNs(random), call, random);
        if (end.atNs() + beganNs - nowNs > limits.shortestNs()) {
            throw outwaited(limits, nowNs, wire);
        }
        if (!wire.await(beganNs + end.atNs())) {
            lost.increment();
            throw broken(wire, "08006", "the connection was closed under the call");
        }
        settle(end, wire);
    }

    private void settle(Weather.End end, Wire wire) throws SQLException {
        switch (end) {
            case Weather.End.Reply reply -> answered.increment();
            case Weather.End.Failed error -> {
                failed.increment();
                throw Failure.endsConnection(error.sqlState())
                        ? broken(wire, error.sqlState(), "failed, as dialled")
                        : new SQLException(name + ": failed, as dialled", error.sqlState());
            }
            case Weather.End.Lost gone -> {
                lost.increment();
                throw broken(wire, "08006", "the server went away, as dialled");
            }
        }
    }

    private SQLException outwaited(Limits limits, long sinceNs, Wire wire) {
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

    private SQLException broken(Wire wire, String sqlState, String why) {
        wire.cut();
        return new SQLException(name + ": " + why, sqlState);
    }

    private boolean gone() {
        return closed || dials.weather().down(clock.nanoTime() - beganNs);
    }
}
