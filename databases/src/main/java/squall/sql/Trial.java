package squall.sql;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

/**
 * One unit of work that did not succeed at once: whether it may be sent again, and what its failures amount to. One thread.
 */
public final class Trial {
    /** What comes next. */
    public enum Next {
        /** Send it again after a pause. */
        AFTER_PAUSE,
        /** Send it again at once, on the same connection or a new one. */
        AT_ONCE,
        /** The outcome stands. */
        GIVE_UP
    }

    private final Effect effect;
    private final int retries;
    private final long deadlineNs;
    private int failures;
    private Outcome.@Nullable Unknown lost;

    /** @param nowNs when the first attempt failed; connections are waited for until {@code reconnectWithin} later */
    public Trial(Effect effect, int retries, Duration reconnectWithin, long nowNs) {
        this.effect = effect;
        this.retries = retries;
        this.deadlineNs = nowNs + reconnectWithin.toNanos();
    }

    /** Until when a connection is waited for. */
    public long deadlineNs() {
        return deadlineNs;
    }

    /** Judges a failed attempt. */
    public Next next(Failure failure, long nowNs) {
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

    /** What the unit amounts to if this was its last attempt: an answer once lost stays lost until a later attempt succeeds. */
    public Outcome outcome(Outcome last) {
        return lost == null || last instanceof Outcome.Ok ? last : lost;
    }

    private boolean sendable(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> false;
            // Whoever has waited for a whole timeout has his answer: sent again, it would wait as long once more.
            case Outcome.Refused refused -> !timedOut(refused.error());
            case Outcome.Unknown unknown -> effect != Effect.ONCE && !timedOut(unknown.error());
        };
    }

    private static boolean timedOut(ErrorCode error) {
        return error.kind() == ErrorKind.TIMEOUT;
    }
}
