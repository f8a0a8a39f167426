package squall.ycsb.output;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import squall.ycsb.output.MeasurementGroups.MeasurementGroup;
import squall.ycsb.output.YcsbReport.ReportLine;

/** Format of a {@link MeasurementGroup} as upstream's measurement of that type writes it, line by line in the same order. */
record MeasurementGroupFormat(OutputSettings settings) {
    List<ReportLine> lines(MeasurementGroup group) {
        return switch (settings.type()) {
            case HDRHISTOGRAM -> hdr(group);
            case HISTOGRAM -> buckets(group);
            case TIMESERIES -> timeSeries(group);
            case RAW -> raw(group);
            case HDRHISTOGRAM_AND_HISTOGRAM ->
                both(hdr(group.renamed("Hdr" + group.name())), buckets(second("Bucket", group)));
            case HDRHISTOGRAM_AND_RAW -> both(hdr(group.renamed("Hdr" + group.name())), raw(second("Raw", group)));
        };
    }

    /** Returns the second group of the combined types, of which only the first counts what was returned. */
    private static MeasurementGroup second(String prefix, MeasurementGroup group) {
        return group.renamed(prefix + group.name()).withoutReturns();
    }

    private static List<ReportLine> both(List<ReportLine> first, List<ReportLine> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private List<ReportLine> hdr(MeasurementGroup group) {
        List<ReportLine> lines = summary(group);
        for (double percentile : settings.percentiles().values()) {
            long value = group.latency().getValueAtPercentile(percentile);
            lines.add(new ReportLine(group.name(), Percentiles.name(percentile), value));
        }
        lines.addAll(returns(group));
        if (settings.verbose()) {
            group.latency()
                    .recordedValues()
                    .forEach(v -> lines.add(new ReportLine(group.name(), Long.toString(v.getValueIteratedTo()), (double)
                            v.getCountAtValueIteratedTo())));
        }
        return lines;
    }

    private List<ReportLine> buckets(MeasurementGroup group) {
        Histogram latency = group.latency();
        MillisecondBuckets buckets = MillisecondBuckets.of(latency, settings.buckets());
        double deviation = latency.getStdDeviation();
        List<ReportLine> lines = new ArrayList<>();
        lines.add(new ReportLine(group.name(), "Operations", latency.getTotalCount()));
        lines.add(new ReportLine(group.name(), "AverageLatency(us)", latency.getMean()));
        lines.add(new ReportLine(group.name(), "LatencyVariance(us)", deviation * deviation));
        lines.add(new ReportLine(group.name(), "MinLatency(us)", latency.getMinValue()));
        lines.add(new ReportLine(group.name(), "MaxLatency(us)", latency.getMaxValue()));
        // Upstream's rule: floored to the millisecond, and absent when it lies beyond the last bucket.
        for (int percentile : new int[] {95, 99}) {
            buckets.percentileMs(percentile)
                    .ifPresent(ms -> lines.add(new ReportLine(group.name(), Percentiles.name(percentile), ms * 1000)));
        }
        lines.addAll(returns(group));
        if (settings.verbose()) {
            lines.addAll(buckets.lines(group.name()));
        }
        return lines;
    }

    private List<ReportLine> timeSeries(MeasurementGroup group) {
        List<ReportLine> lines = summary(group);
        lines.addAll(returns(group));
        long startMs = 0;
        for (double mean : group.slotMeansUs()) {
            lines.add(new ReportLine(group.name(), Long.toString(startMs), mean));
            startMs += 1000L * settings.slotSeconds();
        }
        return lines;
    }

    private List<ReportLine> raw(MeasurementGroup group) {
        Histogram latency = group.latency();
        List<ReportLine> lines = new ArrayList<>();
        lines.add(new ReportLine(group.name(), "Total Operations", latency.getTotalCount()));
        if (settings.rawSummary() && latency.getTotalCount() > 0) {
            lines.add(new ReportLine(group.name(), "Below is a summary of latency in microseconds:", -1));
            lines.add(new ReportLine(group.name(), "Average", latency.getMean()));
            lines.add(new ReportLine(group.name(), "Min", latency.getMinValue()));
            lines.add(new ReportLine(group.name(), "Max", latency.getMaxValue()));
            Stream.of("1", "5", "50", "90", "95", "99", "99.9", "99.99")
                    .map(p ->
                            new ReportLine(group.name(), "p" + p, latency.getValueAtPercentile(Double.parseDouble(p))))
                    .forEach(lines::add);
        }
        lines.addAll(returns(group));
        return lines;
    }

    private static List<ReportLine> summary(MeasurementGroup group) {
        Histogram latency = group.latency();
        List<ReportLine> lines = new ArrayList<>();
        lines.add(new ReportLine(group.name(), "Operations", latency.getTotalCount()));
        lines.add(new ReportLine(group.name(), "AverageLatency(us)", latency.getMean()));
        lines.add(new ReportLine(group.name(), "MinLatency(us)", latency.getMinValue()));
        lines.add(new ReportLine(group.name(), "MaxLatency(us)", latency.getMaxValue()));
        return lines;
    }

    private static List<ReportLine> returns(MeasurementGroup group) {
        return group.returns().entrySet().stream()
                .map(e -> new ReportLine(group.name(), "Return=" + e.getKey(), e.getValue()))
                .toList();
    }

    /**
     * Histogram cut into buckets of one millisecond, with one for all that lies beyond.
     *
     * <p>Computed from a histogram of three digits: above 2 ms a sample near a boundary may be in the adjacent bucket.
     */
    private static final class MillisecondBuckets {
        private final long[] counts;
        private final long total;

        private MillisecondBuckets(long[] counts, long total) {
            this.counts = counts;
            this.total = total;
        }

        static MillisecondBuckets of(Histogram histogram, int number) {
            long[] counts = new long[number];
            histogram.recordedValues().forEach(v -> {
                long ms = v.getValueIteratedTo() / 1000;
                if (ms < number) {
                    counts[(int) ms] += v.getCountAtValueIteratedTo();
                }
            });
            return new MillisecondBuckets(counts, histogram.getTotalCount());
        }

        /** Returns a percentile floored to the millisecond; empty if it lies beyond the last bucket, or if there is nothing. */
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

        /** Returns the lines of all buckets, empty ones too. */
        List<ReportLine> lines(String group) {
            List<ReportLine> lines = new ArrayList<>();
            for (int ms = 0; ms < counts.length; ms++) {
                lines.add(new ReportLine(group, Integer.toString(ms), counts[ms]));
            }
            lines.add(new ReportLine(
                    group, ">" + counts.length, total - LongStream.of(counts).sum()));
            return lines;
        }
    }
}
