package squall.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.HdrHistogram.Histogram;

/**
 * The alternative lock-free way to record, kept for comparison with the engine's rings: a few shared sets of histograms, each used for one
 * record by the thread that finds it free.
 *
 * <p>It does less than the engine, in its own favour: it keeps no open seconds, only what was recorded since the last collection.
 */
final class StripedHistograms {
    /** Flags this far from each other share no cache line, nor the adjacent line that is fetched with it. */
    private static final int APART = 32;

    private static final int FREE = 0;
    private static final int TAKEN = 1;

    private final int mask;
    private final AtomicIntegerArray flags;
    private final List<Histograms> stripes = new ArrayList<>();

    /** What one record goes into. */
    private record Histograms(Histogram latency, Histogram service) {
        static Histograms empty() {
            return new Histograms(histogram(), histogram());
        }

        private static Histogram histogram() {
            var histogram = new Histogram(3);
            histogram.setAutoResize(true);
            return histogram;
        }
    }

    /** @param count a power of two, best twice the cores */
    StripedHistograms(int count) {
        if (Integer.bitCount(count) != 1) {
            throw new IllegalArgumentException("count must be a power of two: " + count);
        }
        mask = count - 1;
        flags = new AtomicIntegerArray(count * APART);
        for (int i = 0; i < count; i++) {
            stripes.add(Histograms.empty());
        }
    }

    /** From any thread; times in nanoseconds. @param hint spreads the callers, for example their thread's number */
    void record(int hint, long dueNs, long sentNs, long doneNs) {
        int stripe = hint & mask;
        while (!flags.compareAndSet(stripe * APART, FREE, TAKEN)) {
            stripe = (stripe + 1) & mask;
            Thread.onSpinWait();
        }
        Histograms taken = stripes.get(stripe);
        taken.latency().recordValue((doneNs - dueNs) / 1_000);
        taken.service().recordValue((doneNs - sentNs) / 1_000);
        flags.setRelease(stripe * APART, FREE);
    }

    /** How many records there were since the last call; empties the stripes. One thread. */
    long collect() {
        long records = 0;
        for (int stripe = 0; stripe <= mask; stripe++) {
            while (!flags.compareAndSet(stripe * APART, FREE, TAKEN)) {
                Thread.onSpinWait();
            }
            Histograms taken = stripes.get(stripe);
            records += taken.latency().getTotalCount();
            taken.latency().reset();
            taken.service().reset();
            flags.setRelease(stripe * APART, FREE);
        }
        return records;
    }
}
