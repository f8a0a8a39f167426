package squall.measure;

/**
 * When each operation of an open loop is due: a pure function of its index, so any number of threads may ask.
 *
 * <p>Times that can only be found one after the other come in stretches: {@link #at} finds the stretch of an index, {@link #dueNs}
 * answers within it.
 */
public interface FireTimes {
    /** The block that contains {@code index}; never called for an index before this block. */
    FireTimes at(long index);

    /** Nanoseconds since the schedule's start at which operation {@code index} of this stretch is due. */
    long dueNs(long index);

    /** Evenly along the profile: operation n at exactly {@code profile(n)}, rounded, without drift. */
    static FireTimes even(RateProfile profile) {
        return new FireTimes() {
            @Override
            public FireTimes at(long index) {
                return this;
            }

            @Override
            public long dueNs(long index) {
                return Math.round(profile.atNs((double) index));
            }
        };
    }

    /**
     * A Poisson process along the profile: distances between operations are exponential. The unit process
     * {@code u(n) = u(n-1) - ln(1 - random)} is mapped through the profile, which makes it right for a changing rate too.
     */
    static FireTimes poisson(RateProfile profile, long seed) {
        return new PoissonBlock(profile, seed, 0, 0);
    }

    /** How the rate of an open loop develops, as the inverse of its integral. */
    @FunctionalInterface
    interface RateProfile {
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
                    ? 2e9
                            * operations
                            / (fromPerSecond + Math.sqrt(fromPerSecond * fromPerSecond + 2 * operations * slope))
                    : (over + (operations - within) / toPerSecond) * 1e9;
        }
    }
}
