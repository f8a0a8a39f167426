package squall.engine.monitor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.measure.LiveSecond;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;

/**
 * Monitors a database by its instruments from the start of a run to its end, including nodes that join during the run. Each instrument has
 * its own thread; the run's listener thread passes their readings on once a second. An instrument that fails or is slow is counted, and
 * delays no other.
 */
public final class DatabaseMonitor implements RunListener, AutoCloseable {
    /** Receives every reading, in the order of each instrument's readings; on the run's listener thread. */
    public interface ReadingSink {
        void looked(MetricSample look);
    }

    /**
     * Readings that an instrument did not deliver.
     *
     * @param fromNs when the first of them was due, since the run began
     * @param toNs when it was given up
     */
    public record ReadingGap(String source, long fromNs, long toNs, long readings, String why) {}

    /** How long the beginning and the end of a run may wait for instruments. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

    /** How often it is looked for nodes that have joined or left. */
    static final Duration NODES_EVERY = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseMonitor.class);

    private final Supplier<List<Instrument>> instruments;
    private final Duration nodesEvery;
    private final List<ReadingSink> sinks;
    private final Queue<MetricSample> looks = new ConcurrentLinkedQueue<>();
    private final List<MetricsPoller> watchmen = new CopyOnWriteArrayList<>();
    private final CountDownLatch started = new CountDownLatch(1);
    private final Thread nodes;
    private long originNs;
    private boolean begun;
    private boolean over;

    /**
     * Of the nodes that there are at each moment.
     *
     * @param instruments as {@link squall.spi.Load#instruments}, asked again and again for those of nodes that joined; those they no longer
     *     tell of are dismissed. All are closed by their threads when the watch ends, or with this if it never began
     */
    public DatabaseMonitor(Supplier<List<Instrument>> instruments, List<ReadingSink> sinks) {
        this(instruments, sinks, NODES_EVERY);
    }

    DatabaseMonitor(Supplier<List<Instrument>> instruments, List<ReadingSink> sinks, Duration nodesEvery) {
        this.instruments = instruments;
        this.nodesEvery = nodesEvery;
        this.sinks = List.copyOf(sinks);
        instruments.get().forEach(instrument -> watchmen.add(new MetricsPoller(instrument, looks::add)));
        this.nodes = new Thread(this::watchNodes, "squall-watch nodes");
        nodes.setDaemon(true);
    }

    /**
     * Reads each instrument once before the run and discards the result, so that the first readings are not slower than the others. Waits
     * for seconds at most.
     */
    public void rehearse() throws InterruptedException {
        begin();
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        for (MetricsPoller watchman : watchmen) {
            watchman.awaitRehearsal(deadlineNs);
        }
    }

    private void begin() {
        if (!begun) {
            begun = true;
            watchmen.forEach(MetricsPoller::begin);
            nodes.start();
        }
    }

    private void watchNodes() {
        try {
            started.await();
            while (true) {
                Thread.sleep(nodesEvery);
                try {
                    follow(instruments.get());
                } catch (RuntimeException e) { // drivers throw what they like; a run never suffers from being watched
                    LOG.debug("the nodes of the cluster cannot be determined now", e);
                }
            }
        } catch (InterruptedException e) {
            // The run is over, and so is the watch.
        }
    }

    private void follow(List<Instrument> found) {
        Set<String> sources = found.stream().map(Instrument::source).collect(Collectors.toSet());
        watchmen.stream()
                .filter(watchman -> !sources.contains(watchman.tally().source()))
                .forEach(MetricsPoller::dismiss);
        Set<String> watched = watchmen.stream()
                .filter(watchman -> !watchman.dismissed())
                .map(watchman -> watchman.tally().source())
                .collect(Collectors.toSet());
        found.stream()
                .filter(instrument -> !watched.contains(instrument.source()))
                .forEach(this::join);
    }

    /** Not after the end of the run, which this thread may not have noticed yet. */
    private synchronized void join(Instrument instrument) {
        if (!over) {
            MetricsPoller watchman = new MetricsPoller(instrument, looks::add);
            watchmen.add(watchman);
            watchman.begin();
            watchman.start(originNs);
        }
    }

    @Override
    public void started(long startedAtEpochMs) {
        begin();
        long sinceNs = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() - startedAtEpochMs);
        originNs = System.nanoTime() - sinceNs;
        watchmen.forEach(watchman -> watchman.start(originNs));
        started.countDown();
    }

    @Override
    public void pulse(LiveSecond pulse) {
        pass();
    }

    @Override
    public void finished(RunResult result) {
        dismiss();
        pass();
    }

    /** Once for each instrument, in their order. After the end of the run, or about it so far. */
    public List<PollingStatistics> tallies() {
        return watchmen.stream().map(MetricsPoller::tally).toList();
    }

    /** Every reading that failed or was skipped, instrument by instrument. After the end of the run, or so far. */
    public List<ReadingGap> gaps() {
        return watchmen.stream().flatMap(watchman -> watchman.gaps().stream()).toList();
    }

    /** Ends the watch of a run that did not come to its end. */
    @Override
    public void close() {
        if (begun) {
            dismiss();
        } else {
            watchmen.forEach(MetricsPoller::close);
        }
    }

    private void dismiss() {
        nodes.interrupt();
        synchronized (this) {
            over = true;
        }
        watchmen.forEach(MetricsPoller::dismiss);
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        try {
            for (MetricsPoller watchman : watchmen) {
                watchman.await(deadlineNs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the threads end by themselves, and no code waits for them
        }
    }

    private void pass() {
        List<MetricSample> taken = new ArrayList<>();
        for (MetricSample look = looks.poll(); look != null; look = looks.poll()) {
            taken.add(look);
        }
        taken.forEach(look -> sinks.forEach(sink -> sink.looked(look)));
    }

    /** One look at one instrument. */
    public sealed interface MetricSample {
        /** What was read. */
        String source();

        /** When the reading was due, in nanoseconds since the run began. */
        long atNs();

        /** It answered. */
        record Seen(String source, long atNs, List<InstrumentReading> readings) implements MetricSample {
            public Seen {
                readings = List.copyOf(readings);
            }
        }

        /** It did not. */
        record Missed(String source, long atNs, String why) implements MetricSample {}
    }

    /**
     * The number of readings of one instrument by result.
     *
     * @param seen successful readings
     * @param missed failed readings
     * @param skipped readings that were not taken because the previous one took too long
     * @param longest duration of the slowest reading
     * @param problem the first reason for a missed reading
     * @param absent what this database could tell but here does not, and why not
     */
    public record PollingStatistics(
            String source,
            Duration every,
            long seen,
            long missed,
            long skipped,
            Duration longest,
            Optional<String> problem,
            Map<ServerMetric, String> absent) {
        public PollingStatistics {
            absent = Map.copyOf(absent);
        }

        /** Whether every look was taken and answered. */
        public boolean whole() {
            return missed == 0 && skipped == 0;
        }

        /** One line for people. */
        public String line() {
            return source + ": " + missed + " of " + (seen + missed) + " looks failed, " + skipped + " skipped"
                    + problem.map(why -> "; the first: " + why.strip().replaceAll("\\s*\\R\\s*", " "))
                            .orElse("");
        }
    }
}
