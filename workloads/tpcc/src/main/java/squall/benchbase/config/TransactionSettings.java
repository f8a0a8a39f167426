package squall.benchbase.config;

import java.time.Duration;
import squall.tpcc.TransactionType;

/**
 * Settings of one transaction of the file: the waits around it.
 *
 * @param keying time before it, constant
 * @param meanThink time after it: the mean of a negative exponential distribution (clause 5.2.5.4)
 */
public record TransactionSettings(TransactionType type, Duration keying, Duration meanThink) {
    /** Returns whether a terminal waits before or after it. */
    public boolean waits() {
        return !keying.isZero() || !meanThink.isZero();
    }
}
