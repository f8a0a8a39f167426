package squall.verdict;

import java.util.List;
import squall.engine.RunResult;
import squall.spi.CheckResult;

/** A finished run, the state of its data, and every reason for an exit code other than 0. */
public record JudgedRun(RunResult result, List<CheckResult> checks, ExitReasons codes) {
    public JudgedRun {
        checks = List.copyOf(checks);
    }

    /** The judgement that all front ends share. */
    public static JudgedRun of(RunResult result, List<CheckResult> checks, ErrorBudget budget) {
        return new JudgedRun(result, checks, ExitReasons.of(result, checks, budget));
    }

    public JudgedRun with(ExitReasons others) {
        return new JudgedRun(result, checks, others);
    }
}
