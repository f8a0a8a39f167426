package squall.results;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.results.Runs.READ;
import static squall.results.Runs.microseconds;
import static squall.results.Runs.second;
import static squall.results.Runs.summary;
import static squall.results.Runs.tick;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.engine.RunResult;
import squall.engine.monitor.DatabaseMonitor;
import squall.engine.monitor.DatabaseMonitor.PollingStatistics;
import squall.engine.schedule.RunEnding;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.measure.server.ServerReadings;
import squall.results.file.CanonicalJson;
import squall.results.recorded.RecordedRun;
import squall.results.recorded.ServerActivity;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;
import squall.verdict.ErrorBudget;
import squall.verdict.JudgedRun;

class ServerSummaryTest {
    private static final PollingStatistics TALLY = new PollingStatistics(
            "views of n1",
            Duration.ofSeconds(1),
            2,
            1,
            0,
            Duration.ofMillis(3),
            Optional.of("n1: password=hunter2 was refused"),
            Map.of(ServerMetric.QUERY_BUCKET, "it keeps no histogram"));

    @TempDir
    private Path results;

    @Test
    void what_was_read_is_a_line_each_and_read_back() throws IOException {
        Path path = watched();
        assertThat(path.resolve("server/metrics.csv")).hasContent("""
                t_s,node,metric,bound_s,value
                0.001,n1,commits,,10
                0.001,n1,query_bucket,0.05,7
                0.001,n1,query_bucket,Infinity,8
                1.002,n1,commits,,110.5
                """);
        ServerReadings readings = RecordedRun.read(path).readings();
        assertThat(readings.nodes()).containsExactly("n1");
        assertThat(readings.growth(ServerMetric.COMMITS, 0, 2)).hasValue(100.5);
    }

    @Test
    void lines_that_were_cut_off_and_metrics_of_other_versions_are_left_out() throws IOException {
        Path path = watched();
        Directories.unlisted(path);
        Files.writeString(
                path.resolve("server/metrics.csv"),
                "2.000,n1,of_the_future,,1\n2.000,n1,commits,,200\n3.000,n1,comm",
                StandardOpenOption.APPEND);
        assertThat(RecordedRun.read(path).readings().last(ServerMetric.COMMITS, 0, 9))
                .hasValue(200);
    }

    @Test
    void the_summary_tells_what_was_seen_missed_and_not_told_and_fits_the_schema() throws IOException {
        JsonNode summary = CanonicalJson.read(watched().resolve("summary.json"));
        assertThat(Schema.complaints("summary.schema.json", summary)).isEmpty();
        JsonNode server = summary.path("server");
        assertThat(server.path("sources").get(0).path("first_failure").asText())
                .isEqualTo("n1: password=*** was refused");
        assertThat(server.path("absent").path("query_bucket").asText()).isEqualTo("it keeps no histogram");
        assertThat(server.path("windows").get(0).path("commits_per_s").asDouble())
                .isBetween(100.0, 101.0);
        assertThat(server.path("windows").get(0).has("cpu_cores")).isFalse();
    }

    @Test
    void the_measured_windows_are_told_in_one_line() throws IOException {
        RunDirectory directory = Directories.running(results);
        RunResult result = Runs.result(new RunEnding.Complete(), summary(READ, microseconds(1_000), Map.of()));
        assertThat(summed(directory, result).lines()).isEmpty();
        directory.looked(new DatabaseMonitor.MetricSample.Seen(
                "host of n1", 0, List.of(InstrumentReading.of("n1", ServerMetric.CPU_SECONDS, 0))));
        directory.looked(new DatabaseMonitor.MetricSample.Seen(
                "host of n1",
                2_000_000_000,
                List.of(
                        InstrumentReading.of("n1", ServerMetric.CPU_SECONDS, 3),
                        InstrumentReading.of("n1", ServerMetric.DISK_BYTES, 45_600_000))));
        assertThat(summed(directory, result).lines())
                .containsExactly("database by its own figures, while it answered: 1.50 cores, 45.6 MB on disk");
    }

    /** Covers an old error: a run that ended with a second left out its last reading, and so up to a second of commits. */
    @Test
    void the_last_reading_of_a_run_counts_though_it_is_taken_after_the_last_second() {
        ServerReadings readings = new ServerReadings();
        readings.add(0, InstrumentReading.of("n1", ServerMetric.COMMITS, 0));
        readings.add(1, InstrumentReading.of("n1", ServerMetric.COMMITS, 100));
        readings.add(2.01, InstrumentReading.of("n1", ServerMetric.COMMITS, 402));
        ServerActivity activity = new ServerActivity(
                List.of(),
                readings,
                List.of(
                        new Window("warm-up", Window.Kind.WARMUP, 0, 1),
                        new Window("steady", Window.Kind.STEADY, 1, 2)),
                Optional.empty());

        assertThat(activity.lines()).containsExactly("database by its own figures: 299 commits/s");
        assertThat(activity.summary().windows())
                .extracting(window -> Math.round(window.commitsPerS().getAsDouble()))
                .containsExactly(100L, 299L);
    }

    /** Covers an old error: calls that outlived the end of a run by ten seconds lowered the rates of its last window. */
    @Test
    void rates_are_those_of_the_time_until_the_end_of_the_run() throws IOException {
        RunDirectory directory = Directories.running(results);
        for (long second : List.of(0L, 4L, 14L)) {
            directory.looked(new DatabaseMonitor.MetricSample.Seen(
                    "host of n1",
                    second * 1_000_000_000,
                    List.of(InstrumentReading.of("n1", ServerMetric.CPU_SECONDS, Math.min(6, 1.5 * second)))));
        }
        WindowSummary late = new WindowSummary(
                new Window("steady", Window.Kind.STEADY, 0, 14),
                4,
                List.of(summary(READ, microseconds(1_000), Map.of())));
        RunResult result = new RunResult(
                new RunEnding.Complete(),
                14_000_000_000L,
                RunResult.TurnCount.allFinished(1),
                RunResult.RunMeasurement.of(late, late),
                0,
                RunResult.ClientHealth.GOOD);
        assertThat(summed(directory, result).lines())
                .containsExactly("database by its own figures, while it answered: 1.50 cores");
    }

    private static ServerActivity summed(RunDirectory directory, RunResult result) {
        return ServerActivity.of(List.of(TALLY), directory.path(), result);
    }

    private Path watched() throws IOException {
        RunDirectory directory = Directories.running(results);
        directory.closed(tick(0, second(READ, microseconds(1_000))));
        directory.looked(new DatabaseMonitor.MetricSample.Seen(
                "views of n1",
                1_000_000,
                List.of(
                        InstrumentReading.of("n1", ServerMetric.COMMITS, 10),
                        InstrumentReading.bucket("n1", 0.05, 7),
                        InstrumentReading.bucket("n1", Double.POSITIVE_INFINITY, 8))));
        directory.looked(new DatabaseMonitor.MetricSample.Missed("views of n1", 500_000_000, "refused"));
        directory.looked(new DatabaseMonitor.MetricSample.Seen(
                "views of n1", 1_002_000_000, List.of(InstrumentReading.of("n1", ServerMetric.COMMITS, 110.5))));
        RunResult result = Runs.result(new RunEnding.Complete(), summary(READ, microseconds(1_000), Map.of()));
        directory.finish(
                JudgedRun.of(result, List.of(), ErrorBudget.NONE),
                new RunSummary.Members(
                        Optional.of(summed(directory, result).summary()), Optional.empty(), Optional.empty()));
        return directory.path();
    }
}
