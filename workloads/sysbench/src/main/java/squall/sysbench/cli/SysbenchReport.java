package squall.sysbench.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import squall.sysbench.OltpLoad.SessionTotals;

/**
 * Report that sysbench 1.0 prints at the end of a run. Pure.
 *
 * @param sessions what each thread sent
 * @param reconnects connections that were opened again while it was measured
 * @param seconds that were measured
 * @param latency of acknowledged events from when they were due, in microseconds
 * @param percentile to print; 0: none
 */
public record SysbenchReport(
        List<SessionTotals> sessions, long reconnects, double seconds, Histogram latency, int percentile) {
    private static final double MICROS = 1_000.0;

    public SysbenchReport {
        sessions = List.copyOf(sessions);
    }

    public List<String> lines() {
        SessionTotals all = SessionTotals.sum(sessions);
        List<String> lines = new ArrayList<>();
        lines.add("SQL statistics:");
        lines.add("    queries performed:");
        count(lines, "        read:                            ", all.reads());
        count(lines, "        write:                           ", all.writes());
        count(lines, "        other:                           ", all.others());
        count(lines, "        total:                           ", all.queries());
        rate(lines, "    transactions:                        ", all.events());
        rate(lines, "    queries:                             ", all.queries());
        rate(lines, "    ignored errors:                      ", all.restarts());
        rate(lines, "    reconnects:                          ", reconnects);
        lines.add("");
        lines.add("General statistics:");
        lines.add("    total time:                          " + String.format(Locale.ROOT, "%.4fs", seconds));
        count(lines, "    total number of events:              ", all.events());
        lines.add("");
        latency(lines);
        lines.add("");
        lines.add("Threads fairness:");
        lines.add("    events (avg/stddev):           " + spread(SessionTotals::events));
        lines.add("    execution time (avg/stddev):   " + spread(totals -> totals.busyNs() / 1e9));
        return lines;
    }

    private void latency(List<String> lines) {
        lines.add("Latency (ms):");
        boolean any = latency.getTotalCount() > 0;
        milliseconds(lines, "         min:                            ", any ? (double) latency.getMinValue() : 0);
        milliseconds(lines, "         avg:                            ", latency.getMean());
        milliseconds(lines, "         max:                            ", (double) latency.getMaxValue());
        if (percentile == 0) {
            lines.add("         percentile stats:               disabled");
        } else {
            milliseconds(
                    lines, String.format(Locale.ROOT, "        %3dth percentile:                ", percentile), (double)
                            latency.getValueAtPercentile(percentile));
        }
        milliseconds(lines, "         sum:                            ", latency.getMean() * latency.getTotalCount());
    }

    private static void count(List<String> lines, String head, long count) {
        lines.add(head + count);
    }

    private void rate(List<String> lines, String head, long count) {
        lines.add(
                head + String.format(Locale.ROOT, "%-6d (%.2f per sec.)", count, seconds == 0 ? 0.0 : count / seconds));
    }

    private static void milliseconds(List<String> lines, String head, double micros) {
        lines.add(head + String.format(Locale.ROOT, "%12.2f", micros / MICROS));
    }

    /** Returns the mean and standard deviation over the threads. */
    private String spread(ToDoubleFunction<SessionTotals> figure) {
        double mean = sessions.stream().mapToDouble(figure).average().orElse(0);
        double variance = sessions.stream()
                .mapToDouble(each -> Math.pow(figure.applyAsDouble(each) - mean, 2))
                .average()
                .orElse(0);
        return String.format(Locale.ROOT, "%.4f/%3.2f", mean, Math.sqrt(variance));
    }

    /**
     * Histogram that {@code --histogram} prints, in sysbench's classes: 1,024 from 0.001 to 100,000 ms that grow by a constant factor.
     * Pure.
     */
    static final class LatencyHistogram {
        private static final int WIDEST = 40;
        private static final int CLASSES = 1024;
        private static final double LEAST_MS = 0.001;
        private static final double MOST_MS = 100_000;

        /** Classes per unit of the logarithm of a latency. */
        private static final double CLASSES_PER_UNIT = (CLASSES - 1) / Math.log(MOST_MS / LEAST_MS);

        private LatencyHistogram() {}

        /** @param latency in microseconds */
        public static List<String> lines(Histogram latency) {
            long[] counts = new long[CLASSES];
            for (HistogramIterationValue value : latency.recordedValues()) {
                counts[nearest(value.getValueIteratedTo() / 1000.0)] += value.getCountAtValueIteratedTo();
            }
            long most = Math.max(1, Arrays.stream(counts).max().orElse(1));
            List<String> lines = new ArrayList<>(List.of(
                    "Latency histogram (values are in milliseconds)",
                    "       value  ------------- distribution ------------- count"));
            for (int i = 0; i < CLASSES; i++) {
                if (counts[i] > 0) {
                    String stars = "*".repeat((int) (counts[i] * WIDEST / most));
                    lines.add(String.format(Locale.ROOT, "%12.3f |%-40s %d", middleMs(i), stars, counts[i]));
                }
            }
            return lines;
        }

        private static int nearest(double ms) {
            double at = Math.log(Math.max(ms, LEAST_MS) / LEAST_MS) * CLASSES_PER_UNIT;
            return (int) Math.min(Math.round(at), CLASSES - 1);
        }

        private static double middleMs(int number) {
            return LEAST_MS * Math.exp(number / CLASSES_PER_UNIT);
        }
    }
}
