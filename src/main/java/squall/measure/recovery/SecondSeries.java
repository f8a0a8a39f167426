package squall.measure.recovery;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import squall.measure.Tick;

/** Sequence of a run's seconds, without gaps. */
public final class SecondSeries {
    /** Sequence without seconds. */
    public static final SecondSeries EMPTY = new SecondSeries(List.of());

    private final List<RecoverySecond> buckets;

    /** @param buckets in order; may be empty */
    public SecondSeries(List<RecoverySecond> buckets) {
        this.buckets = List.copyOf(buckets);
        for (int i = 1; i < buckets.size(); i++) {
            if (buckets.get(i).second() != buckets.get(i - 1).second() + 1) {
                throw new IllegalArgumentException("seconds must follow each other without gaps: "
                        + buckets.get(i - 1).second() + ", " + buckets.get(i).second());
            }
        }
    }

    /** Returns the first second; 0 if there is none. */
    public long from() {
        return buckets.isEmpty() ? 0 : buckets.getFirst().second();
    }

    /** Returns the second after the last. */
    public long to() {
        return buckets.isEmpty() ? 0 : buckets.getLast().second() + 1;
    }

    public int seconds() {
        return buckets.size();
    }

    /** Returns the existing seconds in [from, to). */
    public SecondSeries between(long from, long to) {
        long first = Math.clamp(from, from(), to());
        long end = Math.clamp(to, first, to());
        return new SecondSeries(buckets.subList((int) (first - from()), (int) (end - from())));
    }

    public Stream<RecoverySecond> stream() {
        return buckets.stream();
    }

    /** Returns the latencies of all seconds together. */
    public Histogram latency() {
        return RecoverySecond.SecondLatencies.merged(
                buckets.stream().map(RecoverySecond::latencies).toList());
    }

    /** Returns the mean of acknowledged operations per second; 0 if there are no seconds. */
    public double goodputPerSecond() {
        return buckets.isEmpty() ? 0 : (double) sum(RecoverySecond::goodput) / buckets.size();
    }

    /** Returns the goodput of the median second. */
    double medianGoodput() {
        return RecoveryStatistics.median(
                buckets.stream().mapToDouble(RecoverySecond::goodput).toArray());
    }

    public Availability availability() {
        return new Availability(sum(RecoverySecond::due), sum(RecoverySecond::inTime));
    }

    long count(Predicate<RecoverySecond> which) {
        return buckets.stream().filter(which).count();
    }

    RecoverySecond get(long second) {
        return buckets.get((int) (second - from()));
    }

    /** Splits the sequence into consecutive parts of this length, as many as are whole. */
    List<SecondSeries> cut(int seconds) {
        return Stream.iterate(from(), at -> at + seconds <= to(), at -> at + seconds)
                .map(at -> between(at, at + seconds))
                .toList();
    }

    /** Returns the names of the operations, in their order. */
    List<String> operations() {
        return buckets.isEmpty()
                ? Collections.emptyList()
                : buckets.getFirst().operations().stream()
                        .map(RecoverySecond.OperationBucket::name)
                        .toList();
    }

    private long sum(ToLongFunction<RecoverySecond> of) {
        return buckets.stream().mapToLong(of).sum();
    }

    /**
     * Availability: the share of due operations that were acknowledged within the deadline; a sum over a sum, never a mean of seconds.
     *
     * @param due operations that fell due
     * @param inTime acknowledged within {@link RecoverySecond#DEADLINE} of their due time
     */
    public record Availability(long due, long inTime) {
        /** Returns the share; 1 if nothing was due. */
        public double share() {
            return due == 0 ? 1 : (double) inTime / due;
        }

        /** Returns the number of nines: 2 for 99 %, 3 for 99.9 %; infinite if every operation was in time. */
        public double nines() {
            return -Math.log10(1 - share());
        }
    }

    /** Log of a run's seconds as they are closed; thread-safe. */
    public static final class SeriesLog {
        private static final long SECOND_NS = 1_000_000_000;

        private final List<RecoverySecond> buckets = new ArrayList<>();
        private long servedNs;

        /** Adds a closed second; they come in order. */
        public synchronized void add(Tick tick) {
            RecoverySecond bucket = RecoverySecond.of(tick, servedNs);
            buckets.add(bucket);
            if (bucket.goodput() > 0) {
                servedNs = (tick.second() + 1) * SECOND_NS;
            }
        }

        /** Returns the known seconds from this one on. */
        public synchronized SecondSeries since(long second) {
            int from = Math.clamp(second - first(), 0, buckets.size());
            return new SecondSeries(buckets.subList(from, buckets.size()));
        }

        private long first() {
            return buckets.isEmpty() ? 0 : buckets.getFirst().second();
        }
    }
}
