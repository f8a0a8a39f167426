package squall.measure;

/**
 * A half-open part of a run: from the start of second {@code fromSecond} to the start of second {@code toSecond}.
 *
 * @param name as printed; several windows of one kind differ by it
 */
public record Window(String name, Kind kind, long fromSecond, long toSecond) {
    /** What a window is for (DESIGN 2). */
    public enum Kind {
        WARMUP,
        BASELINE,
        DISTURBED,
        RECOVERY,
        STEADY
    }

    public Window {
        if (fromSecond < 0 || toSecond < fromSecond) {
            throw new IllegalArgumentException("window " + name + " must be [from, to) with 0 <= from <= to: ["
                    + fromSecond + ", " + toSecond + ")");
        }
    }

    public boolean contains(long second) {
        return fromSecond <= second && second < toSecond;
    }
}
