package squall.isolation;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Number of writes that a key takes before a new key replaces it.
 *
 * <p>Zipfian by default, as in Jepsen since 0.3.12: with the same number for every key, few keys are new at a time, and errors in their
 * first moments are seldom found.
 *
 * @param most writes of a key
 * @param zipfian whether each key draws its number from 1 to {@code most}, {@code k} with a probability in proportion to 1/k; else every
 *     key takes {@code most}
 */
public record WritesPerKey(int most, boolean zipfian) {
    /** Default: a fifth of the keys are written once, half of them at most seven times. */
    public static final WritesPerKey ZIPFIAN = new WritesPerKey(100, true);

    /** Maximum number, because a list of more values would not fit into its column. */
    private static final int HIGHEST = 500;

    private static final double[] SUMS = sums();

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    public WritesPerKey {
        if (most < 1 || most > HIGHEST) {
            throw new IllegalArgumentException("the writes of a key must be 1 to " + HIGHEST + ", not " + most);
        }
    }

    /** Reads an option. @throws IllegalArgumentException if it is neither {@code zipfian} nor a number in range */
    public static WritesPerKey parse(String text) {
        if (text.equals("zipfian")) {
            return ZIPFIAN;
        }
        int number = text.matches("[1-9]\\d{0,2}") ? Integer.parseInt(text) : 0;
        if (number < 1 || number > HIGHEST) {
            throw new IllegalArgumentException(
                    "must be zipfian or a number from 1 to " + HIGHEST + ", not '" + text + "'");
        }
        return new WritesPerKey(number, false);
    }

    /** Returns the number for one key, a function of the seed and the key. */
    int of(long seed, long key) {
        if (!zipfian) {
            return most;
        }
        double drawn = new SplittableRandom(seed ^ (key + 1) * GOLDEN).nextDouble() * SUMS[most];
        int found = Arrays.binarySearch(SUMS, 0, most + 1, drawn);
        return found < 0 ? -found - 1 : found + 1; // of the first sum above what was drawn
    }

    /** Returns the sum of 1/k for k from 1 to each index. */
    private static double[] sums() {
        double[] sums = new double[HIGHEST + 1];
        for (int k = 1; k <= HIGHEST; k++) {
            sums[k] = sums[k - 1] + 1.0 / k;
        }
        return sums;
    }
}
