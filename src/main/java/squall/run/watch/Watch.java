package squall.run.watch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
import squall.measure.Pulse;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.spi.Instrument;

/**
 * Watches a database by its instruments from the beginning of a run to its end, nodes that join meanwhile included. Each instrument has a thread of its own; what they read
 * is passed on by the run's listener thread, once a second. An instrument that fails or is slow is counted, and keeps nobody waiting.
 */
public final class Watch implements RunListener, AutoCloseable {
    /** Hears every look, in the order of each instrument's looks; on the run's listener thread. */
    public interface Sink {
        void looked(Look look);
    }

    /** How long the beginning and the end of a run may wait for instruments. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

    /** How often it is looked for nodes that have joined or left. */
    static final Duration NODES_EVERY = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

    private final Supplier<List<Instrument>> instruments;
    private final Duration nodesEvery;
    private final List<Sink> sinks;
    private final Queue<Look> looks = new ConcurrentLinkedQueue<>();
    private final List<Watchman> watchmen = new CopyOnWriteArrayList<>();
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
    public Watch(Supplier<List<Instrument>> instruments, List<Sink> sinks) {
        this(instruments, sinks, NODES_EVERY);
    }

    Watch(Supplier<List<Instrument>> instruments, List<Sink> sinks, Duration nodesEvery) {
        this.instruments = instruments;
        this.nodesEvery = nodesEvery;
        this.sinks = List.copyOf(sinks);
        instruments.get().forEach(instrument -> watchmen.add(new Watchman(instrument, looks::add)));
        this.nodes = new Thread(this::watchNodes, "squall-watch nodes");
        nodes.setDaemon(true);
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
                    LOG.debug("which nodes there are cannot be told now", e);
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
                .forEach(Watchman::dismiss);
        Set<String> watched = watchmen.stream()
                .filter(watchman -> !watchman.dismissed())
                .map(watchman -> watchman.tally().source())
                .collect(Collectors.toSet());
        found.stream()
                .filter(instrument -> !watched.contains(instrument.source()))
                .forEach(this::join);
    }

    /** Not after the end, of which this thread may not have heard yet. */
    private synchronized void join(Instrument instrument) {
        if (!over) {
            Watchman watchman = new Watchman(instrument, looks::add);
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

    /** Ends the watch of a run that did not come to its end. */
    @Override
    public void close() {
        if (begun) {
            dismiss();
        } else {
            watchmen.forEach(Watchman::close);
        }
    }

    private void dismiss() {
        nodes.interrupt();
        synchronized (this) {
            over = true;
        }
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
