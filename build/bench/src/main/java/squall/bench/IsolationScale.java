package squall.bench;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import squall.check.isolation.History;
import squall.check.isolation.History.Ending;
import squall.check.isolation.History.Model;
import squall.check.isolation.InvalidHistoryException;
import squall.check.isolation.IsolationChecker;
import squall.check.isolation.IsolationResult;

/**
 * Program that measures how long the isolation checker takes for histories of growing size: of a store that is strictly serializable, and
 * of one whose reads miss the newest write now and then. One size a process, so that its memory can be measured from outside.
 */
public final class IsolationScale {
    private static final int SESSIONS = 32;
    private static final int LIVE_KEYS = 200;
    private static final int VALUES_A_KEY = 32;
    private static final int OPERATIONS = 4;

    private final Model model;
    private final int staleOneIn;
    private final History.Builder builder;
    private final SplittableRandom random = new SplittableRandom(1);
    private final long[] names = new long[LIVE_KEYS];
    private final long[][] values = new long[LIVE_KEYS][VALUES_A_KEY];
    private final int[] lengths = new int[LIVE_KEYS];
    private long nextName = LIVE_KEYS;
    private long nextValue = 1;

    private IsolationScale(Model model, int staleOneIn) {
        this.model = model;
        this.staleOneIn = staleOneIn;
        this.builder = History.builder(model);
        Arrays.setAll(names, key -> key);
    }

    /** Arguments: the model, the number of transactions, and one in how many reads is stale (0: none). Prints one row of a table. */
    public static void main(String[] args) throws InvalidHistoryException {
        print(System.out, Model.valueOf(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    }

    private static void print(PrintStream out, Model model, int transactions, int staleOneIn)
            throws InvalidHistoryException {
        History history = new IsolationScale(model, staleOneIn).history(transactions);
        long beginNs = System.nanoTime();
        IsolationResult result = IsolationChecker.check(history);
        double seconds = (System.nanoTime() - beginNs) / 1e9;
        out.printf(
                Locale.ROOT,
                "| %s | %s | %,d | %,d | %.2f | %.0f | %d |%n",
                model.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                staleOneIn == 0 ? "none" : "1 in " + staleOneIn,
                transactions,
                history.operations(),
                seconds,
                seconds * 1e9 / transactions,
                result.counts().size());
    }

    /** Generates transactions that take effect in their order, and each overlap with those of the other sessions. */
    private History history(int transactions) throws InvalidHistoryException {
        long[] ends = new long[SESSIONS];
        for (int transaction = 0; transaction < transactions; transaction++) {
            int session = transaction % SESSIONS;
            long endNs = (transaction + 1) * 10L;
            builder.begin(session, Math.max(ends[session], endNs - 300));
            for (int operation = 0; operation < OPERATIONS; operation++) {
                operate(random.nextInt(LIVE_KEYS));
            }
            builder.end(endNs, Ending.COMMITTED);
            ends[session] = endNs;
        }
        return builder.build();
    }

    private void operate(int key) throws InvalidHistoryException {
        boolean write = random.nextBoolean();
        if (write && lengths[key] == VALUES_A_KEY) {
            names[key] = nextName++;
            lengths[key] = 0;
        }
        if (!write || model == Model.REGISTER) {
            read(key);
        }
        if (write) {
            builder.write(names[key], nextValue);
            values[key][lengths[key]++] = nextValue++;
        }
    }

    private void read(int key) throws InvalidHistoryException {
        boolean stale = staleOneIn > 0 && lengths[key] > 0 && random.nextInt(staleOneIn) == 0;
        int length = lengths[key] - (stale ? 1 : 0);
        int from = model == Model.REGISTER ? Math.max(0, length - 1) : 0;
        builder.read(names[key], Arrays.copyOfRange(values[key], from, length));
    }
}
