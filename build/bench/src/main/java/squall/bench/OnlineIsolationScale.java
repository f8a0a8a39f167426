package squall.bench;

import java.io.PrintStream;
import java.util.Locale;
import java.util.SplittableRandom;
import squall.check.isolation.History.Ending;
import squall.check.isolation.InvalidHistoryException;
import squall.check.isolation.OnlineIsolationCheck;
import squall.check.isolation.OnlineIsolationResult;
import squall.check.isolation.VersionedTransaction;

/**
 * Program that replays the history of hours of a load into the check that goes along with one, as fast as it takes it, in the steps that it
 * would have had: once a second. The store is strictly serializable; half of the transactions read one key, the others replace one.
 */
public final class OnlineIsolationScale {
    private static final int SESSIONS = 64;

    private final int perSecond;
    private final long[] newest;
    private final SplittableRandom random = new SplittableRandom(1);
    private final OnlineIsolationCheck check = new OnlineIsolationCheck(OnlineIsolationCheck.Limits.USUAL);
    private long done;
    private int mostKept;

    private OnlineIsolationScale(int perSecond, int keys) {
        this.perSecond = perSecond;
        this.newest = new long[keys];
    }

    /** Arguments: transactions a second, seconds, keys. Prints one row of a table. */
    public static void main(String[] args) throws InvalidHistoryException {
        int perSecond = Integer.parseInt(args[0]);
        int seconds = Integer.parseInt(args[1]);
        int keys = Integer.parseInt(args[2]);
        OnlineIsolationScale scale = new OnlineIsolationScale(perSecond, keys);
        long beginNs = System.nanoTime();
        for (int step = 0; step < seconds; step++) {
            scale.step();
        }
        scale.print(System.out, keys, (System.nanoTime() - beginNs) / 1e9);
    }

    private void step() throws InvalidHistoryException {
        for (int at = 0; at < perSecond; at++) {
            add();
        }
        mostKept = Math.max(mostKept, check.size());
        check.settle(Math.max(0, timeNs(done - SESSIONS + 1)));
    }

    /** Adds a transaction that takes effect at its end, and begins when the last one of its session ended. */
    private void add() {
        int key = random.nextInt(newest.length);
        int session = (int) (done % SESSIONS);
        long beginNs = Math.max(0, timeNs(done - SESSIONS + 1));
        done++;
        long endNs = timeNs(done);
        long read = VersionedTransaction.read(newest[key]);
        if (random.nextBoolean()) {
            check.add(new VersionedTransaction(session, beginNs, endNs, Ending.COMMITTED, key, read));
        } else {
            check.add(new VersionedTransaction(
                    session, beginNs, endNs, Ending.COMMITTED, key, read, key, VersionedTransaction.write(done)));
            newest[key] = done;
        }
    }

    private long timeNs(long transaction) {
        return transaction * (1_000_000_000L / perSecond);
    }

    private void print(PrintStream out, int keys, double seconds) {
        OnlineIsolationResult result = check.result();
        out.printf(
                Locale.ROOT,
                "| %,d | %.2f | %,d | %,d | %.0f | %.0f | %,d | %.1f | %d |%n",
                perSecond,
                done / (double) perSecond / 3_600,
                keys,
                done,
                seconds,
                seconds * 1e9 / done,
                mostKept,
                100.0 * result.coverage().judged() / result.coverage().reads(),
                result.isolation().counts().size());
    }
}
