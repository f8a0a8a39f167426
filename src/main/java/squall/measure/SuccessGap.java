package squall.measure;

/**
 * A stretch of a run in which operations were due and none was acknowledged.
 *
 * @param fromNs since the run began
 */
public record SuccessGap(long fromNs, long lengthNs) {
    /** Shorter gaps are not reported: a checkpoint or a garbage collection explains them. */
    public static final long SHOWN_FROM_NS = 2_000_000_000L;

    public boolean shown() {
        return lengthNs >= SHOWN_FROM_NS;
    }
}
