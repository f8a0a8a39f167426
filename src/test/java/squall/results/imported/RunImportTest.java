package squall.results.imported;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.engine.RunResult;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.results.Schema;
import squall.results.file.CanonicalJson;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.recorded.RecordedRun;
import squall.results.recorded.StoredResult;
import squall.system.InvalidFileException;

class RunImportTest {
    @TempDir
    private Path results;

    @Test
    void every_transaction_of_benchbase_is_there_with_its_second_and_its_latency() throws IOException {
        RecordedRun run = imported(BenchmarkTool.BENCHBASE, "benchbase.raw.csv", "benchbase.summary.json");
        assertThat(run.manifest().startedAt()).hasValue("2025-11-21T12:00:00.250Z");
        assertThat(run.manifest().db().product()).isEqualTo("postgres");
        assertThat(run.manifest().fact("benchbase.isolation").asText()).isEqualTo("TRANSACTION_SERIALIZABLE");
        assertThat(run.seconds().stream()
                        .filter(second -> second.operation().equals("NewOrder"))
                        .map(second -> second.ok() + "/" + second.completedOk()))
                .containsExactly("2/2", "0/0", "1/1", "0/0");

        RunResult result = StoredResult.read(run);
        assertThat(result.elapsedNs()).isEqualTo(3_251_000_000L);
        OperationSummary newOrder = result.windows().getFirst().operations().getFirst();
        assertThat(newOrder.ok()).isEqualTo(3);
        assertThat(newOrder.latency().getMaxValue()).isBetween(20_000L, 20_015L);
        assertThat(figures(run)).contains("Goodput 82.9 requests/s", "99th Percentile Latency 9.0 ms");
    }

    @Test
    void a_summary_alone_has_its_figures_and_no_histogram() throws IOException {
        RecordedRun run = imported(BenchmarkTool.BENCHBASE, "benchbase.summary.json");
        assertThat(run.histograms()).isEmpty();
        assertThat(run.seconds()).isEmpty();
        assertThat(run.summary().orElseThrow().elapsedNs()).hasValue(60_000_312_345L);
        assertThat(run.manifest().imported().orElseThrow().notRecorded()).contains("each transaction (raw.csv)");
    }

    @Test
    void pgbench_counts_from_the_scheduled_begin_and_failures_have_no_latency() throws IOException {
        RecordedRun run = imported(BenchmarkTool.PGBENCH, "pgbench_log.4711", "pgbench.txt");
        WindowSummary window = StoredResult.read(run).windows().getFirst();
        assertThat(window.operations())
                .extracting(o -> o.operation().name())
                .containsExactly("transaction", "transaction_1");
        OperationSummary transaction = window.operations().getFirst();
        assertThat(transaction.latency().getMinNonZeroValue()).isEqualTo(1500);
        assertThat(transaction.service().getMinNonZeroValue()).isEqualTo(1000);
        assertThat(window.failed()).isZero();
        assertThat(figures(run))
                .contains("tps 1,646.1 tps", "latency average 4.9 ms", "failed transactions 3.0")
                .contains("failed transactions in the log 1.0", "skipped transactions in the log 1.0");
    }

    /** Covers an old error: a line of an aggregated log became one transaction of 1.5 s in the year 1970. */
    @Test
    void an_aggregated_log_of_pgbench_is_refused() throws IOException {
        Path log = results.resolve("pgbench_log.1");
        Files.writeString(log, "1345828501 5601 1542744 483552416 61 2573\n");
        assertThatThrownBy(() -> RunImport.of(BenchmarkTool.PGBENCH, List.of(log), results, List.of()))
                .isInstanceOf(InvalidFileException.class)
                .hasMessage(
                        log + ":1 is of an aggregated log, which does not have each transaction: run pgbench -l without"
                                + " --aggregate-interval, or leave the log out and name the final report");
    }

    @Test
    void the_text_of_ycsb_has_figures_in_milliseconds_and_nothing_that_is_not_of_the_database() throws IOException {
        RecordedRun run = imported(BenchmarkTool.YCSB, "ycsb.txt");
        assertThat(figures(run))
                .startsWith("throughput 497.0 ops/s", "READ Operations 508.0", "READ AverageLatency 1.0 ms")
                .contains("UPDATE 99thPercentileLatency 9.0 ms", "UPDATE Return=ERROR 2.0")
                .noneMatch(figure -> figure.startsWith("CLEANUP") || figure.startsWith("TOTAL"));
        assertThat(run.manifest().startedAt()).isEmpty();
        assertThat(run.manifest().seed()).isEmpty();
        assertThat(run.manifest().client()).isEmpty();
        assertThat(run.summary().orElseThrow().client()).isEmpty();
    }

    @Test
    void histograms_of_ycsb_are_taken_whole() throws IOException {
        Path hdr = results.resolve("READ.hdr");
        writeAsYcsbDoes(hdr, 1_000, 2_000, 40_000);
        RecordedRun run = RecordedRun.read(
                RunImport.of(BenchmarkTool.YCSB, List.of(resource("ycsb.txt"), hdr), results, List.of("bin/report")));
        WindowSummary window = StoredResult.read(run).windows().getFirst();
        assertThat(window.seconds()).isEqualTo(2.012);
        assertThat(window.operations().getFirst().operation().name()).isEqualTo("READ");
        assertThat(window.operations().getFirst().latency().getTotalCount()).isEqualTo(3);
        assertThat(window.operations().getFirst().latency().getValueAtPercentile(99))
                .isBetween(40_000L, 40_031L);
        assertThat(run.manifest().startedAt()).hasValue("2025-11-21T12:00:00.000Z");
    }

    /** Covers an old error: failures, the clean-up and times from another begin were operations that succeeded. */
    @Test
    void histograms_of_ycsb_are_of_operations_that_succeeded_or_failed_since_they_were_due() throws IOException {
        RecordedRun run = histograms(Map.of(
                "out1-READ", new long[] {1_000, 2_000},
                "out1-Intended-READ", new long[] {3_000, 4_000},
                "out1-READ-FAILED", new long[] {40_000},
                "out1-READ-NOT_FOUND", new long[] {5_000, 6_000},
                "out1-CLEANUP", new long[] {9_000_000}));
        WindowSummary window = StoredResult.read(run).windows().getFirst();
        assertThat(window.operations()).hasSize(1);
        assertThat(window.goodputPerSecond()).isEqualTo(1);
        OperationSummary read = window.operations().getFirst();
        assertThat(read.operation().name()).isEqualTo("READ");
        assertThat(read.ok()).isEqualTo(2);
        assertThat(read.latency().getMinNonZeroValue()).isBetween(2_998L, 3_000L);
        assertThat(read.refused()).isEqualTo(3);
        assertThat(read.failedLatency().getMaxValue()).isBetween(40_000L, 40_031L);
        assertThat(read.outcomes().entrySet())
                .extracting(outcome -> outcome.getKey().code() + " " + outcome.getValue())
                .containsExactlyInAnyOrder("OK 2", "FAILED 1", "NOT_FOUND 2");
        assertThat(run.manifest().imported().orElseThrow().notRecorded())
                .contains("which failed operations may have been applied (all count as refused)");
    }

    /** Covers an old error: a read-modify-write was counted three times, with its read and its update. */
    @Test
    void a_read_modify_write_of_ycsb_is_a_part_where_its_read_and_update_are_counted() throws IOException {
        RecordedRun all = histograms(
                Map.of("READ", new long[] {1, 2}, "UPDATE", new long[] {3}, "READ-MODIFY-WRITE", new long[] {4}));
        assertThat(StoredResult.read(all).windows().getFirst().finished()).isEqualTo(3);
        assertThat(all.manifest().imported().orElseThrow().notRecorded())
                .contains("which reads and updates belong to a read-modify-write (each counts as an operation)");

        RecordedRun alone = histograms(Map.of("READ-MODIFY-WRITE", new long[] {4}));
        assertThat(StoredResult.read(alone).windows().getFirst().finished()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "READ, READ",
        "run1READ, READ",
        "Intended-UPDATE, UPDATE",
        "READ-MODIFY-WRITE-FAILED, READ-MODIFY-WRITE",
        "TRANSACTION-FAILED, TRANSACTION",
        "INDEX-READ, INDEX-READ"
    })
    void an_operation_of_ycsb_is_named_without_prefix_and_status(String file, String operation) throws IOException {
        RecordedRun run = histograms(Map.of(file, new long[] {1}));
        assertThat(StoredResult.read(run).windows().getFirst().operations())
                .extracting(each -> each.operation().name())
                .containsExactly(operation);
    }

    /** Imports histograms. @param byFile values in microseconds by name of the file */
    private RecordedRun histograms(Map<String, long[]> byFile) throws IOException {
        Path folder = Files.createTempDirectory(results, "hdr");
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, long[]> each : byFile.entrySet()) {
            files.add(folder.resolve(each.getKey() + ".hdr"));
            writeAsYcsbDoes(files.getLast(), each.getValue());
        }
        return RecordedRun.read(RunImport.of(BenchmarkTool.YCSB, files, folder, List.of("bin/report")));
    }

    /** Covers an old error: of two files of one name the second silently replaced the first. */
    @Test
    void two_files_of_one_name_are_refused() throws IOException {
        Path one = Files.createDirectory(results.resolve("a")).resolve("READ.hdr");
        Path other = Files.createDirectory(results.resolve("b")).resolve("READ.hdr");
        writeAsYcsbDoes(one, 1_000);
        writeAsYcsbDoes(other, 2_000);
        assertThatThrownBy(() -> RunImport.of(BenchmarkTool.YCSB, List.of(one, other), results, List.of()))
                .isInstanceOf(InvalidFileException.class)
                .hasMessage(one + " and " + other
                        + " have the same name: name the files of one run only, each once, or rename one");
    }

    /** Covers an old error: figures that Java prints with a negative exponent were left out. */
    @Test
    void small_figures_of_ycsb_are_read() throws IOException {
        Path text = results.resolve("ycsb.txt");
        Files.writeString(text, """
                [OVERALL], RunTime(ms), 2012
                [OVERALL], Throughput(ops/sec), 9.5E-4
                [READ], AverageLatency(us), 1.0E7
                [READ], Share, 9.5E-4
                """);
        RecordedRun run = RecordedRun.read(RunImport.of(BenchmarkTool.YCSB, List.of(text), results, List.of()));
        assertThat(run.figures()).extracting(WorkloadFigure::value).containsExactly(9.5E-4, 10_000.0, 9.5E-4);
    }

    /** Covers an old error: a version with parentheses was cut, and pgbench's was taken for that of another server. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "17.5 | 17.5",
                "15.5 (Debian 15.5-0+deb12u1) | 15.5 (Debian 15.5-0+deb12u1)",
                "15.5 (Debian 15.5-0+deb12u1), server 14.9 | 14.9",
                "17.5, server 14.9 (Ubuntu 14.9-0ubuntu0.22.04.1) | 14.9 (Ubuntu 14.9-0ubuntu0.22.04.1)"
            })
    void the_version_of_pgbench_is_that_of_the_server(String printed, String version) throws IOException {
        Path report = results.resolve("pgbench.txt");
        Files.writeString(
                report,
                Files.readString(resource("pgbench.txt")).replace("pgbench (17.5)", "pgbench (" + printed + ")"));
        RecordedRun run = RecordedRun.read(RunImport.of(BenchmarkTool.PGBENCH, List.of(report), results, List.of()));
        assertThat(run.manifest().db().version()).isEqualTo(version);
    }

    @Test
    void sysbench_has_figures_alone() throws IOException {
        RecordedRun run = imported(BenchmarkTool.SYSBENCH, "sysbench.txt");
        assertThat(figures(run))
                .containsExactly(
                        "transactions 125.7 tps",
                        "queries 2,513.3 qps",
                        "ignored errors 0.0 errors/s",
                        "reconnects 0.0 reconnects/s",
                        "latency min 31.2 ms",
                        "latency avg 63.4 ms",
                        "latency max 131.1 ms",
                        "latency p95 81.5 ms");
        assertThat(run.summary().orElseThrow().elapsedNs()).hasValue(2_003_700_000L);
        assertThat(run.path().resolve("source/sysbench.txt")).hasSameTextualContentAs(resource("sysbench.txt"));
    }

    @Test
    void a_file_of_another_program_is_refused_before_anything_is_written() {
        Path file = resource("ycsb.txt");
        assertThatThrownBy(() -> RunImport.of(BenchmarkTool.SYSBENCH, List.of(file), results, List.of()))
                .isInstanceOf(IOException.class)
                .hasMessage(file + " is not what sysbench prints at the end of a run");
        assertThatThrownBy(() -> RunImport.of(BenchmarkTool.PGBENCH, List.of(file), results, List.of()))
                .hasMessageStartingWith(file + ":1 is no line of a log that pgbench -l writes: '[OVERALL]");
        assertThatThrownBy(() ->
                        RunImport.of(BenchmarkTool.BENCHBASE, List.of(resource("sysbench.txt")), results, List.of()))
                .hasMessageEndingWith(
                        "sysbench.txt: its first line must name the columns of BenchBase's raw.csv (Transaction Name, Start Time"
                                + " (microseconds), Latency (microseconds)) or of its tables of intervals (Time (seconds),"
                                + " Throughput (requests/second)), but it is 'sysbench 1.0.20 (using bundled LuaJIT 2.1.0-beta2)'");
        assertThat(results).isEmptyDirectory();
    }

    private RecordedRun imported(BenchmarkTool tool, String... files) throws IOException {
        RecordedRun run = RecordedRun.read(RunImport.of(
                tool,
                Stream.of(files).map(RunImportTest::resource).toList(),
                results,
                List.of("bin/report", "import")));
        assertThat(Schema.complaints("manifest.schema.json", CanonicalJson.tree(run.manifest())))
                .isEmpty();
        return run;
    }

    private static List<String> figures(RecordedRun run) throws IOException {
        return run.figures().stream().map(WorkloadFigure::line).toList();
    }

    private static Path resource(String name) {
        try {
            return Path.of(Objects.requireNonNull(RunImportTest.class.getResource(name))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes one interval, in microseconds, without a tag. */
    private static void writeAsYcsbDoes(Path file, long... values) throws IOException {
        Histogram histogram = new Histogram(3);
        for (long value : values) {
            histogram.recordValue(value);
        }
        histogram.setStartTimeStamp(1_763_726_400_000L);
        histogram.setEndTimeStamp(1_763_726_402_000L);
        try (PrintStream out = new PrintStream(Files.newOutputStream(file))) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputStartTime(1_763_726_400_000L);
            writer.outputLegend();
            writer.outputIntervalHistogram(histogram);
        }
    }
}
