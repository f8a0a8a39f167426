package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import squall.report.table.OperationWindow.OperationRate;

class OperationRateTest {
    @Test
    void what_is_in_flight_is_throughput_times_latency() {
        assertThat(new OperationRate(102_760, 3.89).inFlight()).isBetween(399.7, 399.8);
    }

    @Test
    void a_closed_loop_has_no_more_in_flight_than_threads() {
        assertThat(new OperationRate(1000, 10).possible(10)).isTrue();
        assertThat(new OperationRate(1040, 10).possible(10))
                .describedAs("by rounding")
                .isTrue();
        assertThat(new OperationRate(1060, 10).possible(10)).isFalse();
    }
}
