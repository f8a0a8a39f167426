package squall.testbed.ha;

import java.util.Comparator;

/**
 * How far a standby has come: what it has written to disk of the primary's log.
 *
 * @param timeline rises by one at each promotion; positions of different timelines cannot be compared by bytes
 * @param bytes since the log began
 */
record WalPosition(int timeline, long bytes) implements Comparable<WalPosition> {
    private static final Comparator<WalPosition> ORDER =
            Comparator.comparingInt(WalPosition::timeline).thenComparingLong(WalPosition::bytes);

    @Override
    public int compareTo(WalPosition other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return "timeline %d, %X/%X".formatted(timeline, bytes >>> 32, bytes & 0xFFFF_FFFFL);
    }
}
