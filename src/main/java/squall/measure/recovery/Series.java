package squall.measure.recovery;

import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Seconds of a run one after the other, without gaps. */
public final class Series {
    /** Nothing is known yet. */
    public static final Series EMPTY = new Series(List.of());

    private final List<Bucket> buckets;

    /** @param buckets in order; may be empty */
    public Series(List<Bucket> buckets) {
        this.buckets = List.copyOf(buckets);
        for (int i = 1; i < buckets.size(); i++) {
            if (buckets.get(i).second() != buckets.get(i - 1).second() + 1) {
                throw new IllegalArgumentException("seconds must follow each other without gaps: "
                        + buckets.get(i - 1).second() + ", " + buckets.get(i).second());
            }
        }
    }

    /** The first second; 0 if there is none. */
    public long from() {
        return buckets.isEmpty() ? 0 : buckets.getFirst().second();
    }

    /** The second after the last. */
    public long to() {
        return buckets.isEmpty() ? 0 : buckets.getLast().second() + 1;
    }

    public int seconds() {
        return buckets.size();
    }

    /** Those in [from, to) that are there. */
    public Series between(long from, long to) {
        long first = Math.clamp(from, from(), to());
        long end = Math.clamp(to, first, to());
        return new Series(buckets.subList((int) (first - from()), (int) (end - from())));
    }

    public Stream<Bucket> stream() {
        return buckets.stream();
    }

    /** Of all seconds together. */
    public Histogram latency() {
        return Latencies.merged(buckets.stream().map(Bucket::latencies).toList());
    }

    /** Acknowledged per second on average; 0 if there are no seconds. */
    public double goodputPerSecond() {
        return buckets.isEmpty() ? 0 : (double) sum(Bucket::goodput) / buckets.size();
    }

    /** The middle second's. */
    double medianGoodput() {
        return Statistics.median(buckets.stream().mapToDouble(Bucket::goodput).toArray());
    }

    public Availability availability() {
        return new Availability(sum(Bucket::due), sum(Bucket::inTime));
    }

    long count(Predicate<Bucket> which) {
        return buckets.stream().filter(which).count();
    }

    Bucket get(long second) {
        return buckets.get((int) (second - from()));
    }

    /** Consecutive stretches of this length, as many as are whole. */
    List<Series> cut(int seconds) {
        return Stream.iterate(from(), at -> at + seconds <= to(), at -> at + seconds)
                .map(at -> between(at, at + seconds))
                .toList();
    }

    /** The operations that appear, in their order. */
    List<String> operations() {
        return buckets.isEmpty()
                ? Collections.emptyList()
                : buckets.getFirst().operations().stream()
                        .map(Bucket.OperationBucket::name)
                        .toList();
    }

    private long sum(ToLongFunction<Bucket> of) {
        return buckets.stream().mapToLong(of).sum();
    }
}
