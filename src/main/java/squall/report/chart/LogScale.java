package squall.report.chart;

/**
 * Latencies as charts carry them: logarithms, so that one step is a tenth of a percent, which is how exact histograms of three digits are,
 * and neighbours differ by little and pack well.
 */
public final class LogScale {
    /** Steps for each factor of e. */
    public static final int STEPS = 1024;

    private LogScale() {}

    /** @param micros below 1 counts as 1 */
    public static int of(long micros) {
        return (int) Math.round(STEPS * Math.log((double) Math.max(1, micros)));
    }

    public static double micros(int log) {
        return Math.exp((double) log / STEPS);
    }
}
