package squall.sysbench.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** What {@code --histogram} prints: latencies in classes that grow by a constant factor, a bar each. Pure. */
public final class LatencyHistogram {
    private static final int WIDEST = 40;
    private static final double FACTOR = 1.25;

    private LatencyHistogram() {}

    /** @param latency in microseconds */
    public static List<String> lines(Histogram latency) {
        List<String> lines = new ArrayList<>(List.of(
                "Latency histogram (values are in milliseconds)",
                "       value  ------------- distribution ------------- count"));
        List<Bar> bars = new ArrayList<>();
        long most = 1;
        for (HistogramIterationValue value :
                latency.logarithmicBucketValues(Math.max(1, latency.getMinValue()), FACTOR)) {
            long count = value.getCountAddedInThisIterationStep();
            if (count > 0) {
                bars.add(new Bar(value.getValueIteratedTo() / 1000.0, count)); // the iterator uses its value again
                most = Math.max(most, count);
            }
        }
        for (Bar bar : bars) {
            String stars = "*".repeat((int) (bar.count() * WIDEST / most));
            lines.add(String.format(Locale.ROOT, "%12.3f |%-40s %d", bar.uptoMs(), stars, bar.count()));
        }
        return lines;
    }

    private record Bar(double uptoMs, long count) {}
}
