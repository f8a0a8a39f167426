package squall.report.chart;

import java.util.List;

/**
 * Latencies from intended start over time, each point from one merged histogram.
 *
 * @param from second in which each point's interval begins
 * @param lines first that of all whole operations together, then one for each operation
 */
public record LatencyChart(ChartTrack from, List<LatencyLine> lines) {
    /** What the tracks of a line are, in their order. */
    public static final List<Double> PERCENTILES = List.of(50.0, 95.0, 99.0, 99.9, 100.0);

    /** The name of the first line. */
    public static final String ALL = "all";

    /** One operation: a track for each of {@link #PERCENTILES}, as {@link LogScale}. */
    public record LatencyLine(String operation, List<ChartTrack> percentiles) {
        public LatencyLine {
            percentiles = List.copyOf(percentiles);
        }
    }

    public LatencyChart {
        lines = List.copyOf(lines);
    }

    /** Of all operations. */
    public ChartTrack percentile(double percentile) {
        return lines.getFirst().percentiles().get(PERCENTILES.indexOf(percentile));
    }

    /**
     * Latencies as charts carry them: logarithms, so that one step is a tenth of a percent, which is how exact histograms of three digits
     * are, and neighbours differ by little and pack well.
     */
    public static final class LogScale {
        /** Steps for each factor of e. */
        public static final int STEPS = 1024;

        private LogScale() {}

        /** @param micros below 1 counts as 1 */
        public static int of(long micros) {
            return (int) Math.round(STEPS * Math.log((double) Math.max(1, micros)));
        }

        public static double micros(int log) {
            return Math.exp((double) log / STEPS);
        }
    }
}
