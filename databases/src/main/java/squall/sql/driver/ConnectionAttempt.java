package squall.sql.driver;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import squall.spi.ConnectionStep;
import squall.spi.ConnectionStep.Kind;
import squall.spi.ConnectionStep.Stage;
import squall.spi.ConnectionStep.StageKind;

/**
 * Attempt to connect, whose stages are told by the sockets of {@link WatchedSocketFactory} and the handshakes of {@link WatchedTlsFactory} that
 * the driver creates for it. Observed by one thread; the stages may begin on another one.
 */
public final class ConnectionAttempt {
    /**
     * Attempt that this thread observes. A driver creates sockets by the name of a class and passes nothing of ours to it; inherited, because
     * PostgreSQL's driver connects on a new thread if there is a login timeout.
     */
    private static final InheritableThreadLocal<@Nullable ConnectionAttempt> CURRENT = new InheritableThreadLocal<>();

    private final long fromNs;
    private final long createdNs = System.nanoTime();
    private final List<StageBegin> begins = new ArrayList<>();

    /** Step that connects. */
    public interface Connecting<C> {
        C connect() throws SQLException;
    }

    /** Begin of a stage. @param afterNs since the attempt was created */
    private record StageBegin(StageKind kind, long afterNs) {}

    /** Creates an attempt that begins now. @param fromNs in nanoseconds since the run began */
    public ConnectionAttempt(long fromNs) {
        this.fromNs = fromNs;
    }

    /** Connects, and records the stages of what the driver does for it. */
    public <C> C observe(Connecting<C> connecting) throws SQLException {
        CURRENT.set(this);
        try {
            return connecting.connect();
        } finally {
            CURRENT.remove();
        }
    }

    /** Ends the driver's part of the attempt that this thread observes, if there is one: sockets created later do not belong to it. */
    public static void connected() {
        begin(StageKind.SETUP);
        CURRENT.remove();
    }

    /** Begins a stage of the attempt that this thread observes, if there is one. */
    static void begin(StageKind kind) {
        ConnectionAttempt attempt = CURRENT.get();
        if (attempt != null) {
            attempt.add(kind);
        }
    }

    private synchronized void add(StageKind kind) {
        begins.add(new StageBegin(kind, System.nanoTime() - createdNs));
    }

    /** Returns the attempt as a step that ended so; without stages if the driver did not use sockets of ours. */
    public synchronized ConnectionStep step(Kind kind, long toNs, String detail) {
        if (begins.isEmpty() || begins.getFirst().kind() != StageKind.LOOKUP) {
            return new ConnectionStep(kind, fromNs, toNs, detail);
        }
        List<Stage> stages = new ArrayList<>();
        for (int i = 0; i < begins.size(); i++) {
            long endNs = i + 1 < begins.size() ? fromNs + begins.get(i + 1).afterNs() : toNs;
            stages.add(new Stage(begins.get(i).kind(), Math.clamp(endNs, fromNs, toNs)));
        }
        return new ConnectionStep(kind, fromNs, toNs, detail, stages);
    }
}
