package squall.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The way of one session's samples to the recording thread: a ring of longs with one writer and one reader.
 *
 * <p>Writing costs four stores and a release; no lock, no allocation. A writer that finds the ring full gives its core to the reader
 * and waits: nothing is ever dropped.
 *
 * <p>In addition to the samples a lane has a floor: no future sample was due before it.
 */
public final class SampleRing {
    /** What takes the samples out of the ring. */
    interface SampleReader {
        /** Takes one sample, with the values and in the order in which the writer recorded it. */
        void sample(long code, long dueNs, long sentNs, long doneNs);
    }

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int SAMPLE = 4;
    // The writer's and the reader's indexes are in one array, more than two cache lines (32 longs) from each other and
    // from the array's
    // ends, so that neither slows down the other.
    private static final int TAIL = 32;
    private static final int SEEN_HEAD = 33;
    private static final int FLOOR = 34;
    private static final int STALLS = 35;
    private static final int HEAD = 68;
    private static final int STATE = 104;
    /** An answer to a lost wake-up, not a polling interval. */
    private static final long RECHECK_NS = 1_000_000;
    /** So often a writer offers its core before it sleeps: where the reader is at work there is room sooner than a wake-up takes. */
    private static final int YIELDS = 32;

    private final SampleRecorder recording;
    private final long[] samples;
    private final long[] state = new long[STATE];
    private final int capacity;
    private volatile @Nullable Thread waiting;

    /** @param capacity in samples, a power of two */
    SampleRing(SampleRecorder recording, int capacity) {
        this.recording = recording;
        this.capacity = capacity;
        this.samples = new long[capacity * SAMPLE];
    }

    /** Adds one sample. Called only by the writer. @param code as {@link squall.measure.SampleCode#of} packed it */
    public void record(long code, long dueNs, long sentNs, long doneNs) {
        long tail = state[TAIL];
        if (tail - state[SEEN_HEAD] == capacity) {
            awaitRoom(tail);
        }
        int at = ((int) tail & (capacity - 1)) * SAMPLE;
        samples[at] = code;
        samples[at + 1] = dueNs;
        samples[at + 2] = sentNs;
        samples[at + 3] = doneNs;
        LONGS.setRelease(state, TAIL, tail + 1);
        if ((tail & (capacity / 2 - 1))
                == 0) { // twice a round: often enough for the reader to come before the ring is full
            recording.wake();
        }
    }

    /** Promises that no sample recorded from now on was due before {@code ns}. Called by the writer only. */
    public void floor(long ns) {
        LONGS.setRelease(state, FLOOR, ns);
    }

    /** Declares that no further sample will come. Called by the writer, or by the thread that abandoned the writer. */
    public void end() {
        floor(Long.MAX_VALUE);
    }

    long floor() {
        return (long) LONGS.getAcquire(state, FLOOR);
    }

    /** How often the writer had to wait for the reader. */
    long stalls() {
        return (long) LONGS.getOpaque(state, STALLS);
    }

    /** Passes on everything written so far. Called by the reader only. @return how many samples */
    int drainTo(SampleReader reader) {
        long head = state[HEAD];
        long tail = (long) LONGS.getAcquire(state, TAIL);
        for (long i = head; i < tail; i++) {
            int at = ((int) i & (capacity - 1)) * SAMPLE;
            reader.sample(samples[at], samples[at + 1], samples[at + 2], samples[at + 3]);
        }
        if (tail != head) {
            LONGS.setRelease(state, HEAD, tail);
            release();
        }
        return (int) (tail - head);
    }

    /** Wakes the writer if it is waiting. */
    void release() {
        Thread writer = waiting;
        if (writer != null) {
            LockSupport.unpark(writer);
        }
    }

    private void awaitRoom(long tail) {
        if (!isFull(tail)) {
            return;
        }
        LONGS.setOpaque(state, STALLS, state[STALLS] + 1);
        waiting = Thread.currentThread();
        recording.wake();
        boolean interrupted = false;
        int tries = 0;
        // After the recording has stopped there is no reader: an abandoned session may overwrite samples that will not
        // be read.
        while (isFull(tail) && !recording.stopped()) {
            giveWay(tries++);
            interrupted |= Thread.interrupted(); // else the next park returns at once
        }
        waiting = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // of speed only: in the end it sleeps
    private void giveWay(int tries) {
        if (tries < YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(this, RECHECK_NS);
        }
    }

    private boolean isFull(long tail) {
        state[SEEN_HEAD] = (long) LONGS.getAcquire(state, HEAD);
        return tail - state[SEEN_HEAD] == capacity;
    }
}
