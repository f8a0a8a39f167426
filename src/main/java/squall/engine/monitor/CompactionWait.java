package squall.engine.monitor;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;

/** Wait until the servers of a database have been without compactions for a while; blocks the calling thread. */
public final class CompactionWait {
    /**
     * Result of the wait.
     *
     * @param waited in all, including the quiet time at the end
     * @param quiet whether there were no compactions for the requested time
     */
    public record CompactionEnd(Duration waited, boolean quiet) {}

    /** Pause between two polls. */
    interface PollingPause {
        void sleep(Duration time) throws InterruptedException;
    }

    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Set<ServerMetric> COUNTERS = Set.of(ServerMetric.COMPACTIONS, ServerMetric.COMPACTED_BYTES);

    private final Supplier<List<Instrument>> instruments;
    private final LongSupplier nanoTime;
    private final PollingPause pause;

    /** @param instruments as {@link squall.spi.Load#instruments}; each is closed at the end */
    public CompactionWait(Supplier<List<Instrument>> instruments) {
        this(instruments, System::nanoTime, Thread::sleep);
    }

    CompactionWait(Supplier<List<Instrument>> instruments, LongSupplier nanoTime, PollingPause pause) {
        this.instruments = instruments;
        this.nanoTime = nanoTime;
        this.pause = pause;
    }

    /**
     * Waits until there were no compactions for a while.
     *
     * @param quiet time without compactions that is waited for
     * @param atMost time after which the wait gives up
     * @throws IOException if a server does not answer
     * @throws IllegalArgumentException if the servers report no compactions
     */
    public CompactionEnd await(Duration quiet, Duration atMost) throws IOException, InterruptedException {
        List<Instrument> asked = instruments.get();
        try {
            long beganNs = nanoTime.getAsLong();
            long busyNs = beganNs;
            Look last = look(asked);
            while (true) {
                long nowNs = nanoTime.getAsLong();
                if (nowNs - busyNs >= quiet.toNanos()) {
                    return new CompactionEnd(Duration.ofNanos(nowNs - beganNs), true);
                }
                if (nowNs - beganNs >= atMost.toNanos()) {
                    return new CompactionEnd(Duration.ofNanos(nowNs - beganNs), false);
                }
                pause.sleep(EVERY);
                Look now = look(asked);
                if (now.pending() || !now.completed().equals(last.completed())) {
                    busyNs = nanoTime.getAsLong();
                }
                last = now;
            }
        } finally {
            asked.forEach(Instrument::close);
        }
    }

    /**
     * Poll of all servers.
     *
     * @param pending whether one has compactions pending
     * @param completed the counters so far, by node and metric
     */
    private record Look(boolean pending, Map<String, Double> completed) {}

    private static Look look(List<Instrument> instruments) throws IOException, InterruptedException {
        boolean told = false;
        boolean pending = false;
        Map<String, Double> completed = new TreeMap<>();
        for (Instrument instrument : instruments) {
            for (InstrumentReading reading : instrument.read()) {
                if (reading.metric() == ServerMetric.COMPACTIONS_PENDING) {
                    told = true;
                    pending |= reading.value() > 0;
                } else if (COUNTERS.contains(reading.metric())) {
                    told = true;
                    completed.put(reading.node() + " " + reading.metric(), reading.value());
                }
            }
        }
        if (!told) {
            throw new IllegalArgumentException(
                    "this database tells nothing of its compactions, so their end cannot be waited for");
        }
        return new Look(pending, completed);
    }
}
