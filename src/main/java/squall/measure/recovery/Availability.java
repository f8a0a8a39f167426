package squall.measure.recovery;

/**
 * How much of what was due was acknowledged within the deadline; a sum over a sum, never a mean of seconds.
 *
 * @param due operations that fell due
 * @param inTime acknowledged within {@link Bucket#DEADLINE} of their due time
 */
public record Availability(long due, long inTime) {
    /** 1 if nothing was due. */
    public double share() {
        return due == 0 ? 1 : (double) inTime / due;
    }

    /** 2 for 99 %, 3 for 99.9 %; infinite if nothing was missed. */
    public double nines() {
        return -Math.log10(1 - share());
    }
}
