package squall.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import squall.measure.server.ServerReadings;
import squall.report.chart.ServerChart.NodeLine;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;

class ServerChartTest {
    private final ServerReadings readings = new ServerReadings();

    @Test
    void counters_are_drawn_as_speeds_and_states_as_they_are_by_node() {
        for (int second = 0; second <= 3; second++) {
            readings.add(second, InstrumentReading.of("n1", ServerMetric.CPU_SECONDS, second * 0.25));
            readings.add(second, InstrumentReading.of("n2", ServerMetric.CPU_SECONDS, second * 1.5));
            readings.add(second, InstrumentReading.of("n1", ServerMetric.DISK_BYTES, 1e6 * (second + 1)));
        }
        List<ServerChart> charts = ServerChart.of(readings, 3);
        assertThat(charts)
                .extracting(ServerChart::title)
                .containsExactly("Server: processor cores in use", "Server: disk use, in MB");
        assertThat(charts.getFirst().lines()).extracting(NodeLine::node).containsExactly("n1", "n2");
        assertThat(values(charts.getFirst(), 0, 1)).containsExactly(250, 250, 250);
        assertThat(values(charts.getFirst(), 1, 1)).containsExactly(1500, 1500, 1500);
        assertThat(values(charts.getLast(), 0, 1)).containsExactly(10, 20, 30);
        assertThat(charts.getLast().divisor()).isEqualTo(10);
    }

    @Test
    void what_was_read_too_long_ago_is_a_gap_which_averages_leave_out() {
        readings.add(0, InstrumentReading.of("n1", ServerMetric.SSTABLES, 7));
        ServerChart chart = ServerChart.of(readings, 20).getFirst();
        assertThat(values(chart, 0, 1)).hasSize(20).startsWith(7).endsWith(ChartTrack.NONE, ChartTrack.NONE);
        assertThat(values(chart, 0, 10)).containsExactly(7, 7);
    }

    @Test
    void nothing_read_is_nothing_drawn() {
        assertThat(ServerChart.of(readings, 100)).isEmpty();
    }

    private static int[] values(ServerChart chart, int line, int step) {
        return chart.tracks(step).toList().get(line).values().toArray();
    }
}
