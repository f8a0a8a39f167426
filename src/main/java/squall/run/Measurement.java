package squall.run;

import java.util.List;
import java.util.OptionalDouble;
import squall.measure.WindowSummary;

/**
 * What was measured of a run's operations.
 *
 * @param total the whole run
 * @param windows each window by itself, in order
 * @param maximumPerSecond what the calibration found, where the pace is a share of it
 */
public record Measurement(WindowSummary total, List<WindowSummary> windows, OptionalDouble maximumPerSecond) {
    public Measurement {
        windows = List.copyOf(windows);
    }

    /** Of a run without calibration. */
    public static Measurement of(WindowSummary total, WindowSummary... windows) {
        return new Measurement(total, List.of(windows), OptionalDouble.empty());
    }
}
