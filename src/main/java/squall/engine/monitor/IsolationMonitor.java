package squall.engine.monitor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import squall.check.isolation.History;
import squall.check.isolation.InvalidHistoryException;
import squall.check.isolation.OnlineIsolationCheck;
import squall.check.isolation.OnlineIsolationResult;
import squall.check.isolation.VersionedTransaction;

/**
 * Monitor of the isolation of a load while it runs: sessions put their transactions into rings, and one thread empties them and checks.
 *
 * <p>A session neither locks nor waits: a transaction for which its ring has no room is left out and counted. The thread spends at most a
 * quarter of a core, as it rests three times the processor time that a step took.
 */
public final class IsolationMonitor implements AutoCloseable {
    private static final Duration DRAINED = Duration.ofMillis(100);
    private static final long STEP_NS = 1_000_000_000L;
    private static final int REST = 3;
    /** Longs in a ring, a power of two; about 9,000 transactions of two operations. */
    private static final int RING = 1 << 16;
    /** Longs in a ring where sessions are many and each of them has few transactions a second. */
    private static final int SMALL_RING = 1 << 12;

    private static final int FEW_SESSIONS = 64;

    private static final long IDLE = Long.MAX_VALUE;
    private static final int HEAD_LONGS = 3;
    // Kinds of what is in a ring: transactions by their ending, and versions that may be written more than once.
    private static final int COMMITTED = 0;
    private static final int ABORTED = 1;
    private static final int UNKNOWN = 2;
    private static final int DOUBTFUL = 3;

    private final OnlineIsolationCheck check;
    private final Consumer<OnlineIsolationResult> listener;
    private final List<SessionFeed> feeds = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread thread;
    private final long originNs = System.nanoTime();
    // Why the transactions cannot have happened; of the monitor's thread.
    private String invalid = "";
    private volatile String failure = "the check broke off";

    /**
     * Starts the thread.
     *
     * @param listener receives the result after each step, on that thread; must be quick
     */
    public IsolationMonitor(OnlineIsolationCheck check, Consumer<OnlineIsolationResult> listener) {
        this.check = check;
        this.listener = listener;
        this.thread = Thread.ofPlatform().name("isolation").daemon().start(this::run);
    }

    /** Creates the feed of one session, for one thread. @param session its number */
    public SessionFeed session(int session) {
        SessionFeed feed = new SessionFeed(session, feeds.size() < FEW_SESSIONS ? RING : SMALL_RING);
        feeds.add(feed);
        return feed;
    }

    /**
     * Ends the check, once all sessions have ended.
     *
     * @return the result; empty if the transactions cannot have happened, see {@link #failure}
     */
    public Optional<OnlineIsolationResult> finish() throws InterruptedException {
        ended.countDown();
        thread.join();
        return failure.isEmpty() ? Optional.of(check.result()) : Optional.empty();
    }

    /** Returns why there is no result after {@link #finish}, one line; else empty. */
    public String failure() {
        return failure;
    }

    @Override
    public void close() {
        ended.countDown();
    }

    private void run() {
        try {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long restedNs = System.nanoTime();
            while (!ended.await(DRAINED.toMillis(), TimeUnit.MILLISECONDS)) {
                long watermarkNs = watermark();
                drain();
                long startNs = System.nanoTime();
                if (startNs >= restedNs) {
                    long usedNs = threads.getCurrentThreadCpuTime();
                    step(watermarkNs);
                    long stepNs = threads.getCurrentThreadCpuTime() - usedNs;
                    restedNs = Math.max(startNs + STEP_NS, System.nanoTime() + stepNs * REST);
                }
            }
            drain();
            feeds.forEach(feed -> check.lost(feed.unfinished()));
            step(Long.MAX_VALUE);
            failure = invalid;
        } catch (InterruptedException e) {
            throw new IllegalStateException("the thread of the isolation check must not be interrupted", e);
        }
    }

    private void step(long watermarkNs) {
        if (!invalid.isEmpty()) {
            return;
        }
        try {
            check.settle(watermarkNs);
            listener.accept(check.result());
        } catch (InvalidHistoryException e) {
            invalid = "transaction " + e.transaction() + " of the check: " + e.getMessage();
        }
    }

    /**
     * Returns a time before which no transaction began that is not in a ring. The latest time that any session has published is read first:
     * a session that is found idle after that takes the time of its next transaction later.
     */
    private long watermark() {
        long latestNs = 0;
        for (SessionFeed feed : feeds) {
            latestNs = Math.max(latestNs, feed.latestNs());
        }
        long watermarkNs = latestNs;
        for (SessionFeed feed : feeds) {
            watermarkNs = Math.min(watermarkNs, feed.openNs());
        }
        return watermarkNs;
    }

    private void drain() {
        for (SessionFeed feed : feeds) {
            feed.drainTo(invalid.isEmpty() ? check : null);
        }
    }

    private static int kind(History.Ending ending) {
        return switch (ending) {
            case COMMITTED -> COMMITTED;
            case ABORTED -> ABORTED;
            case UNKNOWN -> UNKNOWN;
        };
    }

    private static History.Ending ending(int kind) {
        return switch (kind) {
            case COMMITTED -> History.Ending.COMMITTED;
            case ABORTED -> History.Ending.ABORTED;
            default -> History.Ending.UNKNOWN;
        };
    }

    private long nowNs() {
        return System.nanoTime() - originNs;
    }

    /** Feed of one session's transactions, one after the other. Used by one thread, and emptied by the monitor's. */
    public final class SessionFeed {
        private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
        // What the writer changes is two cache lines from what the reader does, and from the ends of the array.
        private static final int TAIL = 32;
        private static final int OPEN = 33;
        private static final int LATEST = 34;
        private static final int LOST = 35;
        private static final int READS_NOT_JUDGED = 36;
        private static final int WRITES_NOT_JUDGED = 37;
        private static final int HEAD = 68;
        private static final int STATE = 104;

        private final int session;
        private final long[] ring;
        private final long[] state = new long[STATE];
        private long[] operations = new long[64];
        private int length;
        private long beginNs;
        private boolean doubtful;
        private long readsNotJudged;
        private long writesNotJudged;
        // What the monitor's thread has passed on.
        private long lostTold;
        private long readsTold;
        private long writesTold;

        private SessionFeed(int session, int capacity) {
            this.session = session;
            this.ring = new long[capacity];
            state[OPEN] = IDLE;
        }

        /** Begins a transaction, before its first statement is sent. */
        public void begin() {
            // Published first, so that the monitor waits for a transaction that may have begun.
            long floorNs = nowNs();
            LONGS.setVolatile(state, LATEST, floorNs);
            LONGS.setVolatile(state, OPEN, floorNs);
            restart();
            doubtful = false;
            beginNs = nowNs();
        }

        /** Forgets the operations added since {@link #begin}, because they are tried again. */
        public void restart() {
            length = 0;
            readsNotJudged = 0;
            writesNotJudged = 0;
        }

        /** Adds a read of a version of a key. @param version {@link VersionedTransaction#INITIAL}: what was there before the run */
        public void read(long key, long version) {
            operation(key, VersionedTransaction.read(version));
        }

        /** Adds a write of a version that no other write of the run has. */
        public void write(long key, long version) {
            operation(key, VersionedTransaction.write(version));
        }

        /** Counts operations whose versions, or whose keys, cannot be known. */
        public void notJudged(long reads, long writes) {
            readsNotJudged += reads;
            writesNotJudged += writes;
        }

        /** Counts operations of a transaction that committed and of which nothing is judged. It is neither begun nor ended here. */
        public void passed(long reads, long writes) {
            LONGS.setOpaque(state, READS_NOT_JUDGED, state[READS_NOT_JUDGED] + reads);
            LONGS.setOpaque(state, WRITES_NOT_JUDGED, state[WRITES_NOT_JUDGED] + writes);
        }

        /** Declares that the writes of this transaction may be applied more than once, at any time. */
        public void doubt() {
            doubtful = true;
        }

        /** Ends the transaction. */
        public void end(History.Ending ending) {
            long endNs = nowNs();
            if (doubtful) {
                keepWrites();
            }
            if (length > 0) {
                put(doubtful ? DOUBTFUL : kind(ending), endNs);
            }
            if (ending == History.Ending.COMMITTED && readsNotJudged + writesNotJudged > 0) {
                passed(readsNotJudged, writesNotJudged);
            }
            LONGS.setVolatile(state, LATEST, endNs);
            idle();
        }

        /** Ends a transaction of which nothing is known that is worth a check, such as a read without an answer. */
        public void cancel() {
            idle();
        }

        private void idle() {
            LONGS.setVolatile(state, OPEN, IDLE);
        }

        private void operation(long key, long code) {
            if (length + 2 > operations.length) {
                operations = Arrays.copyOf(operations, operations.length * 2);
            }
            operations[length++] = key;
            operations[length++] = code;
        }

        private void keepWrites() {
            int left = 0;
            for (int at = 0; at < length; at += 2) {
                if ((operations[at + 1] & 1) != 0) {
                    operations[left++] = operations[at];
                    operations[left++] = operations[at + 1];
                }
            }
            length = left;
        }

        private void put(int kind, long endNs) {
            long tail = state[TAIL];
            int size = HEAD_LONGS + length;
            if (tail + size - (long) LONGS.getAcquire(state, HEAD) > ring.length) {
                LONGS.setOpaque(state, LOST, state[LOST] + 1);
                return;
            }
            store(tail, (long) length << 8 | kind);
            store(tail + 1, beginNs);
            store(tail + 2, endNs);
            for (int at = 0; at < length; at++) {
                store(tail + HEAD_LONGS + at, operations[at]);
            }
            LONGS.setRelease(state, TAIL, tail + size);
        }

        private void store(long at, long value) {
            ring[(int) at & (ring.length - 1)] = value;
        }

        private long load(long at) {
            return ring[(int) at & (ring.length - 1)];
        }

        private long openNs() {
            return (long) LONGS.getVolatile(state, OPEN);
        }

        private long latestNs() {
            return (long) LONGS.getVolatile(state, LATEST);
        }

        /** Returns 1 if a transaction has begun and never ended. */
        private int unfinished() {
            return openNs() == IDLE ? 0 : 1;
        }

        /** Passes on what has ended. Only the monitor's thread calls it. @param to null: nowhere */
        private void drainTo(@Nullable OnlineIsolationCheck to) {
            long head = state[HEAD];
            long tail = (long) LONGS.getAcquire(state, TAIL);
            while (head < tail) {
                long first = load(head);
                int size = (int) (first >>> 8);
                if (to != null) {
                    pass((int) (first & 0xff), head, size, to);
                }
                head += HEAD_LONGS + size;
            }
            LONGS.setRelease(state, HEAD, head);
            if (to != null) {
                passCounts(to);
            }
        }

        private void passCounts(OnlineIsolationCheck to) {
            long lost = (long) LONGS.getOpaque(state, LOST);
            to.lost(lost - lostTold);
            lostTold = lost;
            long reads = (long) LONGS.getOpaque(state, READS_NOT_JUDGED);
            long writes = (long) LONGS.getOpaque(state, WRITES_NOT_JUDGED);
            to.notJudged(reads - readsTold, writes - writesTold);
            readsTold = reads;
            writesTold = writes;
        }

        private void pass(int kind, long head, int size, OnlineIsolationCheck to) {
            long[] passed = new long[size];
            for (int at = 0; at < size; at++) {
                passed[at] = load(head + HEAD_LONGS + at);
            }
            if (kind == DOUBTFUL) {
                for (int at = 1; at < size; at += 2) {
                    to.doubt(passed[at] >>> 1);
                }
            } else {
                to.add(new VersionedTransaction(session, load(head + 1), load(head + 2), ending(kind), passed));
            }
        }
    }
}
