package squall.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.report.Small;
import squall.results.Directories;
import squall.results.file.FiguresFile;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.imported.BenchmarkTool;
import squall.results.imported.RunImport;
import squall.results.recorded.RecordedRun;

class RunReadingsTest {
    private static final Path IMPORTED = Path.of("../src/test/resources/squall/results/imported");

    @Test
    void a_run_without_waits_has_no_efficiency_to_compare() throws IOException {
        assertThat(keys(Path.of("../src/test/resources/squall/golden/tpcc")))
                .contains("tpmC")
                .doesNotContain("efficiency");
    }

    /** With waits, chance alone can exceed the maximum in a short run. */
    @ParameterizedTest
    @CsvSource({"true, 105, true", "true, 80, true", "false, 80, false", "'', 105, false", "'', 80, true"})
    void an_efficiency_is_one_with_waits_or_if_it_is_possible(
            String waits, double percent, boolean compared, @TempDir Path results) throws IOException {
        Path run = Small.complete(results);
        Directories.unlisted(run);
        FiguresFile.write(run, List.of(WorkloadFigure.percent("efficiency", percent, 100)));
        if (!waits.isEmpty()) {
            Path manifest = run.resolve("manifest.json");
            Files.writeString(manifest, Files.readString(manifest).replaceFirst("\\{", "{\"waits\": " + waits + ","));
        }
        assertThat(keys(run).contains("efficiency")).isEqualTo(compared);
    }

    /** Covers an old error: errors that another program had counted were good, the more the better. */
    @ParameterizedTest
    @CsvSource({
        "SYSBENCH, sysbench.txt, ignored-errors, FAILURES",
        "SYSBENCH, sysbench.txt, reconnects, FAILURES",
        "SYSBENCH, sysbench.txt, transactions, THROUGHPUT",
        "PGBENCH, pgbench.txt, failed-transactions, FAILURES",
        "PGBENCH, pgbench.txt, transactions-processed, THROUGHPUT",
        "PGBENCH, pgbench_log.4711, skipped-transactions-in-the-log, FAILURES",
        "YCSB, ycsb.txt, UPDATE-Return=ERROR, FAILURES",
        "YCSB, ycsb.txt, UPDATE-Return=OK, THROUGHPUT",
        "YCSB, ycsb.txt, UPDATE-FAILED-Operations, FAILURES",
        "YCSB, ycsb.txt, UPDATE-FAILED-AverageLatency, LATENCY",
        "YCSB, ycsb.txt, UPDATE-Operations, THROUGHPUT"
    })
    void more_errors_of_an_imported_run_are_worse(
            BenchmarkTool tool, String file, String key, ComparedMetric.MetricKind kind, @TempDir Path folder)
            throws IOException {
        Path copy = folder.resolve(file);
        Files.writeString(copy, Files.readString(IMPORTED.resolve(file)));
        if (tool == BenchmarkTool.YCSB) {
            Files.writeString(
                    copy,
                    "[UPDATE-FAILED], Operations, 2\n[UPDATE-FAILED], AverageLatency(us), 900.5\n",
                    StandardOpenOption.APPEND);
        }
        Path run = RunImport.of(tool, List.of(copy), folder, List.of());
        assertThat(RunReadings.of(RecordedRun.read(run)))
                .extractingByKey(key)
                .extracting(reading -> reading.metric().kind())
                .isEqualTo(kind);
    }

    /** Covers an old error: 0 % had failed of an imported run, whose samples have no failures. */
    @ParameterizedTest
    @CsvSource({"PGBENCH, pgbench_log.4711", "BENCHBASE, benchbase.raw.csv"})
    void imported_samples_without_failures_have_no_share_of_failures(
            BenchmarkTool tool, String file, @TempDir Path results) throws IOException {
        assertThat(keys(RunImport.of(tool, List.of(IMPORTED.resolve(file)), results, List.of())))
                .contains("measured.goodput_per_s", "measured.p99_ms")
                .doesNotContain("measured.failed_percent");
    }

    private static Set<String> keys(Path run) throws IOException {
        return RunReadings.of(RecordedRun.read(run)).keySet();
    }
}
