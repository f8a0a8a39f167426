package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import squall.report.format.TableFormat;
import squall.report.table.KvScaling.Point;
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

    private static NamedRun golden(String nodes, String run) throws IOException {
        return new NamedRun(nodes, RecordedRun.read(Path.of("../src/test/resources/squall/golden", run)));
    }
}
