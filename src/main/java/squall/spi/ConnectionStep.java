package squall.spi;

import java.util.List;

/**
 * Step by which a session, or the driver that all sessions share, lost a connection or tried to get another one.
 *
 * @param fromNs begin, in nanoseconds since the run began
 * @param toNs end; equal to the begin of a step without duration
 * @param detail error code of a loss, or the node of the last connection to it; endpoint of a connection or of a refusal, which has its
 *     reason where it is known; endpoint that a driver pauses for; else empty
 * @param stages of an attempt, in order, the first from its begin and each other from the end of the one before; empty for other steps, and if
 *     the driver does not show them
 */
public record ConnectionStep(Kind kind, long fromNs, long toNs, String detail, List<Stage> stages) {
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

    /** Kind of a stage of an attempt. */
    public enum StageKind {
        /** Lookup of the server's address by its name. */
        LOOKUP,
        /** Connect, until the server's system answers. */
        CONNECT,
        /** Handshake of TLS. */
        TLS,
        /** Login: the remaining time until the driver has a connection. */
        LOGIN,
        /** Settings of the session, and preparing statements. */
        SETUP
    }

    /** Stage of an attempt. @param toNs its end, in nanoseconds since the run began */
    public record Stage(StageKind kind, long toNs) {}

    public ConnectionStep {
        if (toNs < fromNs) {
            throw new IllegalArgumentException(kind + " cannot end at " + toNs + " ns, before it began at " + fromNs);
        }
        stages = List.copyOf(stages);
        long sinceNs = fromNs;
        for (Stage stage : stages) {
            if (stage.toNs() < sinceNs || stage.toNs() > toNs) {
                throw new IllegalArgumentException(
                        stage.kind() + " must end in [" + sinceNs + ", " + toNs + "] ns, not at " + stage.toNs());
            }
            sinceNs = stage.toNs();
        }
    }

    /** Creates a step without stages. */
    public ConnectionStep(Kind kind, long fromNs, long toNs, String detail) {
        this(kind, fromNs, toNs, detail, List.of());
    }
}
