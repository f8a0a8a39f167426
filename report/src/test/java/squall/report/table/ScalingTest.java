package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import squall.report.format.TableFormat;
import squall.report.table.KvScaling.Point;
import squall.results.Manifest;
import squall.results.file.CanonicalJson;
import squall.results.recorded.RecordedRun;

class ScalingTest {
    @Test
    void throughput_a_node_is_measured_by_the_smallest_cluster() {
        Point six = new Point(6, 2, 512, 18_000, OptionalDouble.of(1.5), OptionalDouble.of(12));
        Point three = new Point(3, 1, 256, 10_000, OptionalDouble.of(1.25), OptionalDouble.empty());

        assertThat(TableFormat.CSV.lines(List.of(KvScaling.table(List.of(six, three)))))
                .containsSubsequence("3,1,256,10000,10000,3333.33,100,1.25,", "6,2,512,18000,20000,3000,90,1.5,12");
    }

    @Test
    void runs_of_different_workloads_are_no_curve() throws IOException {
        List<NamedRun> runs = List.of(golden("3", "kv"), golden("6", "ycsb-run"));

        assertThatThrownBy(() -> KvScaling.of(runs))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("kv95 (")
                .hasMessageContaining("workloada (");
    }

    /** Covers an old error: runs of different lengths, machines and settings made a curve without a word. */
    @Test
    void what_else_differs_is_told_but_not_the_concurrency() throws IOException {
        RecordedRun run = RecordedRun.read(Path.of("../src/test/resources/squall/golden/kv"));
        ObjectNode other = (ObjectNode) CanonicalJson.tree(run.manifest());
        other.put("run_id", "other").put("threads", 4).put("batch", 10);
        NamedRun six = new NamedRun(
                "6", new RecordedRun(run.path(), run.state(), CanonicalJson.as(Manifest.class, other), run.summary()));

        assertThat(KvScaling.of(List.of(new NamedRun("3", run), six)).notes())
                .endsWith("the runs differ in batch: 1, 10")
                .doesNotContain("the runs differ in threads: 2, 4");
    }

    private static NamedRun golden(String nodes, String run) throws IOException {
        return new NamedRun(nodes, RecordedRun.read(Path.of("../src/test/resources/squall/golden", run)));
    }
}
