package squall.sysbench.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.function.Predicate;
import squall.check.DataCheck;
import squall.cli.command.ClientSettings;
import squall.cli.command.CommandMonitor;
import squall.cli.progress.ProgressConsole;
import squall.spi.CheckResult;

/**
 * Console, monitor and output of a run.
 *
 * @param out where its result is printed
 * @param clients which client of the run this is
 */
public record RunOutput(ProgressConsole console, CommandMonitor monitor, PrintStream out, ClientSettings clients) {
    /** Checks that count what is in a table know nothing of what other clients did there. */
    public List<CheckResult> checks(List<CheckResult> own, Predicate<CheckResult> counts) {
        return own.stream()
                .map(check -> clients.split().shared() && counts.test(check)
                        ? DataCheck.skipped(check.name(), "other clients wrote to the same tables")
                        : check)
                .toList();
    }

    /** Prints a line of the result, also while the progress is shown. */
    public void print(String line) {
        console.printResult(out, line);
    }
}
