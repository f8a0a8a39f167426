package squall.engine.monitor;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.engine.monitor.DatabaseMonitor.MetricSample;
import squall.engine.monitor.DatabaseMonitor.PollingStatistics;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.system.FileErrors;

/** Poller that reads one instrument periodically, on its own thread. */
final class MetricsPoller {
    private static final Logger LOG = LoggerFactory.getLogger(MetricsPoller.class);

    /** Number of failed readings after which an instrument without a successful one is disabled. */
    private static final int HOPELESS = 3;

    private final Instrument instrument;
    private final Consumer<MetricSample> looks;
    private final Thread thread;
    private final long everyNs;
    private final CountDownLatch rehearsed = new CountDownLatch(1);
    private final CountDownLatch started = new CountDownLatch(1);
    private long originNs;
    private volatile PollingStatistics tally;
    private final Queue<DatabaseMonitor.ReadingGap> gaps = new ConcurrentLinkedQueue<>();
    private volatile boolean cancelled;
    private volatile boolean finished;

    /** @param looks receives every reading, on this poller's thread */
    MetricsPoller(Instrument instrument, Consumer<MetricSample> looks) {
        this.instrument = instrument;
        this.looks = looks;
        this.everyNs = instrument.every().toNanos();
        this.tally = new PollingStatistics(
                instrument.source(), instrument.every(), 0, 0, 0, Duration.ZERO, Optional.empty(), Map.of());
        this.thread = new Thread(this::watch, "squall-watch " + instrument.source());
        thread.setDaemon(true); // the process can end, whatever a database does
    }

    /** Starts the thread, which takes a first reading, discards it and waits for the start of the run. */
    void begin() {
        thread.start();
    }

    /** Waits for that first reading, not beyond the deadline; a server slower than that is read for the first time during the run. */
    void awaitRehearsal(long deadlineNs) throws InterruptedException {
        if (!rehearsed.await(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            LOG.debug("{} is slow to respond; the run starts without it", instrument.source());
        }
    }

    /** @param origin {@link System#nanoTime} of the run's beginning */
    void start(long origin) {
        originNs = origin;
        started.countDown();
    }

    /** Requests a last reading and the end: some servers, such as PostgreSQL, count what a session did only when it has ended. */
    void finish() {
        finished = true;
        cancel();
    }

    /** Requests the end without a last reading. */
    void cancel() {
        cancelled = true;
        thread.interrupt();
    }

    boolean cancelled() {
        return cancelled;
    }

    /** Closes the instrument of a poller that never began. */
    void close() {
        instrument.close();
    }

    /** Waits for the end, not beyond the deadline. @param deadlineNs by {@link System#nanoTime} */
    void await(long deadlineNs) throws InterruptedException {
        long leftMs = (deadlineNs - System.nanoTime()) / 1_000_000;
        if (thread.isAlive() && leftMs > 0) {
            thread.join(leftMs);
        }
    }

    /** Returns the statistics so far. May be called by any thread. */
    PollingStatistics tally() {
        return tally;
    }

    /** Returns the gaps so far. May be called by any thread. */
    List<DatabaseMonitor.ReadingGap> gaps() {
        return List.copyOf(gaps);
    }

    private void watch() {
        try {
            rehearse();
            started.await();
            while (!Thread.currentThread().isInterrupted() && (tally.seen() > 0 || tally.missed() < HOPELESS)) {
                long begunNs = nowNs();
                look(begunNs);
                pause((begunNs / everyNs + 1) * everyNs);
            }
        } catch (InterruptedException e) {
            // The run is over, and so is the polling.
        } finally {
            instrument.close();
        }
    }

    /**
     * Takes a discarded reading, so that no class is loaded and nothing is looked up during the run, then releases what the load may need.
     */
    private void rehearse() throws InterruptedException {
        try {
            instrument.read();
        } catch (IOException | RuntimeException e) {
            // The first reading during the run reports the failure, if it persists.
        } finally {
            instrument.close();
            rehearsed.countDown();
        }
    }

    private void pause(long dueNs) throws InterruptedException {
        try {
            sleepUntil(dueNs);
        } catch (InterruptedException e) {
            if (finished) {
                look(nowNs());
            }
            throw e;
        }
    }

    /** Waits until a reading is due; readings that are already late are skipped. */
    private void sleepUntil(long dueNs) throws InterruptedException {
        long behindNs = nowNs() - dueNs;
        long skipped = behindNs > 0 ? behindNs / everyNs + 1 : 0;
        if (skipped > 0) {
            skip(skipped);
            gaps.add(new DatabaseMonitor.ReadingGap(
                    instrument.source(), dueNs, dueNs + behindNs, skipped, "the previous reading took too long"));
        }
        Thread.sleep(Duration.ofNanos(Math.max(0, dueNs + skipped * everyNs - nowNs())));
    }

    private void look(long atNs) throws InterruptedException {
        try {
            List<InstrumentReading> readings = instrument.read();
            count(1, 0, nowNs() - atNs, Optional.empty());
            looks.accept(new MetricSample.Seen(instrument.source(), atNs, readings));
        } catch (IOException e) {
            missed(atNs, FileErrors.message(e)); // an instrument may read files, of processes for example
        } catch (RuntimeException e) { // drivers throw any exception; monitoring must never fail a run
            missed(atNs, e.toString());
        }
    }

    /** Counts a missed reading, except one that the end of the run interrupted. */
    private void missed(long atNs, String why) {
        if (!Thread.currentThread().isInterrupted()) {
            long endNs = nowNs();
            count(0, 1, endNs - atNs, Optional.of(why));
            gaps.add(new DatabaseMonitor.ReadingGap(instrument.source(), atNs, endNs, 1, why));
            looks.accept(new MetricSample.Missed(instrument.source(), atNs, why));
        }
    }

    private void count(int seen, int missed, long tookNs, Optional<String> why) {
        PollingStatistics old = tally;
        Duration took = Duration.ofNanos(tookNs);
        tally = new PollingStatistics(
                old.source(),
                old.every(),
                old.seen() + seen,
                old.missed() + missed,
                old.skipped(),
                took.compareTo(old.longest()) > 0 ? took : old.longest(),
                old.problem().or(() -> why),
                instrument.absent());
    }

    private void skip(long looksSkipped) {
        PollingStatistics old = tally;
        tally = new PollingStatistics(
                old.source(),
                old.every(),
                old.seen(),
                old.missed(),
                old.skipped() + looksSkipped,
                old.longest(),
                old.problem(),
                old.absent());
    }

    private long nowNs() {
        return System.nanoTime() - originNs;
    }
}
