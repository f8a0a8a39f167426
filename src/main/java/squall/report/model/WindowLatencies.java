package squall.report.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import squall.measure.Window;
import squall.report.chart.Series;
import squall.results.RecordedInterval;
import squall.results.WindowHistograms;

/**
 * The merged histograms of each window.
 *
 * <p>A run that came to its end kept them. For another they are put together from the log of intervals, of which one belongs to the window
 * that it begins in: after half an hour that is up to nine seconds off.
 */
public final class WindowLatencies implements RecordedInterval.Reader {
    private final Series series;
    private final List<Window> windows;
    private final Optional<WindowHistograms> kept;
    private final Map<Place, Histogram> gathered = new HashMap<>();

    private final Map<Integer, Histogram> merged = new HashMap<>();

    private record Place(int window, String tag) {}

    private WindowLatencies(Series series, List<Window> windows, Optional<WindowHistograms> kept) {
        this.series = series;
        this.windows = windows;
        this.kept = kept;
    }

    static WindowLatencies of(Series series, List<Window> windows, Optional<WindowHistograms> kept) {
        return new WindowLatencies(series, windows, kept);
    }

    @Override
    public void interval(RecordedInterval interval) {
        for (int number = 0; kept.isEmpty() && number < windows.size(); number++) {
            if (windows.get(number).contains(interval.fromSecond())) {
                gathered.computeIfAbsent(new Place(number, interval.operation()), place -> empty())
                        .add(interval.values());
            }
        }
    }

    /** From intended start to answer, in microseconds. */
    Histogram of(int window, String operation) {
        return kept.map(histograms -> histograms.latency(window, operation))
                .orElseGet(() -> gathered.getOrDefault(new Place(window, RecordedInterval.tag(operation)), empty()));
    }

    /** Of all whole operations; to be asked for when all intervals were read. */
    public Histogram of(int window) {
        return merged.computeIfAbsent(window, number -> {
            Histogram sum = empty();
            series.whole().forEach(line -> sum.add(of(number, line.operation())));
            return sum;
        });
    }

    private static Histogram empty() {
        Histogram histogram = new Histogram(3);
        histogram.setAutoResize(true);
        return histogram;
    }
}
