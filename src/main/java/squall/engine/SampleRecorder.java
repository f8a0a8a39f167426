package squall.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import squall.measure.LiveSecond;
import squall.measure.Tick;
import squall.measure.Timeline;
import squall.measure.Timeline.InFlight;

/**
 * Recorder that passes samples from many sessions to one timeline: each session writes into its own lane, and one thread reads all lanes.
 *
 * <p>The recording thread sleeps up to a few milliseconds and is woken when a lane fills. A second is closed by this argument: the thread
 * reads the clock, then the floor of every lane in the order in which they were registered, then drains every lane. A sample that is not
 * drained by then was due, and so answered, at or after the lowest floor read; all seconds before it are complete.
 */
public final class SampleRecorder {
    /** Receiver of what the recording thread reports. All calls come from that thread and must not block. */
    public interface Sink {
        /** Returns the current status of the sessions; called when a second is over. */
        EngineStatus engineStatus();

        void liveSecond(LiveSecond liveSecond);

        void closed(Tick tick);

        /** Reports the exception that ended the recording thread; the measurement is void. */
        void failed(Throwable cause);
    }

    /**
     * Longest sleep of the recording thread. A calibrated maximum counts what was recorded, so it must be short; a ring that is half full
     * ends it.
     */
    private static final long IDLE_NS = 10_000_000;
    /** Interval between two readings of the floors: thousands of lanes need not be read in every round. */
    private static final long SETTLE_EVERY_NS = 50_000_000;

    private static final long SECOND_NS = 1_000_000_000;
    private static final int ALL_SAMPLES = 1 << 18; // 8 MB, shared by all lanes
    private static final int FEWEST_SAMPLES = 64;
    private static final int MOST_SAMPLES = 16_384;

    private final Timeline timeline;
    private final SampleRing.SampleReader samples;
    private final LongSupplier nowNs;
    private final Sink sink;
    private final SampleRing[] lanes;
    private final AtomicInteger registered = new AtomicInteger();
    private final Thread reader = new Thread(this::read, "squall-recording");
    private volatile boolean sleeping;
    private volatile boolean stopping;
    private volatile boolean stopped;
    private volatile long acknowledged;
    private volatile long failed;
    private long nextLiveSecond;
    private long nextSettleNs;

    /**
     * @param timeline belongs to the recording thread from {@link #start} to the return of {@link #stop}
     * @param lanes number of lanes that will be registered
     * @param nowNs nanoseconds since the run began
     */
    public SampleRecorder(Timeline timeline, int lanes, LongSupplier nowNs, Sink sink) {
        this.timeline = timeline;
        this.samples = timeline::sample;
        this.nowNs = nowNs;
        this.sink = sink;
        this.lanes = new SampleRing[lanes];
        int share = Integer.highestOneBit(Math.max(1, ALL_SAMPLES / lanes));
        int capacity = Math.max(FEWEST_SAMPLES, Math.min(MOST_SAMPLES, share));
        for (int i = 0; i < lanes; i++) {
            this.lanes[i] = new SampleRing(this, capacity);
        }
        reader.setDaemon(true);
    }

    /** Registers a lane and returns it; each writer needs one of its own. @throws IllegalStateException if all are taken */
    public SampleRing register() {
        int lane = registered.getAndIncrement();
        if (lane >= lanes.length) {
            throw new IllegalStateException("this recorder was created for " + lanes.length + " lanes");
        }
        return lanes[lane];
    }

    /** Starts the recording thread. */
    public void start() {
        reader.start();
    }

    /** Records all samples so far and ends the recording thread; after that the timeline belongs to the caller. */
    public void stop() throws InterruptedException {
        stopping = true;
        LockSupport.unpark(reader);
        reader.join();
    }

    /** Returns the number of whole operations acknowledged so far, some milliseconds late. May be called by any thread. */
    public long acknowledged() {
        return acknowledged;
    }

    /** Returns the number of whole operations refused or unknown so far, some milliseconds late. May be called by any thread. */
    public long failed() {
        return failed;
    }

    /** Returns how often a session had to wait for the recording thread. May be called by any thread. */
    public long stalls() {
        long sum = 0;
        for (SampleRing lane : lanes) {
            sum += lane.stalls();
        }
        return sum;
    }

    boolean stopped() {
        return stopped;
    }

    void wake() {
        if (sleeping) {
            LockSupport.unpark(reader);
        }
    }

    private void read() {
        try {
            while (!stopping) {
                if (round() < FEWEST_SAMPLES) {
                    sleep();
                }
            }
            round();
        } catch (RuntimeException | Error e) { // else the run would wait for full lanes
            sink.failed(e);
        } finally {
            stopped = true;
            release();
        }
    }

    private int round() {
        long now = nowNs.getAsLong();
        boolean settle = now >= nextSettleNs;
        long floor = settle ? lowestFloor(now) : 0;
        int drained = drain();
        while ((nextLiveSecond + 1) * SECOND_NS <= now) {
            liveSecond();
        }
        if (settle) {
            timeline.settle(floor, sink::closed);
            nextSettleNs = now + SETTLE_EVERY_NS;
        }
        return drained;
    }

    private long lowestFloor(long now) {
        long floor = now;
        for (SampleRing lane : lanes) {
            floor = Math.min(floor, lane.floor());
        }
        return floor;
    }

    private int drain() {
        int drained = 0;
        for (SampleRing lane : lanes) {
            drained += lane.drainTo(samples);
        }
        if (drained > 0) {
            acknowledged = timeline.acknowledged();
            failed = timeline.failed();
        }
        return drained;
    }

    private void liveSecond() {
        EngineStatus status = sink.engineStatus();
        sink.liveSecond(timeline.liveSecond(nextLiveSecond, status.inFlight(), status.lagNs(), status.finishedTurns()));
        nextLiveSecond++;
    }

    private void sleep() {
        sleeping = true;
        LockSupport.parkNanos(this, IDLE_NS);
        sleeping = false;
    }

    private void release() {
        for (@Nullable SampleRing lane : lanes) {
            if (lane != null) {
                lane.release();
            }
        }
    }

    /**
     * Snapshot of the sessions.
     *
     * @param inFlight operations sent and not answered
     * @param lagNs how far sending is behind the schedule; 0 in a closed loop
     * @param finishedTurns turns ended since the run began
     */
    public record EngineStatus(InFlight inFlight, long lagNs, long finishedTurns) {
        /** Snapshot without operations in flight. */
        public static final EngineStatus NONE = new EngineStatus(InFlight.NONE, 0, 0);
    }

    /**
     * Lane of one session's samples to the recording thread: a ring of longs with one writer and one reader.
     *
     * <p>Writing costs four stores and a release; no lock, no allocation. A writer that finds the ring full yields its core to the reader
     * and waits: no sample is ever dropped.
     *
     * <p>In addition to the samples a lane has a floor: a promise that no future sample was due before it.
     */
    public static final class SampleRing {
        /** Consumer of the samples in the ring. */
        interface SampleReader {
            /** Receives one sample, with the values and in the order in which the writer recorded it. */
            void sample(long code, long dueNs, long sentNs, long doneNs);
        }

        private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
        private static final int SAMPLE = 4;
        // The indexes of writer and reader are in one array, at least two cache lines (32 longs) from each other and
        // from
        // the ends of the array, so that neither slows down the other.
        private static final int TAIL = 32;
        private static final int SEEN_HEAD = 33;
        private static final int FLOOR = 34;
        private static final int STALLS = 35;
        private static final int HEAD = 68;
        private static final int STATE = 104;
        /** Longest sleep of a waiting writer; it answers a lost wake-up and is not a polling interval. */
        private static final long RECHECK_NS = 1_000_000;
        /** Number of times that a writer yields before it sleeps: while the reader is at work, room appears sooner than a wake-up takes. */
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

        /** Adds one sample. Only the writer calls it. @param code as {@link squall.measure.SampleCode#of} packed it */
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
            boolean halfRound = (tail & (capacity / 2 - 1)) == 0;
            if (halfRound) { // often enough for the reader to come before the ring is full
                recording.wake();
            }
        }

        /** Promises that no sample recorded from now on was due before {@code ns}. Only the writer calls it. */
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

        /** Returns how often the writer had to wait for the reader. */
        long stalls() {
            return (long) LONGS.getOpaque(state, STALLS);
        }

        /** Passes on every sample written so far. Only the reader calls it. @return the number of samples */
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
            // After the recording has stopped there is no reader: an abandoned session may overwrite its samples.
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
}
