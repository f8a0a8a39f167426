package squall.benchbase.output;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The two forms in which BenchBase writes a window, with their headers to the letter. */
enum WindowForm {
    /** {@code .samples.csv}: microseconds, the average in the middle. */
    SAMPLES(
            "Time (seconds),Requests,Throughput (requests/second),Minimum Latency (microseconds),25th Percentile Latency"
                    + " (microseconds),Median Latency (microseconds),Average Latency (microseconds),75th Percentile Latency"
                    + " (microseconds),90th Percentile Latency (microseconds),95th Percentile Latency (microseconds),99th"
                    + " Percentile Latency (microseconds),Maximum Latency (microseconds)") {
        @Override
        String line(long second, double seconds, Distribution d) {
            return second + "," + d.count() + "," + decimal(d.count() / seconds) + ","
                    + LongStream.of(
                                    d.min(),
                                    d.p25(),
                                    d.median(),
                                    d.average(),
                                    d.p75(),
                                    d.p90(),
                                    d.p95(),
                                    d.p99(),
                                    d.max())
                            .mapToObj(Long::toString)
                            .collect(Collectors.joining(","));
        }
    },
    /** {@code .results.csv}: milliseconds, the average first, and what one terminal could do at that average. */
    RESULTS("Time (seconds),Throughput (requests/second),Average Latency (millisecond),Minimum Latency"
            + " (millisecond),25th Percentile Latency (millisecond),Median Latency (millisecond),75th Percentile"
            + " Latency (millisecond),90th Percentile Latency (millisecond),95th Percentile Latency"
            + " (millisecond),99th Percentile Latency (millisecond),Maximum Latency (millisecond),tp (req/s)"
            + " scaled") {
        @Override
        String line(long second, double seconds, Distribution d) {
            return second + "," + decimal(d.count() / seconds) + ","
                    + LongStream.of(
                                    d.average(),
                                    d.min(),
                                    d.p25(),
                                    d.median(),
                                    d.p75(),
                                    d.p90(),
                                    d.p95(),
                                    d.p99(),
                                    d.max())
                            .mapToObj(us -> us < 0 ? "-1.000" : decimal(us / 1e3))
                            .collect(Collectors.joining(","))
                    + "," + decimal(d.average() <= 0 ? 0 : 1e6 / d.average());
        }
    };

    private final String header;

    WindowForm(String header) {
        this.header = header;
    }

    String header() {
        return header;
    }

    /** @param second when the window began @param seconds how long it was */
    abstract String line(long second, double seconds, Distribution latencies);

    private static String decimal(double number) {
        return String.format(Locale.ROOT, "%.3f", number);
    }
}
