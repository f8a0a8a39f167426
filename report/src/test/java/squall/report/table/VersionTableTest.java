package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.report.format.TableFormat;
import squall.report.table.VersionTable.Metric;
import squall.report.table.VersionTable.Series;
import squall.results.Manifest;
import squall.results.file.CanonicalJson;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.table.Table;

class VersionTableTest {
    private static final Metric TPMC = new Metric("tpmC", "1/min", true, 0.05);
    private static final Metric P99 = new Metric("p99", "ms", false, 0.10);

    @Test
    void a_change_is_shown_where_runs_lie_apart() {
        assertThat(rows(Map.of(TPMC, of(100, 101, 102)), Map.of(TPMC, of(80, 81, 82))))
                .isEqualTo("tpmC,1/min,101,81.0 -19.8 % worse");
        assertThat(rows(Map.of(P99, of(50, 52)), Map.of(P99, of(30, 31)))).endsWith("30.5 -40.2 % better");
    }

    @Test
    void runs_that_reach_into_each_other_show_no_difference() {
        assertThat(rows(Map.of(TPMC, of(100, 110, 90)), Map.of(TPMC, of(80, 81, 91))))
                .endsWith("81.0 -19.0 % ~");
    }

    @Test
    void a_change_that_does_not_count_is_none() {
        assertThat(rows(Map.of(TPMC, of(100, 100)), Map.of(TPMC, of(103, 103)))).endsWith("103 +3.0 % ~");
    }

    @Test
    void one_run_of_a_version_is_described_and_not_judged() {
        assertThat(rows(Map.of(TPMC, of(100)), Map.of(TPMC, of(50)))).endsWith("50.0 -50.0 %");
        assertThat(TableFormat.TEXT.lines(List.of(
                        VersionTable.table(List.of(TPMC), two(Map.of(TPMC, of(100)), Map.of(TPMC, of(50))), true))))
                .contains("versions: From version to version (descriptive)");
    }

    /** Covers an old error: a version that acknowledged nothing had changed by "NaN %", and the one after it by "Infinity %". */
    @Test
    void a_change_from_or_to_nothing_has_no_percentage() {
        Series none = of(Double.NaN, Double.NaN);
        assertThat(rows(Map.of(P99, of(50, 52)), Map.of(P99, none))).isEqualTo("p99,ms,51.0,-");
        assertThat(rows(Map.of(P99, none), Map.of(P99, of(50, 52)))).isEqualTo("p99,ms,-,51.0");
        assertThat(rows(Map.of(TPMC, of(0, 0)), Map.of(TPMC, of(80, 82)))).isEqualTo("tpmC,1/min,0,81.0 better");
    }

    /** Covers an old error: an aborted run made a version better or worse. */
    @Test
    void runs_that_are_not_complete_are_described_and_not_judged() throws IOException {
        Table complete = VersionTable.of(List.of(
                run("17", "a", RunState.COMPLETE, 4),
                run("17", "b", RunState.COMPLETE, 4),
                run("18", "c", RunState.COMPLETE, 4),
                run("18", "d", RunState.COMPLETE, 4)));
        assertThat(TableFormat.CSV.lines(List.of(complete)).getLast()).endsWith(" +0.0 % ~");

        Table aborted = VersionTable.of(List.of(
                run("17", "a", RunState.COMPLETE, 4),
                run("17", "b", RunState.COMPLETE, 4),
                run("18", "c", RunState.ABORTED, 4),
                run("18", "d", RunState.COMPLETE, 4)));
        assertThat(TableFormat.CSV.lines(List.of(aborted)).getLast()).endsWith(" +0.0 %");
        assertThat(aborted.notes()).contains("Descriptive, no verdict: not all runs are complete.");
    }

    /** Covers an old error: runs of different machines were compared without a word. */
    @Test
    void what_else_differs_is_told() throws IOException {
        Table table =
                VersionTable.of(List.of(run("17", "a", RunState.COMPLETE, 4), run("18", "b", RunState.COMPLETE, 8)));
        assertThat(table.notes()).endsWith("the runs differ in client.cores: 4, 8");
    }

    @ParameterizedTest
    @CsvSource({
        "6.0.0-alpha2 (experimental), 6.0.0-alpha2 (experimental)",
        "Apache Cassandra 6.0.0-alpha2 (experimental), 6.0.0-alpha2 (experimental)",
        "PostgreSQL 15.19 (Debian 15.19-1), 15.19",
        "CockroachDB CCL v25.3.1 (x86_64), v25.3.1",
        "unknown, unknown"
    })
    void a_version_without_a_name_is_abbreviated(String version, String abbreviated) {
        assertThat(VersionTable.abbreviated(version)).isEqualTo(abbreviated);
    }

    private static NamedRun run(String version, String id, RunState state, int cores) throws IOException {
        RecordedRun run = RecordedRun.read(Path.of("../src/test/resources/squall/golden/ycsb-run"));
        ObjectNode manifest = (ObjectNode) CanonicalJson.tree(run.manifest());
        manifest.put("run_id", id);
        ((ObjectNode) manifest.path("client")).put("cores", cores);
        return new NamedRun(
                version, new RecordedRun(run.path(), state, CanonicalJson.as(Manifest.class, manifest), run.summary()));
    }

    private static String rows(Map<Metric, Series> before, Map<Metric, Series> after) {
        List<Metric> metrics = List.copyOf(before.keySet());
        return TableFormat.CSV
                .lines(List.of(VersionTable.table(metrics, two(before, after), true)))
                .getLast();
    }

    private static SequencedMap<String, Map<Metric, Series>> two(
            Map<Metric, Series> before, Map<Metric, Series> after) {
        SequencedMap<String, Map<Metric, Series>> versions = new LinkedHashMap<>();
        versions.put("25.3", before);
        versions.put("25.4", after);
        return versions;
    }

    private static Series of(double... figures) {
        return new Series(java.util.Arrays.stream(figures).boxed().toList());
    }
}
