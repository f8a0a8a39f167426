package squall.cli;

import java.util.List;
import squall.run.RunResult;
import squall.spi.CheckResult;

/** A run that is over, what its data looks like, and every reason why the command does not end with 0. */
public record JudgedRun(RunResult result, List<CheckResult> checks, ExitCodes codes) {
    public JudgedRun {
        checks = List.copyOf(checks);
    }

    /** The judgement that all front ends share. */
    public static JudgedRun of(RunResult result, List<CheckResult> checks, ErrorBudget budget) {
        return new JudgedRun(result, checks, ExitCodes.of(result, checks, budget));
    }

    public JudgedRun with(ExitCodes others) {
        return new JudgedRun(result, checks, others);
    }
}
