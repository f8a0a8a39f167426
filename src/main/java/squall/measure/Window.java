package squall.measure;

/**
 * A half-open part of a run: from the start of second {@code fromSecond} to the start of second {@code toSecond}.
 *
 * @param name as printed; several windows of one kind differ by it
 * @param toSecond {@link Long#MAX_VALUE} while the end is unknown
 * @param origin what of a scenario it belongs to
 */
public record Window(String name, Kind kind, long fromSecond, long toSecond, WindowOrigin origin) {
    /** What a window is for (DESIGN 2). */
    public enum Kind {
        WARMUP,
        BASELINE,
        DISTURBED,
        RECOVERY,
        STEADY
    }

    /**
     * What of a scenario led to a window.
     *
     * @param phase its name; empty in a run without a scenario
     * @param injection its name; empty where nothing is injected
     */
    public record WindowOrigin(String phase, String injection) {
        /** Of a run without a scenario. */
        public static final WindowOrigin NONE = new WindowOrigin("", "");

        /** Of a phase as a whole. */
        public static WindowOrigin of(String phase) {
            return new WindowOrigin(phase, "");
        }
    }

    public Window {
        if (fromSecond < 0 || toSecond < fromSecond) {
            throw new IllegalArgumentException("window " + name + " must be [from, to) with 0 <= from <= to: ["
                    + fromSecond + ", " + toSecond + ")");
        }
    }

    /** Of a run without a scenario. */
    public Window(String name, Kind kind, long fromSecond, long toSecond) {
        this(name, kind, fromSecond, toSecond, WindowOrigin.NONE);
    }

    /** The same with this end. */
    public Window until(long second) {
        return new Window(name, kind, fromSecond, second, origin);
    }

    public boolean contains(long second) {
        return fromSecond <= second && second < toSecond;
    }
}
