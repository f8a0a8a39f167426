package squall.run.watch;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.spi.Instrument;
import squall.spi.Reading;

/** Looks at one instrument again and again, on a thread of its own. */
final class Watchman {
    private static final Logger LOG = LoggerFactory.getLogger(Watchman.class);

    /** An instrument that never showed anything is not asked for ever. */
    private static final int HOPELESS = 3;

    private final Instrument instrument;
    private final Consumer<Look> looks;
    private final Thread thread;
    private final long everyNs;
    private final CountDownLatch rehearsed = new CountDownLatch(1);
    private final CountDownLatch started = new CountDownLatch(1);
    private long originNs;
    private volatile Tally tally;
    private volatile boolean dismissed;

    /** @param looks hears every look, on this watchman's thread */
    Watchman(Instrument instrument, Consumer<Look> looks) {
        this.instrument = instrument;
        this.looks = looks;
        this.everyNs = instrument.every().toNanos();
        this.tally =
                new Tally(instrument.source(), instrument.every(), 0, 0, 0, Duration.ZERO, Optional.empty(), Map.of());
        this.thread = new Thread(this::watch, "squall-watch " + instrument.source());
        thread.setDaemon(true); // whatever a database does, the process can end
    }

    /** Begins with a reading that nobody hears of, and then waits for the start. */
    void begin() {
        thread.start();
    }

    /** Waits until that reading is over, not beyond the deadline: the first look has to bear a server that slow. */
    void awaitRehearsal(long deadlineNs) throws InterruptedException {
        if (!rehearsed.await(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            LOG.debug("{} is slow to answer, the run begins without", instrument.source());
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
    Tally tally() {
        return tally;
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

    /** Until a look is due; those that there was no time for are left out. */
    private void sleepUntil(long dueNs) throws InterruptedException {
        long behindNs = nowNs() - dueNs;
        long skipped = behindNs > 0 ? behindNs / everyNs + 1 : 0;
        if (skipped > 0) {
            skip(skipped);
        }
        Thread.sleep(Duration.ofNanos(Math.max(0, dueNs + skipped * everyNs - nowNs())));
    }

    private void look(long atNs) throws InterruptedException {
        try {
            List<Reading> readings = instrument.read();
            count(1, 0, nowNs() - atNs, Optional.empty());
            looks.accept(new Look.Seen(instrument.source(), atNs, readings));
        } catch (IOException e) {
            missed(atNs, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) { // drivers throw what they like; a run never suffers from being watched
            missed(atNs, e.toString());
        }
    }

    /** A look that the end of the run cut off was not missed. */
    private void missed(long atNs, String why) {
        if (!Thread.currentThread().isInterrupted()) {
            count(0, 1, nowNs() - atNs, Optional.of(why));
            looks.accept(new Look.Missed(instrument.source(), atNs, why));
        }
    }

    private void count(int seen, int missed, long tookNs, Optional<String> why) {
        Tally old = tally;
        Duration took = Duration.ofNanos(tookNs);
        tally = new Tally(
                old.source(),
                old.every(),
                old.seen() + seen,
                old.missed() + missed,
                old.skipped(),
                took.compareTo(old.longest()) > 0 ? took : old.longest(),
                old.trouble().or(() -> why),
                instrument.absent());
    }

    private void skip(long looksSkipped) {
        Tally old = tally;
        tally = new Tally(
                old.source(),
                old.every(),
                old.seen(),
                old.missed(),
                old.skipped() + looksSkipped,
                old.longest(),
                old.trouble(),
                old.absent());
    }

    private long nowNs() {
        return System.nanoTime() - originNs;
    }
}
