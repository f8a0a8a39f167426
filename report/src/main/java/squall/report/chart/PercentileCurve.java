package squall.report.chart;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.List;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;
import squall.measure.Window;

/** Latency by percentile over one window. */
public record PercentileCurve(Window window, List<Point> points) {
    private static final int POINTS_PER_HALVING = 5;

    /** Point of the curve; in JSON a pair. @param percentile in [0, 100] */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    public record Point(double percentile, long micros) {}

    public PercentileCurve {
        points = List.copyOf(points);
    }

    /** Creates the curve with the percentile steps of HdrHistogram: ever finer towards the slowest. */
    public static PercentileCurve of(Window window, Histogram values) {
        return new PercentileCurve(
                window,
                StreamSupport.stream(values.percentiles(POINTS_PER_HALVING).spliterator(), false)
                        .map(value -> new Point(value.getPercentileLevelIteratedTo(), value.getValueIteratedTo()))
                        .toList());
    }

    /** Returns the points as they are drawn: percentiles with six digits after the point. */
    public List<Point> drawn() {
        return points.stream()
                .map(point -> new Point(Math.round(point.percentile() * 1e6) / 1e6, point.micros()))
                .toList();
    }
}
