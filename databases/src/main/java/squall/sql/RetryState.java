package squall.sql;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

/**
 * State of a unit of work that did not succeed at once: whether it may be sent again, and the outcome of its failures. Used by one thread.
 */
public final class RetryState {
    /** Next step. */
    public enum Next {
        /** Send it again after a pause. */
        AFTER_PAUSE,
        /** Send it again at once, on the same connection or a new one. */
        AT_ONCE,
        /** The outcome stands. */
        GIVE_UP
    }

    private final WorkEffect effect;
    private final int retries;
    private final long deadlineNs;
    private int failures;
    private Outcome.@Nullable Unknown lost;

    /** @param nowNs when the first attempt failed; connections are waited for until {@code reconnectWithin} later */
    public RetryState(WorkEffect effect, int retries, Duration reconnectWithin, long nowNs) {
        this.effect = effect;
        this.retries = retries;
        this.deadlineNs = nowNs + reconnectWithin.toNanos();
    }

    /** Returns the deadline for a connection. */
    public long deadlineNs() {
        return deadlineNs;
    }

    /** Judges a failed attempt. */
    public Next next(AttemptFailure failure, long nowNs) {
        failures++;
        if (lost == null && failure.outcome() instanceof Outcome.Unknown unknown) {
            lost = unknown;
        }
        boolean again = failures <= retries;
        return switch (failure.remedy()) {
            case NONE, LEAVE -> Next.GIVE_UP;
            case RETRY -> again ? Next.AFTER_PAUSE : Next.GIVE_UP;
            case PREPARE_AGAIN -> again ? Next.AT_ONCE : Next.GIVE_UP;
            case RECONNECT -> again && nowNs < deadlineNs && sendable(failure.outcome()) ? Next.AT_ONCE : Next.GIVE_UP;
        };
    }

    /** Returns the outcome if this was its last attempt: once an answer was lost, the outcome is unknown until a later attempt succeeds. */
    public Outcome outcome(Outcome last) {
        return lost == null || last instanceof Outcome.Ok ? last : lost;
    }

    private boolean sendable(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> false;
            // After a complete timeout the outcome is final: another attempt would wait as long again.
            case Outcome.Refused refused -> !timedOut(refused.error());
            case Outcome.Unknown unknown -> effect != WorkEffect.ONCE && !timedOut(unknown.error());
        };
    }

    private static boolean timedOut(ErrorCode error) {
        return error.kind() == ErrorKind.TIMEOUT;
    }

    /**
     * Failure of one attempt, judged.
     *
     * @param outcome of the attempt
     * @param remedy what would help the next one
     */
    public record AttemptFailure(Outcome outcome, Remedy remedy) {
        /** Remedy with which the next attempt, or the next unit of work, can succeed. */
        public enum Remedy {
            /** Nothing: the server's answer is final. */
            NONE,
            /** Try again after a pause: it collided with others. */
            RETRY,
            /** Retry immediately: the driver prepares its stale statements again. */
            PREPARE_AGAIN,
            /** The connection is unusable; on a new one the work may be sent again if it is certainly not applied, or idempotent. */
            RECONNECT,
            /** The connection is fine but the server is the wrong one: it takes no writes. */
            LEAVE
        }
    }
}
