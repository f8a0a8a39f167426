package squall.run;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import squall.measure.SuccessGap;
import squall.measure.WindowSummary;

/**
 * What was measured of a run's operations.
 *
 * @param total the whole run
 * @param windows each window by itself, in order
 * @param maximumPerSecond what the calibration found, where the pace is a share of it
 * @param longestGap the longest stretch in which operations were due and none was acknowledged; empty if none is worth telling
 */
public record Measurement(
        WindowSummary total,
        List<WindowSummary> windows,
        OptionalDouble maximumPerSecond,
        Optional<SuccessGap> longestGap) {
    public Measurement {
        windows = List.copyOf(windows);
    }

    /** Of a run in which operations were acknowledged all the time. */
    public Measurement(WindowSummary total, List<WindowSummary> windows, OptionalDouble maximumPerSecond) {
        this(total, windows, maximumPerSecond, Optional.empty());
    }

    /** Of a run without calibration. */
    public static Measurement of(WindowSummary total, WindowSummary... windows) {
        return new Measurement(total, List.of(windows), OptionalDouble.empty());
    }
}
