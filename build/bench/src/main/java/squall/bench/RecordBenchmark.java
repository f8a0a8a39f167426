package squall.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;
import squall.engine.SampleRecorder;
import squall.engine.SampleRecorder.SampleRing;
import squall.measure.LiveSecond;
import squall.measure.OutcomeNumbers;
import squall.measure.RunWindows;
import squall.measure.SampleCode;
import squall.measure.Tick;
import squall.measure.Timeline;
import squall.measure.Window;
import squall.spi.Operation;

/**
 * Benchmark of recording one finished operation. Threads record as fast as they can, so a full ring holds its thread back: the figure is
 * what arrives in histograms, not what is put into a queue.
 */
public class RecordBenchmark {
    /** State with samples that took from 100 to 163 us, so that histograms see more than one bucket, and ended just now. */
    @State(Scope.Thread)
    public static class Samples {
        private static final long ORIGIN_NS = System.nanoTime() - 1_000_000_000;
        /** Number of samples for which the clock is read once: its cost is not what is measured here. */
        private static final int SAME_TIME = 64;

        private int thread;
        private long count;
        private long sentNs;

        @Setup
        public void number(ThreadParams params) {
            thread = params.getThreadIndex();
        }

        private static long nowNs() {
            return System.nanoTime() - ORIGIN_NS;
        }

        private long nextSentNs() {
            if (count++ % SAME_TIME == 0) {
                sentNs = nowNs() - 200_000;
            }
            return sentNs;
        }

        private long doneNs() {
            return sentNs + 100_000 + ((count * 1_000) & 0xFFFF);
        }
    }

    /** State of the engine's recording thread and, for each thread of the benchmark, a ring to it. */
    @State(Scope.Benchmark)
    public static class Rings implements SampleRecorder.Sink {
        @SuppressWarnings("NullAway.Init") // by JMH, through start
        private SampleRecorder recording;

        private volatile @Nullable Throwable failure;

        @Setup
        public void start(BenchmarkParams params) {
            var windows = new RunWindows(List.of(new Window("all", Window.Kind.STEADY, 0, Long.MAX_VALUE)));
            var timeline = new Timeline(List.of(new Operation(0, "READ", false)), windows, new OutcomeNumbers());
            recording = new SampleRecorder(timeline, params.getThreads(), Samples::nowNs, this);
            recording.start();
        }

        @TearDown
        public void stop() throws InterruptedException {
            recording.stop();
            if (failure != null) {
                throw new IllegalStateException("the recording thread failed", failure);
            }
        }

        @Override
        public SampleRecorder.EngineStatus engineStatus() {
            return SampleRecorder.EngineStatus.NONE;
        }

        @Override
        public void liveSecond(LiveSecond liveSecond) {}

        @Override
        public void closed(Tick tick) {}

        @Override
        public void failed(Throwable cause) {
            failure = cause;
        }
    }

    /** State of one session with its ring. */
    @State(Scope.Thread)
    public static class Ring {
        private static final long CODE = SampleCode.of(0, 0, 1);

        @SuppressWarnings("NullAway.Init") // by JMH, through register
        private SampleRing lane;

        @Setup
        public void register(Rings rings) {
            lane = rings.recording.register();
        }

        /** Ends the ring; a session that has ended no longer delays the closing of seconds. */
        @TearDown
        public void end() {
            lane.end();
        }
    }

    /** State of YCSB core as its client sets it up. */
    @State(Scope.Benchmark)
    public static class Ycsb {
        private final Measurements measurements = new Measurements(new Properties());
    }

    /** State of stripes, collected once a second as a reporter would. */
    @State(Scope.Benchmark)
    public static class Striped {
        private final StripedHistograms stripes =
                new StripedHistograms(Integer.highestOneBit(Runtime.getRuntime().availableProcessors()) * 2);
        private final ScheduledExecutorService collector = Executors.newSingleThreadScheduledExecutor();

        @Setup
        public void collect() {
            var unused = collector.scheduleAtFixedRate(stripes::collect, 1, 1, TimeUnit.SECONDS);
        }

        @TearDown
        public void stop() {
            collector.shutdownNow();
        }
    }

    @Benchmark
    public void rings(Samples samples, Ring ring) {
        long sentNs = samples.nextSentNs();
        ring.lane.floor(sentNs);
        ring.lane.record(Ring.CODE, sentNs, sentNs, samples.doneNs());
    }

    @Benchmark
    public void ycsb(Samples samples, Ycsb ycsb) {
        long sentNs = samples.nextSentNs();
        ycsb.measurements.measure("READ", (int) ((samples.doneNs() - sentNs) / 1_000));
        ycsb.measurements.reportStatus("READ", Status.OK);
    }

    @Benchmark
    public void stripes(Samples samples, Striped striped) {
        long sentNs = samples.nextSentNs();
        striped.stripes.record(samples.thread, sentNs, sentNs, samples.doneNs());
    }

    /**
     * Alternative lock-free way to record, kept for comparison with the engine's rings: a few shared sets of histograms, each used for one
     * record by the thread that finds it free.
     *
     * <p>It does less than the engine, in its own favour: it keeps no open seconds, only what was recorded since the last collection.
     */
    private static final class StripedHistograms {
        /** Distance at which flags share no cache line, nor the adjacent line that is fetched with it. */
        private static final int APART = 32;

        private static final int FREE = 0;
        private static final int TAKEN = 1;

        private final int mask;
        private final AtomicIntegerArray flags;
        private final List<Histograms> stripes = new ArrayList<>();

        /** Pair of histograms for one record. */
        private record Histograms(Histogram latency, Histogram service) {
            static Histograms empty() {
                return new Histograms(histogram(), histogram());
            }

            private static Histogram histogram() {
                var histogram = new Histogram(3);
                histogram.setAutoResize(true);
                return histogram;
            }
        }

        /** @param count a power of two, best twice the cores */
        StripedHistograms(int count) {
            if (Integer.bitCount(count) != 1) {
                throw new IllegalArgumentException("count must be a power of two: " + count);
            }
            mask = count - 1;
            flags = new AtomicIntegerArray(count * APART);
            for (int i = 0; i < count; i++) {
                stripes.add(Histograms.empty());
            }
        }

        /**
         * Records one operation; may be called from any thread; times in nanoseconds. @param hint distributes the callers, for example
         * their thread's number
         */
        void record(int hint, long dueNs, long sentNs, long doneNs) {
            int stripe = hint & mask;
            while (!flags.compareAndSet(stripe * APART, FREE, TAKEN)) {
                stripe = (stripe + 1) & mask;
                Thread.onSpinWait();
            }
            Histograms taken = stripes.get(stripe);
            taken.latency().recordValue((doneNs - dueNs) / 1_000);
            taken.service().recordValue((doneNs - sentNs) / 1_000);
            flags.setRelease(stripe * APART, FREE);
        }

        /** Returns how many records there were since the last call; empties the stripes. Used by one thread. */
        long collect() {
            long records = 0;
            for (int stripe = 0; stripe <= mask; stripe++) {
                while (!flags.compareAndSet(stripe * APART, FREE, TAKEN)) {
                    Thread.onSpinWait();
                }
                Histograms taken = stripes.get(stripe);
                records += taken.latency().getTotalCount();
                taken.latency().reset();
                taken.service().reset();
                flags.setRelease(stripe * APART, FREE);
            }
            return records;
        }
    }
}
