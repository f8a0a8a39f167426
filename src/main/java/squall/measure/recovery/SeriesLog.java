package squall.measure.recovery;

import java.util.ArrayList;
import java.util.List;
import squall.measure.Tick;

/** The seconds of a run as they are closed; safe for any number of threads. */
public final class SeriesLog {
    private static final long SECOND_NS = 1_000_000_000;

    private final List<RecoverySecond> buckets = new ArrayList<>();
    private long servedNs;

    /** Takes a closed second; they come in order. */
    public synchronized void add(Tick tick) {
        RecoverySecond bucket = RecoverySecond.of(tick, servedNs);
        buckets.add(bucket);
        if (bucket.goodput() > 0) {
            servedNs = (tick.second() + 1) * SECOND_NS;
        }
    }

    /** What is known of the seconds from this one on. */
    public synchronized SecondSeries since(long second) {
        int from = Math.clamp(second - first(), 0, buckets.size());
        return new SecondSeries(buckets.subList(from, buckets.size()));
    }

    private long first() {
        return buckets.isEmpty() ? 0 : buckets.getFirst().second();
    }
}
