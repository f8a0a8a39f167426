package squall.testbed.cassandra;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import squall.host.Deadline.Condition;

/**
 * Checks, while a node joins, that the other nodes sent it the writes of its ranges before it copied the data of these ranges. A write that
 * neither the copy nor the sender covers is acknowledged by the old owner alone, and lost as soon as reads go to the new one.
 */
final class PendingRanges {
    /** A write that was sent before has ended after this: Cassandra's limit for writes. */
    static final Duration WRITE_LIMIT = Duration.ofSeconds(2);

    private final Condition sent;
    private final Condition copying;
    private final LongSupplier nanoTime;
    private OptionalLong sentSinceNs = OptionalLong.empty();
    private boolean confirmed;

    /**
     * @param sent whether all other nodes send the joining node its writes
     * @param copying whether the joining node has begun to copy data
     */
    PendingRanges(Condition sent, Condition copying, LongSupplier nanoTime) {
        this.sent = sent;
        this.copying = copying;
        this.nanoTime = nanoTime;
    }

    /** To be called again and again until the node has joined. Answers false if the node copies data and must be stopped. */
    boolean look() throws IOException, InterruptedException {
        if (confirmed) {
            return true;
        }
        if (sentSinceNs.isEmpty() && sent.holds()) {
            sentSinceNs = OptionalLong.of(nanoTime.getAsLong());
        }
        boolean longEnough =
                sentSinceNs.isPresent() && nanoTime.getAsLong() - sentSinceNs.getAsLong() >= WRITE_LIMIT.toNanos();
        boolean begun = copying.holds(); // after the clock was read: what has not begun by now had not begun then
        confirmed = longEnough && !begun;
        return !begun || confirmed;
    }
}
