package squall.benchbase.config;

import java.time.Duration;
import squall.tpcc.TransactionType;

/**
 * One transaction of the file and the waits around it.
 *
 * @param keying before it, constant
 * @param meanThink after it: the mean of a negative exponential distribution
 */
public record TransactionSettings(TransactionType type, Duration keying, Duration meanThink) {
    /** Whether a terminal waits at all. */
    public boolean waits() {
        return !keying.isZero() || !meanThink.isZero();
    }
}
