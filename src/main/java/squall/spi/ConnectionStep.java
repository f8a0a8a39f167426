package squall.spi;

/**
 * Step by which a session, or the driver that all sessions share, lost a connection or tried to get another one.
 *
 * @param fromNs begin, in nanoseconds since the run began
 * @param toNs end; equal to the begin of a step without duration
 * @param detail error code of a loss, or the node of the last connection to it; endpoint of a connection or of a refusal, which has its
 *     reason where it is known; endpoint that a driver pauses for; else empty
 */
public record ConnectionStep(Kind kind, long fromNs, long toNs, String detail) {
    /** Kind of a step. */
    public enum Kind {
        /** Loss: the connection was found to be broken, and was discarded. */
        BROKEN,
        /** Pause before the next attempt. */
        PAUSED,
        /** Attempt that ended without a connection. */
        REFUSED,
        /** Attempt that ended with a connection: connecting, login, and preparing statements. */
        CONNECTED
    }

    public ConnectionStep {
        if (toNs < fromNs) {
            throw new IllegalArgumentException(kind + " cannot end at " + toNs + " ns, before it began at " + fromNs);
        }
    }
}
