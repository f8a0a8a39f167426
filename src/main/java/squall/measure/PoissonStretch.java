package squall.measure;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A thousand due times of a Poisson process, and the way to the next thousand. Immutable but for the link, which is computed by
 * whoever comes first; two threads that compute it at once get equal stretches, so no lock is needed. A stretch nobody holds any
 * more is garbage.
 */
final class PoissonStretch implements FireTimes {
    private static final int LENGTH = 1024;

    private final RateProfile profile;
    private final long seed;
    private final long first;
    private final long[] dueNs = new long[LENGTH];
    private final double end;
    private volatile @Nullable PoissonStretch next;

    /** @param begin where the unit process stands before operation {@code first} */
    PoissonStretch(RateProfile profile, long seed, long first, double begin) {
        this.profile = profile;
        this.seed = seed;
        this.first = first;
        SplittableRandom random = new SplittableRandom(Randoms.mix(seed, first));
        double position = begin;
        for (int i = 0; i < LENGTH; i++) {
            position += Randoms.exponential(random.nextDouble());
            dueNs[i] = Math.round(profile.atNs(position));
        }
        this.end = position;
    }

    @Override
    public FireTimes at(long index) {
        PoissonStretch stretch = this;
        while (index >= stretch.first + LENGTH) {
            stretch = stretch.next();
        }
        return stretch;
    }

    @Override
    public long dueNs(long index) {
        return dueNs[(int) (index - first)];
    }

    private PoissonStretch next() {
        PoissonStretch known = next;
        if (known == null) {
            known = new PoissonStretch(profile, seed, first + LENGTH, end);
            next = known;
        }
        return known;
    }
}
