package squall.measure;

/**
 * When each operation of an open loop is due: a pure function of its index, so any number of threads may ask.
 *
 * <p>Times that can only be found one after the other come in stretches: {@link #at} finds the stretch of an index, {@link #dueNs}
 * answers within it.
 */
public interface FireTimes {
    /** The stretch that knows {@code index}; an index before this stretch is not asked for. */
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
        return new PoissonStretch(profile, seed, 0, 0);
    }
}
