package squall.isolation;

import squall.check.isolation.History;

/**
 * Which transactions are made to judge the isolation of a database.
 *
 * @param keys how many keys are in use at a time: the fewer, the more transactions meet
 * @param hotShare of the operations that go to one of these keys, in addition to their share of the others; in [0, 1)
 * @param longest operations of a transaction, 1 to 8; each length is equally likely
 * @param writesPerKey how often a key is written before a new one takes its place
 * @param readsFirst whether a transaction reads every register before it writes it, so that the order of all versions is known; of no
 *     meaning for lists
 */
public record IsolationWorkload(
        History.Model model, int keys, double hotShare, int longest, int writesPerKey, boolean readsFirst) {
    /** What a transaction has at most. */
    public static final int LONGEST = 8;

    /** A list of more values would not fit into its column. */
    public static final int MOST_WRITES = 500;

    public IsolationWorkload {
        require(keys >= 1, "keys", "at least 1", keys);
        require(hotShare >= 0 && hotShare < 1, "the share of the hot key", "in [0, 1)", hotShare);
        require(longest >= 1 && longest <= LONGEST, "the length of a transaction", "1 to " + LONGEST, longest);
        require(
                writesPerKey >= 1 && writesPerKey <= MOST_WRITES,
                "the writes of a key",
                "1 to " + MOST_WRITES,
                writesPerKey);
    }

    private static void require(boolean met, String what, String wanted, Object found) {
        if (!met) {
            throw new IllegalArgumentException(what + " must be " + wanted + ", not " + found);
        }
    }
}
