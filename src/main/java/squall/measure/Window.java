package squall.measure;

/**
 * Window: a half-open part of a run, from the start of second {@code fromSecond} to the start of second {@code toSecond}.
 *
 * @param name as printed; it tells several windows of one kind apart
 * @param toSecond {@link Long#MAX_VALUE} while the end is unknown
 * @param origin the phase and the injection of a scenario that it belongs to
 */
public record Window(String name, Kind kind, long fromSecond, long toSecond, WindowOrigin origin) {
    /** Name of the window in which the maximum is measured, if the rate is a share of it. */
    public static final String CALIBRATION = "calibration";

    /** Name of the window after the warm-up of a run without a scenario. */
    public static final String MEASURED = "measured";

    /** Name of the window under a scenario that ends with the begin of the first phase. */
    public static final String START = "start";

    private static final String SETTLE = " settle";
    private static final String EVALUATION = " evaluation";

    /** Purpose of a window (DESIGN 2). */
    public enum Kind {
        WARMUP,
        BASELINE,
        DISTURBED,
        RECOVERY,
        STEADY
    }

    /**
     * Phase and injection of a scenario that a window belongs to.
     *
     * @param phase its name; empty in a run without a scenario
     * @param injection its name; empty if nothing is injected
     */
    public record WindowOrigin(String phase, String injection) {
        /** Origin of windows in a run without a scenario. */
        public static final WindowOrigin NONE = new WindowOrigin("", "");

        /** Creates the origin of a window of a whole phase. */
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

    /** Creates a window of a run without a scenario. */
    public Window(String name, Kind kind, long fromSecond, long toSecond) {
        this(name, kind, fromSecond, toSecond, WindowOrigin.NONE);
    }

    /** Returns whether the maximum was measured in this window: its operations are no part of the result. */
    public boolean calibration() {
        return kind == Kind.WARMUP && name.equals(CALIBRATION);
    }

    /** Returns the name of the window in which the system settles before this baseline or injection. */
    public static String settling(String name) {
        return name + SETTLE;
    }

    /** Returns the name of the window after this baseline, in which it is evaluated. */
    public static String evaluation(String name) {
        return name + EVALUATION;
    }

    /** Returns whether the load only goes on in this window of a scenario: nothing is measured and nothing is injected. */
    public boolean between() {
        return kind == Kind.STEADY && (name.endsWith(SETTLE) || name.endsWith(EVALUATION) || name.equals(START));
    }

    /** Returns this window with another name. */
    Window named(String other) {
        return new Window(other, kind, fromSecond, toSecond, origin);
    }

    /** Returns this window with another end. */
    public Window until(long second) {
        return new Window(name, kind, fromSecond, second, origin);
    }

    /** Returns this window with another length, rounded up to whole seconds. */
    public Window lasting(double seconds) {
        return until(fromSecond + (long) Math.ceil(seconds));
    }

    public boolean contains(long second) {
        return fromSecond <= second && second < toSecond;
    }
}
