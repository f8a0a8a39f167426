package squall.measure.recovery;

import java.util.OptionalLong;

/**
 * Span of a fault, in whole seconds since the run began.
 *
 * @param injected the injection began at the start of this second
 * @param healed the healing was verified by the start of this second; empty if the fault stays, or was never healed
 * @param end the observation ended at this second: the next injection began, the system had recovered, or the time limit was reached
 */
public record FaultSpan(long injected, OptionalLong healed, long end) {
    public FaultSpan {
        if (injected < 0 || healed.orElse(injected) < injected || end < healed.orElse(injected)) {
            throw new IllegalArgumentException("a span needs 0 <= injected <= healed <= end, not injected " + injected
                    + ", healed " + healed + ", end " + end);
        }
    }

    /** Returns the seconds in which the fault was in effect. */
    SecondSeries disturbed(SecondSeries run) {
        return run.between(injected, healed.orElse(end));
    }

    /** Returns the seconds after the healing. */
    SecondSeries recovering(SecondSeries run) {
        return run.between(healed.orElse(end), end);
    }

    public SecondSeries whole(SecondSeries run) {
        return run.between(injected, end);
    }
}
