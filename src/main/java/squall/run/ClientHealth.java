package squall.run;

/**
 * Whether the client kept up with its own plan; a run in which it did not says little about the database.
 *
 * @param lagP99Ns 99th percentile of the time from a turn's due time to its being sent, for whatever reason; 0 in a closed loop
 * @param ownLagP99Ns the part of it that is the client's fault: from when the turn was due <em>and</em> its session was free. While all
 *     sessions are in a call the database keeps the turn waiting; from then on only the client does
 * @param gcShare time in garbage collection pauses as a share of the window, in the window where it was highest
 * @param stalls how often a session had to wait for the recording thread
 */
public record ClientHealth(long lagP99Ns, long ownLagP99Ns, double gcShare, long stalls) {
    /** From here on the schedule was not kept (DESIGN 8). */
    public static final long MOST_OWN_LAG_NS = 10_000_000;

    /** From here on the collector was measured, not the database (DESIGN 8). */
    public static final double MOST_GC_SHARE = 0.05;

    /** Nothing to complain of. */
    public static final ClientHealth GOOD = new ClientHealth(0, 0, 0, 0);

    /** Whether the numbers of the run are the client's rather than the database's. */
    public boolean overloaded() {
        return ownLagP99Ns > MOST_OWN_LAG_NS || gcShare > MOST_GC_SHARE;
    }
}
