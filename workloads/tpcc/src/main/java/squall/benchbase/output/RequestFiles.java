package squall.benchbase.output;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import squall.benchbase.output.RequestLog.MeasuredRequest;
import squall.benchbase.output.RequestTotals.LatencyDistribution;
import squall.benchbase.output.RequestTotals.TypeNumbers;

/** Writer of the files about single requests: {@code .raw.csv}, {@code .samples.csv} and the {@code .results*.csv}. */
final class RequestFiles implements Closeable, RequestLog.RequestReader {
    // The header says microseconds, the column holds seconds: BenchBase's readers know, so it stays.
    private static final String RAW_HEADER =
            "Transaction Type Index,Transaction Name,Start Time (microseconds),Latency (microseconds),Worker Id (start"
                    + " number),Phase Id (index in config file)\n";

    private final OutputBaseName base;
    private final TypeNumbers types;
    private final int windowSeconds;
    private final long endUs;
    private final BufferedWriter raw;
    private final List<WindowFile> everything = new ArrayList<>();
    private final List<WindowFile> byType = new ArrayList<>();

    /**
     * Creates {@code .raw.csv}; the others follow with the first request.
     *
     * @param windowSeconds length of a window of the results files
     * @param endUs end of the measured time, in microseconds since 1970
     */
    RequestFiles(OutputBaseName base, TypeNumbers types, int windowSeconds, long endUs) throws IOException {
        this.base = base;
        this.types = types;
        this.windowSeconds = windowSeconds;
        this.endUs = endUs;
        this.raw = Files.newBufferedWriter(base.file(".raw.csv"));
        raw.write(RAW_HEADER);
    }

    @Override
    public void read(MeasuredRequest request) throws IOException {
        if (everything.isEmpty()) {
            openWindows(request.startUs());
        }
        raw.write(line(request));
        for (WindowFile file : everything) {
            file.add(request);
        }
        byType.get(request.type() - 1).add(request);
    }

    /** Closes every file, even if closing one of them fails. */
    @Override
    public void close() throws IOException {
        if (everything.isEmpty()) {
            openWindows(endUs);
        }
        List<Closeable> files = new ArrayList<>(everything);
        files.addAll(byType);
        files.add(raw);
        closeAll(files);
    }

    private void openWindows(long startUs) throws IOException {
        everything.add(new WindowFile(base.file(".samples.csv"), WindowFormat.SAMPLES, 1, startUs, endUs));
        everything.add(results(".results.csv", startUs));
        for (String name : types.names()) {
            byType.add(results(".results." + name + ".csv", startUs));
        }
    }

    private WindowFile results(String suffix, long startUs) throws IOException {
        return new WindowFile(base.file(suffix), WindowFormat.RESULTS, windowSeconds, startUs, endUs);
    }

    private String line(MeasuredRequest request) {
        long us = request.startUs();
        return request.type() + "," + types.name(request.type()) + "," + us / 1_000_000 + "."
                + sixDigits(us % 1_000_000) + "," + request.latencyUs() + "," + request.worker() + ","
                + request.phase() + "\n";
    }

    private static String sixDigits(long number) {
        String digits = Long.toString(number);
        return "0".repeat(6 - digits.length()) + digits;
    }

    private static void closeAll(List<Closeable> files) throws IOException {
        if (files.isEmpty()) {
            return;
        }
        try {
            files.getFirst().close();
        } finally {
            closeAll(files.subList(1, files.size()));
        }
    }

    /**
     * CSV file with a line for each window of time. Windows count from the first request of the whole run, also in the file of one
     * transaction; a window in which nothing was sent has a line too.
     */
    private static final class WindowFile implements Closeable {
        private static final long SECOND_US = 1_000_000;

        private final BufferedWriter out;
        private final WindowFormat form;
        private final int seconds;
        private final long startUs;
        private final long endUs;
        private long window;
        private long[] latencies = new long[1024];
        private int count;

        /**
         * Creates the file with its header.
         *
         * @param seconds length of a window
         * @param startUs time at which the first request of the run was sent, in microseconds since 1970
         * @param endUs end of the measured time, in microseconds since 1970: the last window may be shorter than the others
         */
        WindowFile(Path file, WindowFormat form, int seconds, long startUs, long endUs) throws IOException {
            this.out = Files.newBufferedWriter(file);
            this.form = form;
            this.seconds = seconds;
            this.startUs = startUs;
            this.endUs = endUs;
            out.write(form.header());
            out.write('\n');
        }

        /**
         * Adds a request; they must come in the order of time.
         *
         * @throws IllegalStateException if it lies outside the measured time: every second up to it would get a line
         */
        void add(MeasuredRequest request) throws IOException {
            if (request.startUs() < startUs || request.startUs() > endUs) {
                throw new IllegalStateException("a request of phase " + request.phase() + " was sent at "
                        + request.startUs() + " us, but the requests of the run were sent from " + startUs + " us to "
                        + endUs + " us");
            }
            long of = (request.startUs() - startUs) / (seconds * SECOND_US);
            while (window < of) {
                closeWindow();
            }
            if (count == latencies.length) {
                latencies = Arrays.copyOf(latencies, 2 * count);
            }
            latencies[count++] = request.latencyUs();
        }

        @Override
        public void close() throws IOException {
            try (out) {
                while (startUs + window * seconds * SECOND_US < endUs) {
                    closeWindow();
                }
            }
        }

        private void closeWindow() throws IOException {
            long fromUs = startUs + window * seconds * SECOND_US;
            double length = Math.min(seconds * SECOND_US, endUs - fromUs) / (double) SECOND_US;
            out.write(form.line(window * seconds, length, LatencyDistribution.of(Arrays.copyOf(latencies, count))));
            out.write('\n');
            window++;
            count = 0;
        }
    }

    /** Format of a window's line: one of BenchBase's two, with its header to the letter. */
    private enum WindowFormat {
        /** {@code .samples.csv}: microseconds, the average in the middle. */
        SAMPLES(
                "Time (seconds),Requests,Throughput (requests/second),Minimum Latency (microseconds),25th Percentile Latency"
                        + " (microseconds),Median Latency (microseconds),Average Latency (microseconds),75th Percentile Latency"
                        + " (microseconds),90th Percentile Latency (microseconds),95th Percentile Latency (microseconds),99th"
                        + " Percentile Latency (microseconds),Maximum Latency (microseconds)") {
            @Override
            String line(long second, double seconds, LatencyDistribution d) {
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
            String line(long second, double seconds, LatencyDistribution d) {
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

        WindowFormat(String header) {
            this.header = header;
        }

        String header() {
            return header;
        }

        /** Formats a window's line. @param second at which the window began @param seconds length of the window */
        abstract String line(long second, double seconds, LatencyDistribution latencies);

        private static String decimal(double number) {
            return String.format(Locale.ROOT, "%.3f", number);
        }
    }

    /**
     * Base name of all files of a run, such as {@code tpcc_2026-11-21_07-30-00}.
     *
     * @param folder of the files
     */
    record OutputBaseName(Path folder, String stem) {
        private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd_HH-mm-ss", Locale.ROOT);

        /** Returns the name of a run that begins now. @param now in local time, as in BenchBase */
        static OutputBaseName of(Path folder, String bench, LocalDateTime now) {
            return new OutputBaseName(folder, bench + "_" + STAMP.format(now));
        }

        Path file(String suffix) {
            return folder.resolve(stem + suffix);
        }
    }
}
