package squall.ycsb.output;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;

/**
 * A histogram cut into buckets of one millisecond, with one for all that lies beyond.
 *
 * <p>Made from a histogram of three digits: above 2 ms a sample near a border may stand in the bucket beside its own.
 */
final class Buckets {
    private final long[] counts;
    private final long total;

    private Buckets(long[] counts, long total) {
        this.counts = counts;
        this.total = total;
    }

    static Buckets of(Histogram histogram, int number) {
        long[] counts = new long[number];
        histogram.recordedValues().forEach(v -> {
            long ms = v.getValueIteratedTo() / 1000;
            if (ms < number) {
                counts[(int) ms] += v.getCountAtValueIteratedTo();
            }
        });
        return new Buckets(counts, histogram.getTotalCount());
    }

    /** Floored to the millisecond; empty if it lies beyond the last bucket, or if there is nothing. */
    OptionalInt percentileMs(int percentile) {
        double wanted = total * (percentile / 100.0);
        long seen = 0;
        for (int ms = 0; ms < counts.length; ms++) {
            seen += counts[ms];
            if (seen > 0 && seen >= wanted) {
                return OptionalInt.of(ms);
            }
        }
        return OptionalInt.empty();
    }

    /** Every bucket, empty ones too. */
    List<Line> lines(String group) {
        List<Line> lines = new ArrayList<>();
        for (int ms = 0; ms < counts.length; ms++) {
            lines.add(new Line(group, Integer.toString(ms), counts[ms]));
        }
        lines.add(new Line(
                group, ">" + counts.length, total - LongStream.of(counts).sum()));
        return lines;
    }
}
