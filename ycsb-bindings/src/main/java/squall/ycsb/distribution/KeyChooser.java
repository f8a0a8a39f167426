package squall.ycsb.distribution;

/**
 * Chooses the number of the row an operation goes to.
 *
 * <p>Each session has its own: a chooser may keep what it worked out, and shares nothing.
 */
public interface KeyChooser {
    /**
     * @param random at the place of this operation
     * @param n number of the operation, from 0
     * @param newest highest key number that may be chosen: every row up to it has been answered for
     */
    long next(SplitMix random, long n, long newest);
}
