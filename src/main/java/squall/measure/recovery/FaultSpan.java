package squall.measure.recovery;

import java.util.OptionalLong;

/**
 * The time of a fault, in whole seconds since the run began.
 *
 * @param injected at the start of this second the injection began
 * @param healed by the start of this second the healing was verified; empty if it stays, or was never healed
 * @param end up to this second it was watched: then the next injection began, or it was back, or it was given up
 */
public record FaultSpan(long injected, OptionalLong healed, long end) {
    public FaultSpan {
        if (injected < 0 || healed.orElse(injected) < injected || end < healed.orElse(injected)) {
            throw new IllegalArgumentException("a span needs 0 <= injected <= healed <= end, not injected " + injected
                    + ", healed " + healed + ", end " + end);
        }
    }

    /** While the fault was in effect. */
    SecondSeries disturbed(SecondSeries run) {
        return run.between(injected, healed.orElse(end));
    }

    /** After it was healed. */
    SecondSeries recovering(SecondSeries run) {
        return run.between(healed.orElse(end), end);
    }

    public SecondSeries whole(SecondSeries run) {
        return run.between(injected, end);
    }
}
