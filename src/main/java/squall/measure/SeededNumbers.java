package squall.measure;

/** Numbers that are a function of a seed and a place, the same on every machine. */
final class SeededNumbers {
    private SeededNumbers() {}

    /** Spreads neighbouring places over all longs: the finalizer of SplitMix64 (Steele, Lea, Flood 2014). */
    static long mix(long seed, long place) {
        long z = seed + place * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** A number in [0, 1). */
    static double uniform(long seed, long place) {
        return (mix(seed, place) >>> 11) * 0x1.0p-53;
    }

    /** An exponentially distributed distance with mean 1. Strict, so that a seed means the same schedule everywhere. */
    static double exponential(double uniform) {
        return -StrictMath.log1p(-uniform);
    }
}
