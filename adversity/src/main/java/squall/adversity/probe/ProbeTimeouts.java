package squall.adversity.probe;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/**
 * How long probes wait.
 *
 * @param late what was not begun by then is left out
 * @param answer how long a call of any probe but the lanes may take
 * @param between two looks at what is there
 * @param reads how often is looked at most, until two looks agree
 */
public record ProbeTimeouts(Duration late, Duration answer, Duration between, int reads) {
    /** Long enough for any scenario. */
    public static final ProbeTimeouts USUAL =
            new ProbeTimeouts(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(10), 4);

    public ProbeTimeouts {
        if (reads < 2) {
            throw new IllegalArgumentException("there must be at least 2 reads to compare, not " + reads);
        }
    }

    void pause() throws InterruptedException {
        Thread.sleep(between);
    }

    /** What was left out, as an addition to a line; empty if nothing was. */
    static String told(LongAdder left) {
        return left.sum() == 0 ? "" : "; " + left.sum() + " were due while no session was free and were left out";
    }
}
