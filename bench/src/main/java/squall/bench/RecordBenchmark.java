package squall.bench;

import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * Recording one finished operation. Threads record as fast as they can, so a full ring holds its thread back: the figure is what
 * arrives in histograms, not what is put into a queue.
 */
public class RecordBenchmark {
    /** Answers that take from 100 to 163 us, so that histograms see more than one bucket. */
    @State(Scope.Thread)
    public static class Samples {
        private int thread;
        private long sentNs;

        @Setup
        public void number(ThreadParams params) {
            thread = params.getThreadIndex();
        }

        private long nextSentNs() {
            sentNs += 1_000;
            return sentNs;
        }

        private static long doneNs(long sentNs) {
            return sentNs + 100_000 + (sentNs & 0xFFFF);
        }
    }

    /** YCSB core as its client sets it up. */
    @State(Scope.Benchmark)
    public static class Ycsb {
        private final Measurements measurements = new Measurements(new Properties());
    }

    /** Stripes, collected once a second as a reporter would. */
    @State(Scope.Benchmark)
    public static class Striped {
        private final Stripes stripes =
                new Stripes(Integer.highestOneBit(Runtime.getRuntime().availableProcessors()) * 2);
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
    public void ycsb(Samples samples, Ycsb ycsb) {
        long sentNs = samples.nextSentNs();
        ycsb.measurements.measure("READ", (int) ((Samples.doneNs(sentNs) - sentNs) / 1_000));
        ycsb.measurements.reportStatus("READ", Status.OK);
    }

    @Benchmark
    public void stripes(Samples samples, Striped striped) {
        long sentNs = samples.nextSentNs();
        striped.stripes.record(samples.thread, sentNs, sentNs, Samples.doneNs(sentNs));
    }
}
