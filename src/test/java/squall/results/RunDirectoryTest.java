package squall.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.results.Runs.LOST;
import static squall.results.Runs.READ;
import static squall.results.Runs.SERIALIZATION;
import static squall.results.Runs.UPDATE;
import static squall.results.Runs.microseconds;
import static squall.results.Runs.second;
import static squall.results.Runs.summary;
import static squall.results.Runs.tick;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.cli.ErrorBudget;
import squall.cli.ExitCode;
import squall.cli.ExitCodes;
import squall.cli.Version;
import squall.run.Ending;
import squall.run.RunResult;
import squall.spi.CheckResult;
import squall.spi.Database;

class RunDirectoryTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00.250Z");
    private static final long STARTED_AT_MS = NOON.toEpochMilli() + 750;
    private static final CheckResult STORED =
            new CheckResult("rows stored", CheckResult.Verdict.PASSED, "3 of 3 with password=hunter2");

    @TempDir
    private Path results;

    @Test
    void the_name_tells_moment_workload_and_database() throws IOException {
        try (RunDirectory directory = RunDirectory.create(results, info(), NOON)) {
            assertThat(directory.path().getFileName().toString())
                    .matches("20261121T120000Z-workload_a-jdbc-[0-9a-f]{6}");
            assertThat(results.resolve("latest").toRealPath())
                    .isEqualTo(directory.path().toRealPath());
        }
    }

    @Test
    void two_runs_of_one_second_do_not_collide_and_latest_is_the_newer() throws IOException {
        try (RunDirectory first = RunDirectory.create(results, info(), NOON);
                RunDirectory second = RunDirectory.create(results, info(), NOON.plusNanos(1))) {
            assertThat(second.path()).isNotEqualTo(first.path());
            assertThat(results.resolve("latest").toRealPath())
                    .isEqualTo(second.path().toRealPath());
        }
    }

    @Test
    void a_real_folder_named_latest_is_left_alone() throws IOException {
        Path kept = Files.createDirectories(results.resolve("latest")).resolve("kept");
        Files.writeString(kept, "mine");
        try (RunDirectory directory = RunDirectory.create(results, info(), NOON)) {
            assertThat(kept).hasContent("mine");
            assertThat(directory.failure()).isEmpty();
        }
        assertThat(listing(results)).noneMatch(name -> name.endsWith(".link"));
    }

    @Test
    void a_place_that_cannot_be_written_is_named() throws IOException {
        Path file = Files.writeString(results.resolve("occupied"), "");
        assertThatThrownBy(() -> RunDirectory.create(file, info(), NOON))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot make the run directory " + file);
    }

    @Test
    void every_second_has_a_row_for_each_operation_and_percentiles_only_where_something_was_measured()
            throws IOException {
        RunDirectory directory = running();
        directory.closed(
                tick(0, second(READ, microseconds(1_000, 2_000)), second(UPDATE, microseconds(), SERIALIZATION)));
        directory.closed(tick(1, second(READ, microseconds()), second(UPDATE, microseconds())));

        assertThat(directory.path().resolve("timeseries.csv")).content().isEqualTo("""
                t_s,epoch_ms,phase,operation,ok,refused,unknown,retries,ops_s,mean_ms,p50_ms,p90_ms,p95_ms,p99_ms,p999_ms,max_ms,inflight,lag_ms,completed_ok,completed
                0,1795262401000,steady,READ,2,0,0,0,2,1.500,1.000,2.000,2.000,2.000,2.000,2.000,8,1.500,2,2
                0,1795262401000,steady,UPDATE,0,1,0,0,1,,,,,,,,8,1.500,0,1
                1,1795262402000,steady,READ,0,0,0,0,0,,,,,,,,8,1.500,0,0
                1,1795262402000,steady,UPDATE,0,0,0,0,0,,,,,,,,8,1.500,0,0
                """);
        directory.close();
    }

    @Test
    void errors_are_counted_each_second_and_shown_once_without_secrets() throws IOException {
        RunDirectory directory = running();
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
        RunDirectory directory = running();
        directory.closed(tick(0, second(READ, microseconds(1_000, 180_000_000)), second(UPDATE, microseconds())));
        directory.closed(tick(1, second(READ, microseconds(2_000)), second(UPDATE, microseconds(5))));
        directory.close();

        assertThat(intervals(directory.path().resolve("latency.hlog")))
                .containsExactly("READ 0.0-1.0 [1000, 180092927]", "READ 1.0-2.0 [2000]", "UPDATE 1.0-2.0 [5]");
    }

    @Test
    void after_half_an_hour_ten_seconds_share_a_line_of_the_histogram_log() throws IOException {
        RunDirectory directory = running();
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

    @Test
    void a_run_that_is_under_way_can_be_read() throws IOException {
        RunDirectory directory = running();
        directory.closed(tick(0, second(READ, microseconds(1_000))));

        RecordedRun recorded = RecordedRun.read(directory.path());
        assertThat(recorded.state()).isEqualTo(RunState.RUNNING);
        assertThat(recorded.summary()).isEmpty();
        assertThat(recorded.seconds())
                .containsExactly(new RecordedSecond(
                        0,
                        "steady",
                        "READ",
                        1,
                        0,
                        0,
                        0,
                        1,
                        1,
                        OptionalDouble.of(1),
                        OptionalDouble.of(1),
                        OptionalDouble.of(1)));
        assertThat(complaints("manifest.schema.json", recorded.manifest())).isEmpty();
        directory.close();
    }

    @Test
    void a_run_whose_process_was_killed_is_aborted_and_its_torn_last_line_is_left_out() throws IOException {
        RunDirectory directory = running();
        directory.closed(tick(0, second(READ, microseconds(1_000))));
        Path killed = results.resolve("killed");
        copy(directory.path(), killed);
        directory.close();
        Path manifest = killed.resolve("manifest.json");
        Files.writeString(
                manifest, Files.readString(manifest).replaceFirst("\"started_at_ms\" : \\d+", "\"started_at_ms\" : 1"));
        Path seconds = killed.resolve("timeseries.csv");
        Files.writeString(seconds, Files.readString(seconds) + "1,17952624020");

        RecordedRun recorded = RecordedRun.read(killed);
        assertThat(recorded.state()).isEqualTo(RunState.ABORTED);
        assertThat(recorded.seconds()).hasSize(1);
    }

    @Test
    void a_damaged_time_series_is_refused_with_the_line() throws IOException {
        RunDirectory directory = running();
        directory.close();
        Path seconds = directory.path().resolve("timeseries.csv");
        Files.writeString(seconds, Files.readString(seconds) + "1,2,3\n");
        assertThatThrownBy(() -> RecordedRun.read(directory.path()))
                .isInstanceOf(IOException.class)
                .hasMessage(seconds + ":2: 3 cells, wanted 20");
    }

    @Test
    void a_folder_that_is_no_run_directory_is_said_to_be_none() {
        assertThatThrownBy(() -> RecordedRun.read(results))
                .isInstanceOf(IOException.class)
                .hasMessage(results + " is no run directory: it has no manifest.json");
    }

    @Test
    void a_complete_run_leaves_everything_and_it_fits_the_schemas() throws Exception {
        Path path = completed(info());
        RecordedRun recorded = RecordedRun.read(path);

        assertThat(listing(path))
                .containsExactly(
                        "config/effective.properties",
                        "config/workload_a.properties",
                        "errors-samples.jsonl",
                        "errors.csv",
                        "events.jsonl",
                        "latency.hlog",
                        "manifest.json",
                        "phases.json",
                        "service.hlog",
                        "summary.csv",
                        "summary.json",
                        "summary.md",
                        "timeseries.csv");
        assertThat(recorded.state()).isEqualTo(RunState.COMPLETE);
        assertThat(complaints("manifest.schema.json", recorded.manifest())).isEmpty();
        assertThat(complaints("summary.schema.json", recorded.summary().orElseThrow()))
                .isEmpty();
        assertThat(recorded.manifest().path("ended_at").asText()).isEqualTo("2026-11-21T12:00:05.000Z");
        assertThat(recorded.manifest().path("threads").asInt()).isEqualTo(8);
    }

    @Test
    void the_schema_notices_a_missing_member() throws Exception {
        JsonNode manifest = RecordedRun.read(completed(info())).manifest();
        ((ObjectNode) manifest.path("db")).remove("product");
        assertThat(complaints("manifest.schema.json", manifest)).containsExactly("$.db lacks product");
    }

    @Test
    void the_manifest_names_every_other_file_with_its_hash() throws Exception {
        Path path = completed(info());
        JsonNode artefacts = RecordedRun.read(path).manifest().path("artefacts");
        List<String> names = new ArrayList<>();
        for (JsonNode artefact : artefacts) {
            byte[] content =
                    Files.readAllBytes(path.resolve(artefact.path("path").asText()));
            names.add(artefact.path("path").asText());
            assertThat(artefact.path("bytes").asLong()).isEqualTo(content.length);
            assertThat(artefact.path("sha256").asText())
                    .isEqualTo(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
        }
        names.add("manifest.json");
        assertThat(names).containsExactlyInAnyOrderElementsOf(listing(path));
    }

    @Test
    void no_file_holds_a_password() throws Exception {
        Path path = completed(info());
        for (String name : listing(path)) {
            assertThat(Files.readString(path.resolve(name))).as(name).doesNotContain("hunter2");
        }
        assertThat(path.resolve("config/effective.properties")).content().isEqualTo("""
                # from -p
                db.passwd=***
                # from -P mine.properties:3
                db.url=jdbc:postgresql://h/db?password=***&ssl=true
                # from default
                label=a\\\\b = c
                """);
    }

    @Test
    void the_effective_settings_are_read_back_by_java() throws Exception {
        Properties read = new Properties();
        read.load(new StringReader(Files.readString(completed(info()).resolve("config/effective.properties"))));
        assertThat(read.getProperty("label")).isEqualTo("a\\b = c");
    }

    @Test
    void the_index_has_one_line_for_each_run() throws Exception {
        String first = completed(info()).getFileName().toString();
        assertThat(results.resolve("index.csv")).content().isEqualTo("""
                time,run_id,version,workload,database,database_version,state,exit_code,elapsed_s,ok,failed,unfinished,goodput_per_s,p50_ms,p95_ms,p99_ms,p999_ms,max_ms
                2026-11-21T12:00:01.000Z,%s,%s,workload a,jdbc,17.5,complete,0,4.000,3,0,0,0.750,1.500,2.000,2.000,2.000,2.000
                """.formatted(
                        first, Version.current().version()));
    }

    @Test
    void an_index_of_another_version_keeps_its_columns() throws Exception {
        Files.writeString(results.resolve("index.csv"), "run_id,tpmc,p99_ms\nold,1,2");
        String id = completed(info()).getFileName().toString();
        assertThat(results.resolve("index.csv"))
                .content()
                .isEqualTo("run_id,tpmc,p99_ms\nold,1,2\n" + id + ",,2.000\n");
    }

    @Test
    void all_reasons_for_an_exit_stand_in_the_summary() throws Exception {
        RunResult failing = Runs.result(
                new Ending.Complete(), summary(READ, microseconds(1_000), Map.of(SERIALIZATION, 2L, LOST, 1L)));
        List<CheckResult> checks = List.of(new CheckResult("rows", CheckResult.Verdict.FAILED, "2 lost"));
        ExitCodes codes = ExitCodes.of(failing, checks, ErrorBudget.NONE);
        RunDirectory directory = running();
        directory.finish(failing, checks, codes);

        JsonNode json = RecordedRun.read(directory.path()).summary().orElseThrow();
        assertThat(json.path("exit_code").asInt()).isEqualTo(4);
        assertThat(json.path("exit_codes").toString())
                .isEqualTo(
                        "[{\"code\":3,\"reason\":\"3 of 4 operations failed (75.00 %), the error budget is 0.00 %\"},"
                                + "{\"code\":4,\"reason\":\"rows failed: 2 lost\"}]");
        assertThat(json.path("errors").toString())
                .isEqualTo(
                        "[{\"operation\":\"READ\",\"class\":\"connection\",\"sqlstate\":\"08006\",\"outcome\":\"unknown\","
                                + "\"count\":1,\"message\":\"I/O error at jdbc:postgresql://h/db?password=***\"},"
                                + "{\"operation\":\"READ\",\"class\":\"serialization\",\"sqlstate\":\"40001\",\"outcome\":\"refused\","
                                + "\"count\":2,\"message\":\"could not serialize access\"}]");
    }

    @Test
    void an_interrupted_run_is_aborted() throws Exception {
        RunResult stopped = Runs.result(new Ending.Interrupted("SIGINT"), summary(READ, microseconds(1_000), Map.of()));
        RunDirectory directory = running();
        directory.finish(stopped, List.of(), ExitCodes.of(stopped, List.of(), ErrorBudget.NONE));
        assertThat(RecordedRun.read(directory.path()).state()).isEqualTo(RunState.ABORTED);
    }

    @Test
    void a_directory_that_is_closed_without_an_end_is_aborted() throws IOException {
        RunDirectory directory = running();
        directory.close();
        assertThat(RecordedRun.read(directory.path()).manifest().path("state").asText())
                .isEqualTo("aborted");
    }

    @Test
    void a_file_that_cannot_be_written_does_not_stop_the_run_but_makes_it_invalid() throws Exception {
        RunDirectory directory = RunDirectory.create(results, info(), NOON);
        Files.createDirectory(directory.path().resolve("timeseries.csv"));
        directory.started(STARTED_AT_MS);
        directory.closed(tick(0, second(READ, microseconds(1_000))));
        RunResult result = Runs.result(new Ending.Complete(), summary(READ, microseconds(1_000), Map.of()));

        ExitCodes codes = directory.judged(ExitCodes.of(result, List.of(), ErrorBudget.NONE));
        assertThat(codes.worst()).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(codes.lines())
                .singleElement()
                .asString()
                .contains("results are not complete in")
                .contains("timeseries.csv");
        directory.finish(result, List.of(), codes);
        assertThat(Json.read(directory.path().resolve("manifest.json"))
                        .path("state")
                        .asText())
                .isEqualTo("invalid");
    }

    @Test
    void a_summary_that_cannot_be_written_is_a_reason_and_the_rest_is_written() throws Exception {
        RunDirectory directory = running();
        Files.createDirectories(directory.path().resolve("summary.json").resolve("in the way"));
        RunResult result = Runs.result(new Ending.Complete(), summary(READ, microseconds(1_000), Map.of()));

        ExitCodes codes = directory.finish(result, List.of(), ExitCodes.OK);
        assertThat(codes.worst()).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(directory.judged(codes)).isEqualTo(codes);
        assertThat(listing(directory.path())).contains("summary.csv", "summary.md", "phases.json");
    }

    @Test
    void a_fact_must_not_replace_a_member_of_the_manifest() {
        RunInfo info = new RunInfo("a", "b", List.of(), 1, Map.of("state", "fine"), Map.of(), Database.NONE, Map.of());
        assertThatThrownBy(() -> RunDirectory.create(results, info, NOON))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the manifest has a member 'state' of its own, a fact must not replace it");
    }

    private static RunInfo info() {
        return new RunInfo(
                "workload a",
                "jdbc",
                List.of("ycsb", "load", "-p", "db.passwd=hunter2", "--password", "hunter2"),
                42,
                Map.of("threads", 8, "url", "jdbc:x://u:hunter2@h/"),
                Map.of(
                        "db.passwd", new RunInfo.Setting("hunter2", "-p"),
                        "db.url",
                                new RunInfo.Setting(
                                        "jdbc:postgresql://h/db?password=hunter2&ssl=true", "-P mine.properties:3"),
                        "label", new RunInfo.Setting("a\\b = c", "default")),
                new Database("postgresql", "17.5", List.of("127.0.0.1:5432"), Map.of("fsync", "on")),
                Map.of("workload_a.properties", "recordcount=3\ndb.passwd = hunter2\n"));
    }

    private RunDirectory running() throws IOException {
        RunDirectory directory = RunDirectory.create(results, info(), NOON);
        directory.started(STARTED_AT_MS);
        return directory;
    }

    private Path completed(RunInfo info) throws IOException {
        RunDirectory directory = RunDirectory.create(results, info, NOON);
        directory.started(STARTED_AT_MS);
        directory.closed(tick(0, second(READ, microseconds(1_000, 1_500, 2_000))));
        directory.event(1_500_000, "stop", "password=hunter2");
        RunResult result =
                Runs.result(new Ending.Complete(), summary(READ, microseconds(1_000, 1_500, 2_000), Map.of()));
        directory.finish(result, List.of(STORED), ExitCodes.of(result, List.of(STORED), ErrorBudget.NONE));
        return directory.path();
    }

    private static List<String> complaints(String schema, JsonNode document) throws IOException {
        return Schema.complaints(schema, document);
    }

    private static List<String> listing(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        for (String name : listing(from)) {
            Files.createDirectories(to.resolve(name).getParent());
            Files.copy(from.resolve(name), to.resolve(name));
        }
    }

    private static List<String> intervals(Path log) {
        List<String> intervals = new ArrayList<>();
        try (HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(Files.readAllBytes(log)))) {
            while (reader.nextIntervalHistogram() instanceof Histogram h) {
                List<Long> values = new ArrayList<>();
                h.recordedValues().forEach(v -> values.add(h.highestEquivalentValue(v.getValueIteratedTo())));
                double from = (h.getStartTimeStamp() - STARTED_AT_MS) / 1000.0;
                double to = (h.getEndTimeStamp() - STARTED_AT_MS) / 1000.0;
                intervals.add(h.getTag() + " " + from + "-" + to + " " + values);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return intervals;
    }
}
