package squall.ycsb.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.ycsb.output.Runs.properties;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.system.CommandException;
import squall.ycsb.MeasurementProperties;

class OutputSettingsTest {
    @Test
    void unreadable_percentiles_are_warned_of_and_replaced_by_the_default() throws Exception {
        assertThat(OutputSettings.of(properties("hdrhistogram.percentiles=95,x"))
                        .percentiles())
                .isEqualTo(new Percentiles(
                        List.of(95.0, 99.0),
                        Optional.of("[WARN] Couldn't read hdrhistogram.percentiles value: '95,x', the default of "
                                + "'95,99' will be used. Expected numbers above 0 and up to 100, separated by"
                                + " commas.")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "100.5", "NaN", "", "95,,99"})
    void a_percentile_outside_the_scale_is_unreadable_too(String percentiles) throws Exception {
        assertThat(OutputSettings.of(properties("hdrhistogram.percentiles=" + percentiles))
                        .percentiles()
                        .warning())
                .isPresent();
    }

    @Test
    void slots_of_a_timeline_are_whole_seconds() {
        assertThatThrownBy(() -> OutputSettings.of(properties("timeseries.granularity=1500")))
                .isInstanceOf(CommandException.class)
                .hasMessage(
                        "-p: timeseries.granularity must be a multiple of 1000 ms, because the timeline has a resolution of one second, not '1500'");
    }

    @Test
    void raw_samples_need_a_file() {
        assertThatThrownBy(() -> OutputSettings.of(properties("measurementtype=raw")))
                .isInstanceOf(CommandException.class)
                .hasMessage(
                        "-p: measurementtype=raw writes every sample, but standard output is reserved for the report: give a file with -p measurement.raw.output_file=FILE");
        assertThat(MeasurementProperties.RAW_FILE.about()).doesNotContain("standard output");
    }

    /** A schedule makes both the default, whatever is the default without one. */
    @Test
    void the_help_names_the_interval_that_a_rate_has() throws Exception {
        assertThat(OutputSettings.of(properties("squall.rate=10")).interval())
                .isEqualTo(OutputSettings.MeasurementInterval.BOTH);
        assertThat(MeasurementProperties.INTERVAL.about()).endsWith("or both (default with a rate)");
    }
}
