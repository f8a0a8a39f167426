package squall.measure;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import squall.measure.ThinkTimes.SeededNumbers;

/**
 * Due times of the operations of an open loop: a pure function of the index, so any number of threads may call it.
 *
 * <p>Times that can only be computed one after the other come in blocks: {@link #at} finds the block of an index, {@link #dueNs} answers
 * within it.
 */
public interface FireTimes {
    /** Returns the block that contains {@code index}; never called for an index before this block. */
    FireTimes at(long index);

    /** Returns the due time of operation {@code index} of this block, in nanoseconds since the schedule's start. */
    long dueNs(long index);

    /** Creates due times that follow the profile evenly: operation n at exactly {@code profile(n)}, rounded, without drift. */
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
     * Creates a Poisson process that follows the profile: distances between operations are exponential. The unit process
     * {@code u(n) = u(n-1) - ln(1 - random)} is mapped through the profile, which makes it correct for a changing rate too.
     */
    static FireTimes poisson(RateProfile profile, long seed) {
        return new PoissonBlock(profile, seed, 0, 0);
    }

    /** Profile of the rate of an open loop, as the inverse of its integral. */
    @FunctionalInterface
    interface RateProfile {
        /** Returns the time at which the schedule reaches {@code operations}, in nanoseconds since its start; 0 at 0 and never falling. */
        double atNs(double operations);

        /** Creates a profile of a constant rate: {@code t = n / rate}. */
        static RateProfile constant(double perSecond) {
            return operations -> operations * 1e9 / perSecond;
        }

        /**
         * Creates a profile of a rate that changes linearly from {@code from} to {@code to} within {@code overNs} and then stays.
         *
         * <p>During the ramp {@code n(t) = from*t + (to-from)*t^2/(2*over)}. Solved for t in the form
         * {@code t = 2n / (from + sqrt(from^2 + 2n*(to-from)/over))}, which loses no digits when both rates are nearly equal.
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
     * Block of a thousand due times of a Poisson process, with a link to the next block. Immutable except for the link, which the first
     * thread that needs it computes; two threads that compute it at once get equal blocks, so no lock is needed. An unreferenced block is
     * garbage collected.
     */
    final class PoissonBlock implements FireTimes {
        private static final int LENGTH = 1024;

        private final FireTimes.RateProfile profile;
        private final long seed;
        private final long first;
        private final long[] dueNs = new long[LENGTH];
        private final double end;
        private volatile @Nullable PoissonBlock next;

        /** @param begin value of the unit process before operation {@code first} */
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
