package squall.measure;

/** How the rate of an open loop develops, as the inverse of its integral. */
@FunctionalInterface
public interface RateProfile {
    /** When the schedule has reached {@code operations}, in nanoseconds since its start; 0 at 0 and never falling. */
    double atNs(double operations);

    /** The same rate throughout: {@code t = n / rate}. */
    static RateProfile constant(double perSecond) {
        return operations -> operations * 1e9 / perSecond;
    }

    /**
     * A rate that goes linearly from {@code from} to {@code to} within {@code overNs} and then stays.
     *
     * <p>During the ramp {@code n(t) = from*t + (to-from)*t^2/(2*over)}. Solved for t in the form
     * {@code t = 2n / (from + sqrt(from^2 + 2n*(to-from)/over))}, which loses no digits where both rates are nearly equal.
     */
    static RateProfile ramp(double fromPerSecond, double toPerSecond, long overNs) {
        double over = overNs / 1e9;
        double within = (fromPerSecond + toPerSecond) / 2 * over;
        double slope = overNs == 0 ? 0 : (toPerSecond - fromPerSecond) / over;
        return operations -> operations < within
                ? 2e9 * operations / (fromPerSecond + Math.sqrt(fromPerSecond * fromPerSecond + 2 * operations * slope))
                : (over + (operations - within) / toPerSecond) * 1e9;
    }
}
