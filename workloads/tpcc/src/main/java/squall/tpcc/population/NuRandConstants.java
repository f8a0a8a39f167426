package squall.tpcc.population;

/**
 * Set of the constants C of the non-uniform draws (2.1.6.1), chosen once for all terminals of a run.
 *
 * @param lastNameLoad C of last names, when the customers were loaded
 * @param lastNameRun C of last names, in this run
 * @param customer C of customer numbers
 * @param item C of item numbers
 */
public record NuRandConstants(int lastNameLoad, int lastNameRun, int customer, int item) {
    /** Constants with which BenchBase loads and runs, assumed if the constants of the load are not recorded. */
    public static final NuRandConstants BENCHBASE = new NuRandConstants(157, 223, 259, 7911);

    private static final int LAST_NAMES = 255;
    private static final int CUSTOMERS = 1023;
    private static final int ITEMS = 8191;

    /** First coordinate of the random streams of the constants. */
    private static final int PLACE = 0xC0;

    public NuRandConstants {
        int delta = Math.abs(lastNameRun - lastNameLoad);
        if (delta < 65 || delta > 119 || delta == 96 || delta == 112) {
            throw new IllegalArgumentException("C for last names was " + lastNameLoad + " at the load and is "
                    + lastNameRun + " now: the difference must be within 65 to 119, but neither 96 nor 112 (2.1.6.1)");
        }
    }

    /** Returns C for the last names of a load. */
    public static int lastNameLoad(long seed) {
        return SeededRandom.at(seed, PLACE, 0).between(0, LAST_NAMES);
    }

    /** Returns the constants of a run with this seed on customers that were loaded with this constant. */
    public static NuRandConstants of(int lastNameLoad, long seed) {
        SeededRandom chance = SeededRandom.at(seed, PLACE, 1);
        return new NuRandConstants(
                lastNameLoad,
                lastNameRun(lastNameLoad, chance),
                chance.between(0, CUSTOMERS),
                chance.between(0, ITEMS));
    }

    /** Returns the distribution of the last names of a load, as numbers 0 to 999. */
    static NuRand loadedLastNames(int lastNameLoad) {
        return new NuRand(LAST_NAMES, 0, LastNames.COUNT - 1, lastNameLoad);
    }

    /** Returns the distribution of the last names that a run asks for, as numbers 0 to 999. */
    public NuRand lastNames() {
        return new NuRand(LAST_NAMES, 0, LastNames.COUNT - 1, lastNameRun);
    }

    public NuRand customers() {
        return new NuRand(CUSTOMERS, 1, 3_000, customer);
    }

    public NuRand items() {
        return new NuRand(ITEMS, 1, 100_000, item);
    }

    /**
     * Draws C of last names for a run. It exists for every constant of a load: the range of 256 is wider than twice the largest distance
     * wanted.
     */
    private static int lastNameRun(int load, SeededRandom chance) {
        while (true) {
            int distance = chance.between(65, 119);
            int run = chance.percent(50) ? load + distance : load - distance;
            if (distance != 96 && distance != 112 && run >= 0 && run <= LAST_NAMES) {
                return run;
            }
        }
    }

    /**
     * Distribution of the non-uniform random numbers of clause 2.1.6. Pure.
     *
     * @param a 255, 1023 or 8191, by the size of the range
     * @param low the smallest number
     * @param high the largest number
     * @param c a constant in [0, a], the same for all terminals: see {@link NuRandConstants}
     */
    public record NuRand(int a, int low, int high, int c) {
        public NuRand {
            if (c < 0 || c > a) {
                throw new IllegalArgumentException("the constant C must be within 0 to " + a + ", not " + c);
            }
        }

        public int draw(SeededRandom chance) {
            return (((chance.between(0, a) | chance.between(low, high)) + c) % (high - low + 1)) + low;
        }
    }
}
