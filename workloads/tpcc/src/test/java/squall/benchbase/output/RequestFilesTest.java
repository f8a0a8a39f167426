package squall.benchbase.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.benchbase.output.BenchbaseOutput.BenchbaseJson;
import squall.benchbase.output.BenchbaseOutput.OutcomeCounts;
import squall.benchbase.output.ConsoleLines.BenchmarkPeriod;
import squall.benchbase.output.RequestLog.MeasuredRequest;
import squall.benchbase.output.RequestTotals.LatencyDistribution;
import squall.benchbase.output.RequestTotals.TypeNumbers;

class RequestFilesTest {
    private static final long START_US = 1_795_224_597_659_576L;
    private static final TypeNumbers TYPES = new TypeNumbers(List.of("NewOrder", "Payment"));

    @TempDir
    Path folder;

    @Test
    void raw_rows_stand_in_the_order_in_which_requests_were_sent() throws IOException {
        write(4, List.of(request(2, 30_000, 700), request(1, 0, 5123), request(1, 2_000, 90)));

        assertThat(lines(".raw.csv"))
                .containsExactly(
                        "Transaction Type Index,Transaction Name,Start Time (microseconds),Latency (microseconds),Worker Id"
                                + " (start number),Phase Id (index in config file)",
                        "1,NewOrder,1795224597.659576,5123,3,1",
                        "1,NewOrder,1795224597.661576,90,3,1",
                        "2,Payment,1795224597.689576,700,3,1");
    }

    @Test
    void a_second_in_which_nothing_was_sent_has_a_line_too() throws IOException {
        write(3, List.of(request(1, 0, 500), request(1, 10, 300), request(2, 2_000_000, 40)));

        assertThat(lines(".samples.csv"))
                .containsExactly(
                        "Time (seconds),Requests,Throughput (requests/second),Minimum Latency (microseconds),25th Percentile"
                                + " Latency (microseconds),Median Latency (microseconds),Average Latency (microseconds),75th"
                                + " Percentile Latency (microseconds),90th Percentile Latency (microseconds),95th Percentile"
                                + " Latency (microseconds),99th Percentile Latency (microseconds),Maximum Latency"
                                + " (microseconds)",
                        "0,2,2.000,300,300,500,400,500,500,500,500,500",
                        "1,0,0.000,-1,-1,-1,-1,-1,-1,-1,-1,-1",
                        "2,1,1.000,40,40,40,40,40,40,40,40,40");
    }

    @Test
    void the_last_window_counts_for_as_long_as_it_was() throws IOException {
        write(7, List.of(request(1, 0, 1000), request(1, 5_500_000, 2000)));

        assertThat(lines(".results.csv").subList(1, 3))
                .containsExactly(
                        "0,0.200,1.000,1.000,1.000,1.000,1.000,1.000,1.000,1.000,1.000,1000.000",
                        "5,0.500,2.000,2.000,2.000,2.000,2.000,2.000,2.000,2.000,2.000,500.000");
    }

    @Test
    void each_transaction_has_a_file_whose_windows_begin_with_the_run() throws IOException {
        write(10, List.of(request(1, 0, 1000), request(2, 6_000_000, 2000)));

        assertThat(lines(".results.Payment.csv").subList(1, 3))
                .containsExactly(
                        "0,0.000,-1.000,-1.000,-1.000,-1.000,-1.000,-1.000,-1.000,-1.000,-1.000,0.000",
                        "5,0.200,2.000,2.000,2.000,2.000,2.000,2.000,2.000,2.000,2.000,500.000");
    }

    @Test
    void a_run_without_requests_leaves_files_with_headers() throws IOException {
        write(2, List.of());

        assertThat(Stream.of(".raw.csv", ".samples.csv", ".results.csv", ".results.NewOrder.csv")
                        .map(this::lines))
                .allSatisfy(lines -> assertThat(lines).hasSize(1));
    }

    @Test
    void percentiles_are_the_element_at_the_share_of_the_length() {
        long[] hundred = IntStream.rangeClosed(1, 100).mapToLong(i -> 101 - i).toArray();

        assertThat(LatencyDistribution.of(hundred))
                .isEqualTo(new LatencyDistribution(100, 1, 26, 51, 50, 76, 91, 96, 100, 100));
    }

    @Test
    void requests_of_many_sessions_come_back_in_one_order_and_leave_no_file() throws IOException {
        List<Long> starts = new ArrayList<>();
        try (RequestLog log = new RequestLog(folder)) {
            for (long session = 0; session < 8; session++) {
                long first = session;
                log.add(bytes(IntStream.range(0, 1000)
                        .mapToObj(i -> request(1, first + i * 100_000L, 1))
                        .toList()));
            }
            log.read(period(0), request -> starts.add(request.startUs()));
        }
        assertThat(starts).hasSize(8000).isSorted();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void counts_are_printed_as_benchbase_prints_them() {
        RequestTotals totals = new RequestTotals(TYPES);
        IntStream.range(0, 40).forEach(i -> totals.add(request(1, i, 1000)));
        IntStream.range(0, 20).forEach(i -> totals.add(ended(2, i, RequestEnd.COMPLETED, 1)));
        totals.add(ended(1, 99, RequestEnd.ABORTED, 0));

        assertThat(ConsoleLines.results(totals, new BenchmarkPeriod(new TreeMap<>(), 0, Duration.ofSeconds(10), true)))
                .containsExactly(
                        "Rate limited reqs/s: Results(state=EXIT, nanoSeconds=10000000000, measuredRequests=61) = 6.1"
                                + " requests/sec (throughput), 6.0 requests/sec (goodput)",
                        "Workload Histograms:",
                        "Completed Transactions:",
                        "%-80s [40] %s".formatted(key("NewOrder/01"), "*".repeat(80)),
                        "%-80s [20] %s".formatted(key("Payment/02"), "*".repeat(40)),
                        "Aborted Transactions:",
                        "%-80s [1] %s".formatted(key("NewOrder/01"), "*".repeat(80)),
                        "Rejected Transactions (Server Retry):",
                        "%-80s [20] %s".formatted(key("Payment/02"), "*".repeat(80)),
                        "Rejected Transactions (Retry Different):",
                        "<EMPTY>",
                        "Unexpected SQL Errors:",
                        "<EMPTY>",
                        "Unknown Status Transactions:",
                        "<EMPTY>");
    }

    @Test
    void the_counts_file_has_benchbases_four_keys() {
        RequestTotals totals = new RequestTotals(TYPES);
        totals.add(request(1, 0, 1000));

        assertThat(BenchbaseJson.of(OutcomeCounts.of(totals))).isEqualTo("""
                {
                 "completed": {
                  "HISTOGRAM": {
                   "com.oltpbenchmark.benchmarks.tpcc.procedures.NewOrder/01": 1
                  },
                  "NUM_SAMPLES": 1,
                  "KEEP_ZERO_ENTRIES": true,
                  "VALUE_TYPE": "com.oltpbenchmark.api.TransactionType"
                 },
                 "aborted": {
                  "HISTOGRAM": { },
                  "NUM_SAMPLES": 0
                 },
                 "rejected": {
                  "HISTOGRAM": { },
                  "NUM_SAMPLES": 0
                 },
                 "unexpected": {
                  "HISTOGRAM": { },
                  "NUM_SAMPLES": 0
                 }
                }
                """);
    }

    private void write(int seconds, List<MeasuredRequest> requests) throws IOException {
        try (RequestLog log = new RequestLog(folder);
                RequestFiles files = new RequestFiles(base(), TYPES, 5, START_US + seconds * 1_000_000L)) {
            log.add(bytes(requests));
            log.read(period(START_US), files);
        }
    }

    private static BenchmarkPeriod period(long startUs) {
        return new BenchmarkPeriod(new TreeMap<>(Map.of(1, startUs)), startUs, Duration.ZERO, true);
    }

    private RequestFiles.OutputBaseName base() {
        return RequestFiles.OutputBaseName.of(folder, "tpcc", LocalDateTime.of(2026, 11, 21, 7, 30, 5));
    }

    private List<String> lines(String suffix) {
        try {
            return Files.readAllLines(folder.resolve("tpcc_2026-11-21_07-30-05" + suffix));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static MeasuredRequest request(int type, long afterUs, long latencyUs) {
        return new MeasuredRequest(type, afterUs, latencyUs, 3, 1, RequestEnd.COMPLETED, 0);
    }

    private static MeasuredRequest ended(int type, long afterUs, RequestEnd end, int retries) {
        return new MeasuredRequest(type, afterUs, 1000, 3, 1, end, retries);
    }

    private static ByteBuffer bytes(List<MeasuredRequest> requests) {
        ByteBuffer bytes = ByteBuffer.allocate(requests.size() * MeasuredRequest.BYTES);
        for (MeasuredRequest r : requests) {
            MeasuredRequest.put(
                    bytes, r.type(), r.startUs(), r.latencyUs(), r.worker(), r.phase(), r.end(), r.retries());
        }
        return bytes.flip();
    }

    private static String key(String transaction) {
        return "com.oltpbenchmark.benchmarks.tpcc.procedures." + transaction;
    }
}
