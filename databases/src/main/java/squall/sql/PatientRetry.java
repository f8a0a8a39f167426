package squall.sql;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import squall.system.PollDeadline;

/** Wait between attempts of what must be read even if a server is away for some time. Used by one thread. */
public final class PatientRetry {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final Duration within;
    private final Backoff pauses = new Backoff(FIRST_PAUSE, LONGEST_PAUSE, 0);
    private @Nullable PollDeadline deadline;

    /** @param within how long after the first failure another attempt may begin */
    public PatientRetry(Duration within) {
        this.within = within;
    }

    /** Waits after a failure, and returns true; false at once if it is too late for another attempt. */
    public boolean again() throws InterruptedException {
        deadline = deadline == null ? PollDeadline.in(within) : deadline;
        if (deadline.passed()) {
            return false;
        }
        Thread.sleep(Duration.ofNanos(pauses.nextNs()));
        return true;
    }
}
