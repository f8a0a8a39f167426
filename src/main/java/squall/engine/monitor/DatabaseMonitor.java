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
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.RunStart;
import squall.measure.LiveSecond;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;
import squall.system.HumanNumbers;

/**
 * Monitor that reads a database's instruments from the start of a run to its end, including nodes that join during the run. Each instrument
 * has its own thread; the run's listener thread passes the readings on once a second. An instrument that fails or is slow is counted, and
 * delays no other.
 */
public final class DatabaseMonitor implements RunListener, AutoCloseable {
    /** Receiver of every reading, in the order of each instrument's readings; called on the run's listener thread. */
    public interface ReadingSink {
        void looked(MetricSample look);
    }

    /**
     * Gap in an instrument's readings.
     *
     * @param fromNs when the first missing reading was due, in nanoseconds since the run began
     * @param toNs when the last one was abandoned
     */
    public record ReadingGap(String source, long fromNs, long toNs, long readings, String why) {}

    /** Longest wait for instruments at the beginning and at the end of a run. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

    /** Interval between two searches for nodes that have joined or left. */
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
     * Creates a monitor of the nodes that exist at each moment.
     *
     * @param instruments as {@link squall.spi.Load#instruments}, called repeatedly to find those of nodes that joined; instruments that it
     *     no longer returns are ended. Their threads close all of them at the end of the run, and {@link #close} does if it never began
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
     * at most a few seconds.
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
                } catch (RuntimeException e) { // drivers throw any exception; monitoring must never fail a run
                    LOG.debug("the nodes of the cluster cannot be determined now", e);
                }
            }
        } catch (InterruptedException e) {
            // The run is over, and so is the monitoring.
        }
    }

    private void follow(List<Instrument> found) {
        Set<String> sources = found.stream().map(Instrument::source).collect(Collectors.toSet());
        watchmen.stream()
                .filter(watchman -> !sources.contains(watchman.tally().source()))
                .forEach(MetricsPoller::cancel);
        Set<String> watched = watchmen.stream()
                .filter(watchman -> !watchman.cancelled())
                .map(watchman -> watchman.tally().source())
                .collect(Collectors.toSet());
        found.stream()
                .filter(instrument -> !watched.contains(instrument.source()))
                .forEach(this::join);
    }

    /** Adds an instrument, unless the run has ended, which this thread may not have noticed yet. */
    private synchronized void join(Instrument instrument) {
        if (!over) {
            MetricsPoller watchman = new MetricsPoller(instrument, looks::add);
            watchmen.add(watchman);
            watchman.begin();
            watchman.start(originNs);
        }
    }

    @Override
    public void started(RunStart start) {
        begin();
        originNs = start.originNs();
        watchmen.forEach(watchman -> watchman.start(originNs));
        started.countDown();
    }

    @Override
    public void liveSecond(LiveSecond liveSecond) {
        pass();
    }

    @Override
    public void finished(RunResult result) {
        end(MetricsPoller::finish);
        pass();
    }

    /** Returns the statistics of each instrument, in their order: final after the end of the run, intermediate before. */
    public List<PollingStatistics> tallies() {
        return watchmen.stream().map(MetricsPoller::tally).toList();
    }

    /** Returns every reading that failed or was skipped, instrument by instrument: all after the end of the run, those so far before. */
    public List<ReadingGap> gaps() {
        return watchmen.stream().flatMap(watchman -> watchman.gaps().stream()).toList();
    }

    /** Ends the monitoring of a run that did not reach its end. */
    @Override
    public void close() {
        if (begun) {
            end(MetricsPoller::cancel);
        } else {
            watchmen.forEach(MetricsPoller::close);
        }
    }

    private void end(Consumer<MetricsPoller> how) {
        nodes.interrupt();
        synchronized (this) {
            over = true;
        }
        watchmen.forEach(how);
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

    /** Reading of one instrument, or the failure to read it. */
    public sealed interface MetricSample {
        /** Returns the name of the instrument. */
        String source();

        /** Returns the time at which the reading was due, in nanoseconds since the run began. */
        long atNs();

        /** Successful reading. */
        record Seen(String source, long atNs, List<InstrumentReading> readings) implements MetricSample {
            public Seen {
                readings = List.copyOf(readings);
            }
        }

        /** Failed reading. */
        record Missed(String source, long atNs, String why) implements MetricSample {}
    }

    /**
     * Statistics of one instrument's readings.
     *
     * @param seen successful readings
     * @param missed failed readings
     * @param skipped readings that were not taken because the previous one took too long
     * @param longest duration of the slowest reading
     * @param problem the first reason for a missed reading
     * @param absent metrics that this kind of database reports but this one does not, with the reason
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

        /** Describes the counts in one line for people. */
        public String line() {
            return source + ": " + HumanNumbers.count(missed) + " of " + HumanNumbers.counted(seen + missed, "reading")
                    + " failed, " + HumanNumbers.count(skipped) + " skipped"
                    + problem.map(why -> "; the first: " + why.strip().replaceAll("\\s*\\R\\s*", " "))
                            .orElse("");
        }
    }
}
