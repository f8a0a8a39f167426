package squall.run.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import squall.measure.Pulse;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.spi.Instrument;

/**
 * Watches a database by its instruments from the beginning of a run to its end. Each instrument has a thread of its own; what they read
 * is passed on by the run's listener thread, once a second. An instrument that fails or is slow is counted, and keeps nobody waiting.
 */
public final class Watch implements RunListener, AutoCloseable {
    /** Hears every look, in the order of each instrument's looks; on the run's listener thread. */
    public interface Sink {
        void looked(Look look);
    }

    /**
     * Readings that an instrument did not deliver.
     *
     * @param fromNs when the first of them was due, since the run began
     * @param toNs when it was given up
     */
    public record Gap(String source, long fromNs, long toNs, long readings, String why) {}

    /** How long the beginning and the end of a run may wait for instruments. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

    private final List<Instrument> instruments;
    private final List<Sink> sinks;
    private final Queue<Look> looks = new ConcurrentLinkedQueue<>();
    private final List<Watchman> watchmen;
    private boolean begun;

    /** @param instruments closed by their threads when the watch ends, or with this if it never began */
    public Watch(List<Instrument> instruments, List<Sink> sinks) {
        this.instruments = List.copyOf(instruments);
        this.sinks = List.copyOf(sinks);
        this.watchmen = this.instruments.stream()
                .map(instrument -> new Watchman(instrument, looks::add))
                .toList();
    }

    /**
     * Reads each instrument once and forgets what it showed, before the run, so that the first looks cost it no more than the others.
     * Waits for seconds at most.
     */
    public void rehearse() throws InterruptedException {
        begin();
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        for (Watchman watchman : watchmen) {
            watchman.awaitRehearsal(deadlineNs);
        }
    }

    private void begin() {
        if (!begun) {
            begun = true;
            watchmen.forEach(Watchman::begin);
        }
    }

    @Override
    public void started(long startedAtEpochMs) {
        begin();
        long sinceNs = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() - startedAtEpochMs);
        watchmen.forEach(watchman -> watchman.start(System.nanoTime() - sinceNs));
    }

    @Override
    public void pulse(Pulse pulse) {
        pass();
    }

    @Override
    public void finished(RunResult result) {
        dismiss();
        pass();
    }

    /** Once for each instrument, in their order. After the end of the run, or about it so far. */
    public List<Tally> tallies() {
        return watchmen.stream().map(Watchman::tally).toList();
    }

    /** Every reading that failed or was skipped, instrument by instrument. After the end of the run, or so far. */
    public List<Gap> gaps() {
        return watchmen.stream().flatMap(watchman -> watchman.gaps().stream()).toList();
    }

    /** Ends the watch of a run that did not come to its end. */
    @Override
    public void close() {
        if (begun) {
            dismiss();
        } else {
            instruments.forEach(Instrument::close);
        }
    }

    private void dismiss() {
        watchmen.forEach(Watchman::dismiss);
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        try {
            for (Watchman watchman : watchmen) {
                watchman.await(deadlineNs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the threads end by themselves, nobody depends on them
        }
    }

    private void pass() {
        List<Look> taken = new ArrayList<>();
        for (Look look = looks.poll(); look != null; look = looks.poll()) {
            taken.add(look);
        }
        taken.forEach(look -> sinks.forEach(sink -> sink.looked(look)));
    }
}
