package squall.isolation;

import squall.check.isolation.History;

/**
 * Workload of the transactions by which the isolation of a database is judged.
 *
 * @param keys how many keys are in use at a time: the fewer, the more transactions conflict
 * @param hotShare of the operations that go to one of these keys, in addition to their share of the others; in [0, 1)
 * @param longest operations of a transaction, 1 to 8; each length is equally likely
 * @param writesPerKey after how many writes a new key replaces one
 * @param readsFirst whether a transaction reads every register before it writes it, so that the order of all versions is known; without
 *     effect on lists
 */
public record IsolationWorkload(
        History.Model model, int keys, double hotShare, int longest, WritesPerKey writesPerKey, boolean readsFirst) {
    /** Maximum number of operations of a transaction. */
    public static final int LONGEST = 8;

    public IsolationWorkload {
        require(keys >= 1, "keys", "at least 1", keys);
        require(hotShare >= 0 && hotShare < 1, "the share of the hot key", "in [0, 1)", hotShare);
        require(longest >= 1 && longest <= LONGEST, "the length of a transaction", "1 to " + LONGEST, longest);
    }

    private static void require(boolean met, String what, String wanted, Object found) {
        if (!met) {
            throw new IllegalArgumentException(what + " must be " + wanted + ", not " + found);
        }
    }
}
