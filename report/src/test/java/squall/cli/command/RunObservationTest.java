package squall.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import squall.engine.monitor.DatabaseMonitor.ReadingGap;
import squall.measure.recovery.FaultSpan;

class RunObservationTest {
    private static final FaultSpan KILLED = new FaultSpan(100, OptionalLong.of(110), 120);

    @Test
    void readings_that_fail_while_a_server_is_down_by_a_fault_are_not_listed() {
        assertThat(RunObservation.unexpected(
                        List.of(failed(99.9, 100.1), failed(105, 105), failed(119.5, 119.6)), List.of(KILLED)))
                .isEmpty();
    }

    @Test
    void readings_that_fail_with_no_fault_active_are_listed_once_for_each_source() {
        assertThat(RunObservation.unexpected(
                        List.of(failed(50, 51), failed(105, 105), failed(130, 131)), List.of(KILLED)))
                .containsExactly(
                        "database metrics: views of n1: 2 readings failed or skipped while no fault was active;"
                                + " the first: FATAL: too many clients");
    }

    @Test
    void one_reading_is_not_told_in_the_plural() {
        assertThat(RunObservation.unexpected(List.of(failed(50, 51)), List.of(KILLED)))
                .singleElement()
                .asString()
                .contains(" 1 reading failed or skipped ");
    }

    @Test
    void a_fault_that_stays_to_the_end_of_the_run_has_no_end() {
        assertThat(RunObservation.unexpected(
                        List.of(failed(500, 501)), List.of(new FaultSpan(100, OptionalLong.empty(), 120))))
                .isEmpty();
    }

    private static ReadingGap failed(double from, double to) {
        return new ReadingGap("views of n1", (long) (from * 1e9), (long) (to * 1e9), 1, "FATAL: too many\nclients");
    }
}
