package squall.measure;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A thousand due times of a Poisson process, and the link to the next thousand. Immutable except for the link, which the first thread that
 * needs it computes; two threads that compute it at once get equal blocks, so no lock is needed. An unreferenced block is garbage
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
