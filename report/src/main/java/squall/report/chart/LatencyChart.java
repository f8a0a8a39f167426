package squall.report.chart;

import java.util.List;

/**
 * Chart of latencies from intended start over time, each point from one merged histogram.
 *
 * @param from second in which each point's interval begins
 * @param lines first that of all whole operations together, then one for each operation
 */
public record LatencyChart(ChartTrack from, List<LatencyLine> lines) {
    /** Percentiles of the tracks of a line, in their order. */
    public static final List<Double> PERCENTILES = List.of(50.0, 95.0, 99.0, 99.9, 100.0);

    /** Name of the first line. */
    public static final String ALL = "all";

    /** Line of one operation: a track for each of {@link #PERCENTILES}, as {@link LogScale}. */
    public record LatencyLine(String operation, List<ChartTrack> percentiles) {
        public LatencyLine {
            percentiles = List.copyOf(percentiles);
        }

        /** Returns whether any interval has a latency. */
        public boolean measured() {
            return percentiles.getFirst().values().anyMatch(value -> value != ChartTrack.NONE);
        }
    }

    public LatencyChart {
        lines = List.copyOf(lines);
    }

    /** Returns a percentile of all operations. */
    public ChartTrack percentile(double percentile) {
        return lines.getFirst().percentiles().get(PERCENTILES.indexOf(percentile));
    }

    /**
     * Scale of latencies in charts: logarithms, so that one step is a tenth of a percent, which is the precision of histograms of three
     * digits, and neighbours differ by little and compress well.
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
