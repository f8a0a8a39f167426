package squall.measure.recovery;

import java.util.OptionalLong;

/**
 * When a disturbance was there, in whole seconds since the run began.
 *
 * @param injected at the start of this second the injection began
 * @param healed by the start of this second the healing was verified; empty if it stays, or was never healed
 * @param end up to this second it was watched: then the next injection began, or it was back, or it was given up
 */
public record Span(long injected, OptionalLong healed, long end) {
    public Span {
        if (injected < 0 || healed.orElse(injected) < injected || end < healed.orElse(injected)) {
            throw new IllegalArgumentException("a span needs 0 <= injected <= healed <= end, not injected " + injected
                    + ", healed " + healed + ", end " + end);
        }
    }

    /** While the fault was there. */
    Series disturbed(Series run) {
        return run.between(injected, healed.orElse(end));
    }

    /** After it was healed. */
    Series recovering(Series run) {
        return run.between(healed.orElse(end), end);
    }

    public Series whole(Series run) {
        return run.between(injected, end);
    }
}
