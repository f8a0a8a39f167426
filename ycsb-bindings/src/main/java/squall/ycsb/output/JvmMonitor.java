package squall.ycsb.output;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.RunStart;
import squall.measure.LiveSecond;
import squall.measure.Window;
import squall.spi.DelegatingLoad;
import squall.spi.Load;

/**
 * Monitor of the client's own JVM: collections, in the measured window; memory, threads and load, once a second from the start of a run to
 * its end, if asked.
 *
 * <p>Receives the run's events on the listeners' thread, and its beginning from the {@link #watched} load before the first turn, as events
 * may come late; {@link #facts} may be called once the run has ended.
 */
public final class JvmMonitor implements RunListener {
    private final boolean usage;
    private final Map<String, Histogram> groups = new TreeMap<>();
    private final LongSummaryStatistics memoryMb = new LongSummaryStatistics();
    private final LongSummaryStatistics threads = new LongSummaryStatistics();
    private final DoubleSummaryStatistics load = new DoubleSummaryStatistics();
    private List<JvmFacts.Collector> begun = collectors();
    private Totals last = Totals.of(begun);
    private long measuredFromSecond;
    // The listeners' thread's, like the next: absent without a warm-up.
    private Optional<List<JvmFacts.Collector>> warm = Optional.empty();
    private Optional<List<JvmFacts.Collector>> ended = Optional.empty();

    /** @param usage whether memory, threads and load are watched ({@code measurement.trackjvm}) */
    public JvmMonitor(boolean usage) {
        this.usage = usage;
    }

    /**
     * Returns the load to run in place of this one, at whose beginning the watch begins.
     *
     * @param measured the window that the report is about
     */
    Load watched(Load load, Window measured) {
        measuredFromSecond = measured.fromSecond();
        return new DelegatingLoad(load) {
            @Override
            public void begins(long startedAtEpochMs) {
                begun = collectors();
                last = Totals.of(begun);
                super.begins(startedAtEpochMs);
            }
        };
    }

    @Override
    public void started(RunStart start) {
        sample();
    }

    @Override
    public void liveSecond(LiveSecond liveSecond) {
        if (liveSecond.second() + 1 == measuredFromSecond) {
            warm = Optional.of(collectors());
        }
        sample();
    }

    @Override
    public void finished(RunResult result) {
        ended = Optional.of(collectors());
        sample();
    }

    /** Returns the facts: collections between the begin of the measured window and the end of the run. */
    public JvmFacts facts() {
        List<JvmFacts.Collector> from = warm.orElse(begun);
        return new JvmFacts(
                ended.orElseGet(JvmMonitor::collectors).stream()
                        .map(collector -> since(from, collector))
                        .toList(),
                memoryMb.getCount() == 0 ? Optional.empty() : Optional.of(usage()));
    }

    private JvmFacts.JvmUsage usage() {
        return new JvmFacts.JvmUsage(
                memoryMb.getMax(),
                memoryMb.getMin(),
                Math.toIntExact(threads.getMax()),
                Math.toIntExact(threads.getMin()),
                load.getCount() == 0 ? 0 : load.getMax(),
                load.getCount() == 0 ? 0 : load.getMin(),
                groups);
    }

    private void sample() {
        if (usage) {
            look();
        }
    }

    private void look() {
        Runtime runtime = Runtime.getRuntime();
        long usedMb = (runtime.totalMemory() - runtime.freeMemory()) / (1024 * 1024);
        memoryMb.accept(usedMb);
        record("USED_MEM_MB", usedMb);
        int running = ManagementFactory.getThreadMXBean().getThreadCount();
        threads.accept(running);
        record("THREAD_COUNT", running);
        double average = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        if (average >= 0) { // negative: this platform does not tell
            load.accept(average);
            record("SYS_LOAD_AVG", (long) average);
        }
        Totals now = Totals.of(collectors());
        record("GCS", now.count() - last.count());
        record("GCS_TIME", now.timeMs() - last.timeMs());
        last = now;
    }

    private void record(String group, long value) {
        groups.computeIfAbsent(group, g -> new Histogram(3)).recordValue(value);
    }

    private static JvmFacts.Collector since(List<JvmFacts.Collector> from, JvmFacts.Collector now) {
        return from.stream()
                .filter(then -> then.name().equals(now.name()))
                .findFirst()
                .map(then ->
                        new JvmFacts.Collector(now.name(), now.count() - then.count(), now.timeMs() - then.timeMs()))
                .orElse(now);
    }

    private static List<JvmFacts.Collector> collectors() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(GarbageCollectorMXBean::isValid)
                .map(gc -> new JvmFacts.Collector(
                        gc.getName().replace(' ', '_'), gc.getCollectionCount(), gc.getCollectionTime()))
                .toList();
    }

    private record Totals(long count, long timeMs) {
        static Totals of(List<JvmFacts.Collector> collectors) {
            return new Totals(
                    collectors.stream().mapToLong(JvmFacts.Collector::count).sum(),
                    collectors.stream().mapToLong(JvmFacts.Collector::timeMs).sum());
        }
    }

    /**
     * Record of what the client's own JVM did during a run.
     *
     * @param collectors one for each garbage collector, in the order of the JVM: what it did in the measured window
     * @param usage present if it was watched ({@code measurement.trackjvm})
     */
    record JvmFacts(List<Collector> collectors, Optional<JvmUsage> usage) {
        /** Garbage collector of the client's JVM. @param name as the JVM prints it, {@code _} for blanks */
        public record Collector(String name, long count, long timeMs) {}

        public JvmFacts {
            collectors = List.copyOf(collectors);
        }

        /**
         * Memory, threads and load of the client, seen once a second.
         *
         * @param maxMemoryMb used heap
         * @param maxLoad load average of the machine over a minute; 0 where the platform does not tell
         * @param groups all samples by upstream's name of the group: {@code THREAD_COUNT}, {@code USED_MEM_MB}, …
         */
        public record JvmUsage(
                long maxMemoryMb,
                long minMemoryMb,
                int maxThreads,
                int minThreads,
                double maxLoad,
                double minLoad,
                Map<String, Histogram> groups) {
            public JvmUsage {
                groups = new TreeMap<>(groups);
            }
        }
    }
}
