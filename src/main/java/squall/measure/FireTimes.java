package squall.measure;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import squall.measure.ThinkTimes.SeededNumbers;

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

    /**
     * A thousand due times of a Poisson process, and the link to the next thousand. Immutable except for the link, which the first thread
     * that needs it computes; two threads that compute it at once get equal blocks, so no lock is needed. An unreferenced block is garbage
     * collected.
     */
    final class PoissonBlock implements FireTimes {
        private static final int LENGTH = 1024;

        private final FireTimes.RateProfile profile;
        private final long seed;
        private final long first;
        private final long[] dueNs = new long[LENGTH];
        private final double end;
        private volatile @Nullable PoissonBlock next;

        /** @param begin where the unit process stands before operation {@code first} */
        PoissonBlock(FireTimes.RateProfile profile, long seed, long first, double begin) {
            this.profile = profile;
            this.seed = seed;
            this.first = first;
            SplittableRandom random = new SplittableRandom(SeededNumbers.mix(seed, first));
            double position = begin;
            for (int i = 0; i < LENGTH; i++) {
                position += SeededNumbers.exponential(random.nextDouble());
                dueNs[i] = Math.round(profile.atNs(position));
            }
            this.end = position;
        }

        @Override
        public FireTimes at(long index) {
            PoissonBlock stretch = this;
            while (index >= stretch.first + LENGTH) {
                stretch = stretch.next();
            }
            return stretch;
        }

        @Override
        public long dueNs(long index) {
            return dueNs[(int) (index - first)];
        }

        private PoissonBlock next() {
            PoissonBlock known = next;
            if (known == null) {
                known = new PoissonBlock(profile, seed, first + LENGTH, end);
                next = known;
            }
            return known;
        }
    }
}
