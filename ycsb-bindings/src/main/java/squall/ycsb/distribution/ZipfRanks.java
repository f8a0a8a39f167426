package squall.ycsb.distribution;

/**
 * Ranks by Zipf's law as Gray et al. draw them ("Quickly Generating Billion-Record Synthetic Databases", 1994), which YCSB does too:
 * exact for the first two ranks, close for the others. Immutable.
 */
final class ZipfRanks {
    private final long items;
    private final double zeta;
    private final double eta;
    private final double alpha;
    private final double secondRank;

    /** @param zeta of {@code items} and {@code theta} */
    ZipfRanks(double theta, long items, double zeta) {
        this.items = items;
        this.zeta = zeta;
        double zetaOfTwo = 1 + Math.pow(2, -theta);
        this.alpha = 1 / (1 - theta);
        this.eta = (1 - Math.pow(2.0 / items, 1 - theta)) / (1 - zetaOfTwo / zeta);
        this.secondRank = 1 + Math.pow(0.5, theta);
    }

    long items() {
        return items;
    }

    /** @param uniform in {@code [0, 1)} @return a rank from 0 */
    long rank(double uniform) {
        double scaled = uniform * zeta;
        if (scaled < 1) {
            return 0;
        }
        if (scaled < secondRank) {
            return 1;
        }
        return (long) (items * Math.pow(eta * uniform - eta + 1, alpha));
    }
}
