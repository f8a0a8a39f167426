package squall.sql;

import squall.spi.Outcome;

/**
 * One failed attempt, judged.
 *
 * @param outcome of the attempt
 * @param remedy what would help the next one
 */
public record Failure(Outcome outcome, Remedy remedy) {
    /** What to do so that the next attempt, or the next unit of work, can succeed. */
    public enum Remedy {
        /** Nothing: the server's answer is final. */
        NONE,
        /** Try again after a pause: it collided with others. */
        RETRY,
        /** Try again at once: the driver prepares its stale statements anew. */
        PREPARE_AGAIN,
        /** The connection is of no more use; on a new one the work may be sent again if it is certainly not applied, or harmless twice. */
        RECONNECT,
        /** The connection is fine but the server is the wrong one: it takes no writes. */
        LEAVE
    }
}
