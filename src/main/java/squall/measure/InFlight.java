package squall.measure;

/**
 * What is under way at one moment.
 *
 * @param operations sent and not answered
 * @param oldestNs how long ago the oldest of them was due; 0 if there is none
 */
public record InFlight(int operations, long oldestNs) {
    public static final InFlight NONE = new InFlight(0, 0);
}
