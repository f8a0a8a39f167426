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
import squall.engine.monitor.DatabaseMonitor.PollingStatistics;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;

/** Reads one instrument periodically, on its own thread. */
final class MetricsPoller {
    private static final Logger LOG = LoggerFactory.getLogger(MetricsPoller.class);

    /** An instrument whose readings all fail is disabled. */
    private static final int HOPELESS = 3;

    private final Instrument instrument;
    private final Consumer<DatabaseMonitor.MetricSample> looks;
    private final Thread thread;
    private final long everyNs;
    private final CountDownLatch rehearsed = new CountDownLatch(1);
    private final CountDownLatch started = new CountDownLatch(1);
    private long originNs;
    private volatile PollingStatistics tally;
    private final Queue<DatabaseMonitor.ReadingGap> gaps = new ConcurrentLinkedQueue<>();
    private volatile boolean dismissed;

    /** @param looks receives every reading, on this poller's thread */
    MetricsPoller(Instrument instrument, Consumer<DatabaseMonitor.MetricSample> looks) {
        this.instrument = instrument;
        this.looks = looks;
        this.everyNs = instrument.every().toNanos();
        this.tally = new PollingStatistics(
                instrument.source(), instrument.every(), 0, 0, 0, Duration.ZERO, Optional.empty(), Map.of());
        this.thread = new Thread(this::watch, "squall-watch " + instrument.source());
        thread.setDaemon(true); // whatever a database does, the process can end
    }

    /** Takes a first reading that is not passed on, and then waits for the start. */
    void begin() {
        thread.start();
    }

    /** Waits until that reading is over, not beyond the deadline: the first look has to bear a server that slow. */
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

    /** Asks for the end. */
    void dismiss() {
        dismissed = true;
        thread.interrupt();
    }

    boolean dismissed() {
        return dismissed;
    }

    /** Of a watch that never began. */
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

    /** So far; from any thread. */
    PollingStatistics tally() {
        return tally;
    }

    /** What it did not see so far; from any thread. */
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
                sleepUntil((begunNs / everyNs + 1) * everyNs);
            }
        } catch (InterruptedException e) {
            // The run is over, and so is the watch.
        } finally {
            instrument.close();
        }
    }

    /** So that no class is loaded and nothing looked up while the run is measured; what is held is given back to the load meanwhile. */
    private void rehearse() throws InterruptedException {
        try {
            instrument.read();
        } catch (IOException | RuntimeException e) {
            // The first look tells, if it still holds.
        } finally {
            instrument.close();
            rehearsed.countDown();
        }
    }

    /** Waits until a reading is due; readings that came too late are skipped. */
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
            looks.accept(new DatabaseMonitor.MetricSample.Seen(instrument.source(), atNs, readings));
        } catch (IOException e) {
            missed(atNs, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) { // drivers throw what they like; a run never suffers from being watched
            missed(atNs, e.toString());
        }
    }

    /** A reading that the end of the run interrupted does not count as missed. */
    private void missed(long atNs, String why) {
        if (!Thread.currentThread().isInterrupted()) {
            long endNs = nowNs();
            count(0, 1, endNs - atNs, Optional.of(why));
            gaps.add(new DatabaseMonitor.ReadingGap(instrument.source(), atNs, endNs, 1, why));
            looks.accept(new DatabaseMonitor.MetricSample.Missed(instrument.source(), atNs, why));
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
