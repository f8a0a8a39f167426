package squall.report.model;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import squall.engine.RunResult;
import squall.engine.RunResult.ClientHealth;
import squall.measure.Window;
import squall.results.RunSummary;
import squall.system.HumanNumbers;

/** Warning about a calibrated rate that was not sustained, only for runs without faults, which make operations wait. */
public final class CalibrationWarning {
    private CalibrationWarning() {}

    /** Returns the warning, without a full stop. */
    public static Optional<String> of(RunResult run) {
        return of(
                run.windows().stream().map(window -> window.window().kind()),
                run.maximumPerSecond(),
                run.client().lagP99Ns());
    }

    /** Returns the warning on a recorded run, the same text. */
    static Optional<String> of(RunSummary run) {
        return run.client()
                .map(RunSummary.ClientSummary::health)
                .flatMap(client -> of(
                        run.windows().stream().map(RunSummary.WindowTotals::kind),
                        run.calibratedMaximumPerS(),
                        client.lagP99Ns()));
    }

    private static Optional<String> of(Stream<Window.Kind> windows, OptionalDouble maximumPerSecond, long lagP99Ns) {
        boolean steady = windows.allMatch(kind -> switch (kind) {
            case WARMUP, STEADY -> true;
            case BASELINE, DISTURBED, RECOVERY -> false;
        });
        if (!steady || maximumPerSecond.isEmpty() || lagP99Ns <= ClientHealth.MOST_LAG_NS) {
            return Optional.empty();
        }
        return Optional.of("1 % of the operations waited " + HumanNumbers.milliseconds(lagP99Ns / 1000)
                + " ms or longer for a free session, and must not wait longer than "
                + HumanNumbers.milliseconds(ClientHealth.MOST_LAG_NS / 1000)
                + " ms: the calibrated rate was not sustained; the maximum was measured too high for the whole run, so take a"
                + " smaller share of it");
    }
}
