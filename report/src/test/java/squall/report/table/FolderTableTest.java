package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import squall.measure.server.ServerReadings;
import squall.report.format.TableFormat;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;

class FolderTableTest {
    @Test
    void each_folder_has_its_share_of_its_node_as_read_last() {
        ServerReadings readings = new ServerReadings();
        held(readings, 0, "n1:9042 data1", 1e6, 1);
        held(readings, 5, "n1:9042 data1", 3e6, 2);
        held(readings, 5, "n1:9042 data2", 1e6, 1);
        held(readings, 5, "n2:9042 data", 4e6, 5);
        readings.add(5, InstrumentReading.of("n1:9042", ServerMetric.SSTABLES, 3));

        assertThat(TableFormat.CSV.lines(List.of(FolderTable.table(FolderTable.folders("loaded", readings)))))
                .containsExactly(
                        "run,node,folder,used_mb,of_node_pct,sstables",
                        "loaded,n1:9042,data1,3.00,75.0,2",
                        "loaded,n1:9042,data2,1.00,25.0,1",
                        "loaded,n2:9042,data,4.00,100.0,5");
        assertThat(readings.nodes()).containsExactly("n1:9042");
    }

    private static void held(ServerReadings readings, double second, String folder, double bytes, double sstables) {
        readings.add(second, InstrumentReading.of(folder, ServerMetric.FOLDER_BYTES, bytes));
        readings.add(second, InstrumentReading.of(folder, ServerMetric.FOLDER_SSTABLES, sstables));
    }
}
