package squall.ycsb.output;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Writes a {@link Group} as upstream's measurement of that type does, line by line in the same order. */
final class GroupStyle {
    private final OutputSettings settings;

    GroupStyle(OutputSettings settings) {
        this.settings = settings;
    }

    List<Line> lines(Group group) {
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

    /** In the combined types only the first of the two counts what was returned. */
    private static Group second(String prefix, Group group) {
        return group.renamed(prefix + group.name()).withoutReturns();
    }

    private static List<Line> both(List<Line> first, List<Line> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private List<Line> hdr(Group group) {
        List<Line> lines = summary(group);
        for (double percentile : settings.percentiles().values()) {
            long value = group.latency().getValueAtPercentile(percentile);
            lines.add(new Line(group.name(), Percentiles.name(percentile), value));
        }
        lines.addAll(returns(group));
        if (settings.verbose()) {
            group.latency()
                    .recordedValues()
                    .forEach(v -> lines.add(new Line(group.name(), Long.toString(v.getValueIteratedTo()), (double)
                            v.getCountAtValueIteratedTo())));
        }
        return lines;
    }

    private List<Line> buckets(Group group) {
        Histogram latency = group.latency();
        Buckets buckets = Buckets.of(latency, settings.buckets());
        double deviation = latency.getStdDeviation();
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(group.name(), "Operations", latency.getTotalCount()));
        lines.add(new Line(group.name(), "AverageLatency(us)", latency.getMean()));
        lines.add(new Line(group.name(), "LatencyVariance(us)", deviation * deviation));
        lines.add(new Line(group.name(), "MinLatency(us)", latency.getMinValue()));
        lines.add(new Line(group.name(), "MaxLatency(us)", latency.getMaxValue()));
        // Upstream's rule: floored to the millisecond, and absent when it lies beyond the last bucket.
        for (int percentile : new int[] {95, 99}) {
            buckets.percentileMs(percentile)
                    .ifPresent(ms -> lines.add(new Line(group.name(), Percentiles.name(percentile), ms * 1000)));
        }
        lines.addAll(returns(group));
        if (settings.verbose()) {
            lines.addAll(buckets.lines(group.name()));
        }
        return lines;
    }

    private List<Line> timeSeries(Group group) {
        List<Line> lines = summary(group);
        lines.addAll(returns(group));
        long startMs = 0;
        for (double mean : group.slotMeansUs()) {
            lines.add(new Line(group.name(), Long.toString(startMs), mean));
            startMs += 1000L * settings.slotSeconds();
        }
        return lines;
    }

    private List<Line> raw(Group group) {
        Histogram latency = group.latency();
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(group.name(), "Total Operations", latency.getTotalCount()));
        if (settings.rawSummary() && latency.getTotalCount() > 0) {
            lines.add(new Line(group.name(), "Below is a summary of latency in microseconds:", -1));
            lines.add(new Line(group.name(), "Average", latency.getMean()));
            lines.add(new Line(group.name(), "Min", latency.getMinValue()));
            lines.add(new Line(group.name(), "Max", latency.getMaxValue()));
            Stream.of("1", "5", "50", "90", "95", "99", "99.9", "99.99")
                    .map(p -> new Line(group.name(), "p" + p, latency.getValueAtPercentile(Double.parseDouble(p))))
                    .forEach(lines::add);
        }
        lines.addAll(returns(group));
        return lines;
    }

    private static List<Line> summary(Group group) {
        Histogram latency = group.latency();
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(group.name(), "Operations", latency.getTotalCount()));
        lines.add(new Line(group.name(), "AverageLatency(us)", latency.getMean()));
        lines.add(new Line(group.name(), "MinLatency(us)", latency.getMinValue()));
        lines.add(new Line(group.name(), "MaxLatency(us)", latency.getMaxValue()));
        return lines;
    }

    private static List<Line> returns(Group group) {
        return group.returns().entrySet().stream()
                .map(e -> new Line(group.name(), "Return=" + e.getKey(), e.getValue()))
                .toList();
    }
}
