package squall.tpcc.population;

/**
 * The non-uniform random numbers of clause 2.1.6. Pure.
 *
 * @param a 255, 1023 or 8191, by the size of the range
 * @param low the smallest number
 * @param high the largest number
 * @param c a constant in [0, a], the same for all terminals: see {@link Constants}
 */
public record NuRand(int a, int low, int high, int c) {
    public NuRand {
        if (c < 0 || c > a) {
            throw new IllegalArgumentException("the constant C must be within 0 to " + a + ", not " + c);
        }
    }

    public int draw(Chance chance) {
        return (((chance.between(0, a) | chance.between(low, high)) + c) % (high - low + 1)) + low;
    }
}
