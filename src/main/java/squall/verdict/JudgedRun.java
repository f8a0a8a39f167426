package squall.verdict;

import java.util.List;
import java.util.Optional;
import squall.engine.RunResult;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.spi.CheckResult;

/** Run that has finished, the state of its data, and every reason for an exit code other than 0. */
public record JudgedRun(RunResult result, List<CheckResult> checks, ExitReasons codes) {
    public JudgedRun {
        checks = List.copyOf(checks);
    }

    /** Judges a run by the rules that all front ends share. */
    public static JudgedRun of(RunResult result, List<CheckResult> checks, ErrorBudget budget) {
        return new JudgedRun(result, checks, ExitReasons.of(result, checks, budget));
    }

    /** Returns the summary of the measured time; empty if the run ended before it. */
    public Optional<WindowSummary> steady() {
        return result.windows().stream()
                .filter(window -> window.window().kind() == Window.Kind.STEADY)
                .filter(window -> window.seconds() > 0)
                .findFirst();
    }

    public JudgedRun with(ExitReasons others) {
        return new JudgedRun(result, checks, others);
    }
}
