package squall.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import squall.measure.Window;
import squall.report.model.Evidence;
import squall.report.statistics.Interval;
import squall.report.statistics.Shift;

/** How many times as long the second side takes, from the fastest operations to the slowest: a ratio over runs at each percentile. */
final class QuantileDifference {
    private static final List<Double> PERCENTILES =
            List.of(5.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 97.5, 99.0, 99.5, 99.9, 99.95, 99.99, 99.999);

    /** Operations of a run that must be slower than a percentile; of fewer it tells nothing. */
    private static final double LEAST_BEYOND = 10;

    private QuantileDifference() {}

    /** Of each percentile it and the ratio, and where there are runs enough, the ends of its interval. */
    static List<List<Double>> of(List<Evidence> first, List<Evidence> second) {
        List<Histogram> ours = first.stream().map(QuantileDifference::measured).toList();
        List<Histogram> theirs =
                second.stream().map(QuantileDifference::measured).toList();
        double fewest = DoubleStream.concat(counts(ours), counts(theirs)).min().orElse(0);
        return PERCENTILES.stream()
                .filter(percentile -> fewest * (1 - percentile / 100) >= LEAST_BEYOND)
                .map(percentile -> point(percentile, logs(ours, percentile), logs(theirs, percentile)))
                .toList();
    }

    /** What every run measured after its warm-up. */
    private static Histogram measured(Evidence run) {
        Histogram merged = new Histogram(3);
        merged.setAutoResize(true);
        IntStream.range(0, run.windows().size())
                .filter(number -> run.windows().get(number).kind() != Window.Kind.WARMUP)
                .forEach(number -> merged.add(run.windowLatencies().of(number)));
        return merged;
    }

    private static DoubleStream counts(List<Histogram> runs) {
        return runs.stream().mapToDouble(run -> (double) run.getTotalCount());
    }

    private static double[] logs(List<Histogram> runs, double percentile) {
        return runs.stream()
                .mapToDouble(run -> Math.log((double) Math.max(1, run.getValueAtPercentile(percentile))))
                .toArray();
    }

    private static List<Double> point(double percentile, double[] first, double[] second) {
        Shift shift = Shift.of(first, second, 1 - Terms.RISK);
        List<Double> point = new ArrayList<>(List.of(percentile, Math.exp(shift.estimate())));
        shift.interval().map(Interval::low).map(Math::exp).ifPresent(point::add);
        shift.interval().map(Interval::high).map(Math::exp).ifPresent(point::add);
        return point;
    }
}
