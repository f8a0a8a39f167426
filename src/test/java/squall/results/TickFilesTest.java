package squall.results;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.results.Runs.LOST;
import static squall.results.Runs.READ;
import static squall.results.Runs.SERIALIZATION;
import static squall.results.Runs.UPDATE;
import static squall.results.Runs.microseconds;
import static squall.results.Runs.second;
import static squall.results.Runs.tick;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.measure.OutcomeNumbers;
import squall.measure.RunWindows;
import squall.measure.SampleCode;
import squall.measure.Timeline;
import squall.measure.Window;
import squall.results.recorded.RecordedRun;
import squall.spi.Operation;
import squall.spi.Outcome;

/** The files that get a line each second. */
class TickFilesTest {
    private static final long SECOND_NS = 1_000_000_000L;

    @TempDir
    private Path results;

    @Test
    void every_second_has_a_row_for_each_operation_and_percentiles_only_where_something_was_measured()
            throws IOException {
        RunDirectory directory = Directories.running(results);
        directory.closed(
                tick(0, second(READ, microseconds(1_000, 2_000)), second(UPDATE, microseconds(), SERIALIZATION)));
        directory.closed(tick(1, second(READ, microseconds()), second(UPDATE, microseconds())));

        assertThat(directory.path().resolve("timeseries.csv")).content().isEqualTo("""
                t_s,epoch_ms,phase,operation,due_ok,due_refused,due_unknown,due_retries,completed_ok_per_s,completed_per_s,mean_ms,p50_ms,p90_ms,p95_ms,p99_ms,p999_ms,max_ms,inflight,lag_ms,oldest_ms,first_ok_ms,last_ok_ms
                0,1795262401000,steady,READ,2,0,0,0,2,2,1.500,1.000,2.000,2.000,2.000,2.000,2.000,8,1.500,0.000,,
                0,1795262401000,steady,UPDATE,0,1,0,0,0,1,,,,,,,,8,1.500,0.000,,
                1,1795262402000,steady,READ,0,0,0,0,0,0,,,,,,,,8,1.500,0.000,,
                1,1795262402000,steady,UPDATE,0,0,0,0,0,0,,,,,,,,8,1.500,0.000,,
                """);
        directory.close();
    }

    @Test
    void a_freeze_is_seen_in_the_columns_by_completion_though_what_was_due_in_it_succeeded() throws IOException {
        RunDirectory directory = Directories.running(results);
        Timeline timeline = new Timeline(
                List.of(new Operation(0, "READ", false)),
                new RunWindows(List.of(new Window("steady", Window.Kind.STEADY, 0, Long.MAX_VALUE))),
                new OutcomeNumbers());
        long ok = SampleCode.of(0, new OutcomeNumbers().id(Outcome.OK), 1);
        for (int second = 0; second < 4; second++) { // due once a second, answered together after 3.25 s
            timeline.sample(ok, second * SECOND_NS, second * SECOND_NS, 3_250_000_000L);
        }
        timeline.finish(4 * SECOND_NS, directory::closed);
        directory.close();

        assertThat(RecordedRun.read(directory.path()).seconds())
                .extracting(s -> s.ok() + " due, " + s.completedOk() + " completed, first after " + s.firstOkMs())
                .containsExactly(
                        "1 due, 0 completed, first after OptionalDouble.empty",
                        "1 due, 0 completed, first after OptionalDouble.empty",
                        "1 due, 0 completed, first after OptionalDouble.empty",
                        "1 due, 4 completed, first after OptionalDouble[250.0]");
    }

    @Test
    void errors_are_counted_each_second_and_shown_once_without_secrets() throws IOException {
        RunDirectory directory = Directories.running(results);
        directory.closed(tick(0, second(READ, microseconds(), LOST, SERIALIZATION, SERIALIZATION)));
        directory.closed(tick(1, second(READ, microseconds(), LOST)));

        assertThat(directory.path().resolve("errors.csv")).content().isEqualTo("""
                t_s,operation,class,sqlstate,count,outcome
                0,READ,connection,08006,1,unknown
                0,READ,serialization,40001,2,refused
                1,READ,connection,08006,1,unknown
                """);
        assertThat(directory.path().resolve("errors-samples.jsonl")).content().isEqualTo("""
                {"t_s":0,"operation":"READ","class":"connection","sqlstate":"08006","outcome":"unknown","message":"I/O error at jdbc:postgresql://h/db?password=***"}
                {"t_s":0,"operation":"READ","class":"serialization","sqlstate":"40001","outcome":"refused","message":"could not serialize access"}
                """);
        directory.close();
    }

    @Test
    void the_histogram_log_is_read_by_hdrhistogram_and_loses_no_value() throws IOException {
        RunDirectory directory = Directories.running(results);
        directory.closed(tick(0, second(READ, microseconds(1_000, 180_000_000)), second(UPDATE, microseconds())));
        directory.closed(tick(1, second(READ, microseconds(2_000)), second(UPDATE, microseconds(5))));
        directory.close();

        assertThat(intervals(directory.path().resolve("latency.hlog")))
                .containsExactly("READ 0.0-1.0 [1000, 180092927]", "READ 1.0-2.0 [2000]", "UPDATE 1.0-2.0 [5]");
    }

    @Test
    void after_half_an_hour_ten_seconds_share_a_line_of_the_histogram_log() throws IOException {
        RunDirectory directory = Directories.running(results);
        for (long s = 0; s < 1815; s++) {
            directory.closed(tick(s, second(READ, s < 1799 ? microseconds() : microseconds(s))));
        }
        directory.close();

        assertThat(intervals(directory.path().resolve("latency.hlog")))
                .containsExactly(
                        "READ 1799.0-1800.0 [1799]",
                        "READ 1800.0-1810.0 [1800, 1801, 1802, 1803, 1804, 1805, 1806, 1807, 1808, 1809]",
                        "READ 1810.0-1815.0 [1810, 1811, 1812, 1813, 1814]");
    }

    private static List<String> intervals(Path log) throws IOException {
        List<String> intervals = new ArrayList<>();
        try (HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(Files.readAllBytes(log)))) {
            while (reader.nextIntervalHistogram() instanceof Histogram h) {
                List<Long> values = new ArrayList<>();
                h.recordedValues().forEach(v -> values.add(h.highestEquivalentValue(v.getValueIteratedTo())));
                double from = (h.getStartTimeStamp() - Directories.STARTED_AT_MS) / 1000.0;
                double to = (h.getEndTimeStamp() - Directories.STARTED_AT_MS) / 1000.0;
                intervals.add(h.getTag() + " " + from + "-" + to + " " + values);
            }
        }
        return intervals;
    }
}
