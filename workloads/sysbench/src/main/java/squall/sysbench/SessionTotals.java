package squall.sysbench;

import java.util.Collection;

/**
 * What a session, or several, have sent so far.
 *
 * @param reads statements that returned rows
 * @param writes statements that changed rows
 * @param others BEGIN, COMMIT, and statements that changed no row
 * @param restarts how often an event was begun again after an error
 * @param events that succeeded
 * @param busyNs spent in events, from when each was due
 */
public record SessionTotals(long reads, long writes, long others, long restarts, long events, long busyNs) {
    static final SessionTotals NONE = new SessionTotals(0, 0, 0, 0, 0, 0);

    public long queries() {
        return reads + writes + others;
    }

    SessionTotals plus(SessionTotals more) {
        return new SessionTotals(
                reads + more.reads,
                writes + more.writes,
                others + more.others,
                restarts + more.restarts,
                events + more.events,
                busyNs + more.busyNs);
    }

    /** What came since then. */
    public SessionTotals since(SessionTotals before) {
        return new SessionTotals(
                reads - before.reads,
                writes - before.writes,
                others - before.others,
                restarts - before.restarts,
                events - before.events,
                busyNs - before.busyNs);
    }

    public static SessionTotals sum(Collection<SessionTotals> all) {
        return all.stream().reduce(NONE, SessionTotals::plus);
    }
}
