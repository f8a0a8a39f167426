package squall.system;

import java.io.IOException;
import java.time.Duration;

/** Deadline of a condition that is polled. */
public final class PollDeadline {
    private static final long LOOK_AGAIN_MS = 20;

    private final long atNs;

    private PollDeadline(long atNs) {
        this.atNs = atNs;
    }

    public static PollDeadline in(Duration limit) {
        return new PollDeadline(System.nanoTime() + limit.toNanos());
    }

    public boolean passed() {
        return System.nanoTime() - atNs >= 0;
    }

    /** Polls until the condition holds or the time is over; returns whether it held. */
    public boolean await(Condition condition) throws IOException, InterruptedException {
        while (!condition.holds()) {
            if (passed()) {
                return false;
            }
            Thread.sleep(LOOK_AGAIN_MS);
        }
        return true;
    }

    /** Condition that can be polled. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws IOException, InterruptedException;
    }
}
