package squall.engine;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import squall.measure.outage.ClientTimeline.ClientStep;
import squall.measure.outage.ClientTimeline.ClientSteps;
import squall.measure.outage.ClientTimeline.StepOwner;
import squall.spi.ConnectionStep;

/**
 * Log of the steps by which sessions lose their connections and get others. Written by the sessions' threads, and only from a loss to the next
 * connection; read by any thread.
 */
public final class ConnectionLog {
    /** Number of steps that are kept, some 20 MB: three attempts a second of 500 sessions for more than a minute. */
    private static final long MOST = 100_000;

    private final Queue<ClientStep> steps = new ConcurrentLinkedQueue<>();
    private final AtomicLong added = new AtomicLong();

    public void add(int session, ConnectionStep step) {
        if (added.incrementAndGet() <= MOST) {
            steps.add(new ClientStep(new StepOwner.SingleSession(session), step));
        }
    }

    public ClientSteps steps() {
        return new ClientSteps(List.copyOf(steps), Math.max(0, added.get() - MOST));
    }
}
