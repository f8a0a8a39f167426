package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import squall.report.format.TableFormat;
import squall.report.table.KvScaling.Point;

class ScalingTest {
    @Test
    void throughput_a_node_is_measured_by_the_smallest_cluster() {
        Point six = new Point(6, 2, 512, 18_000, OptionalDouble.of(1.5), OptionalDouble.of(12));
        Point three = new Point(3, 1, 256, 10_000, OptionalDouble.of(1.25), OptionalDouble.empty());

        assertThat(TableFormat.CSV.lines(List.of(KvScaling.table(List.of(six, three)))))
                .containsSubsequence("3,1,256,10000,3333.33,100,1.25,", "6,2,512,18000,3000,90,1.5,12");
    }
}
