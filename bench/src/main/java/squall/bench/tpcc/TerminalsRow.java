package squall.bench.tpcc;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import squall.cli.JudgedRun;
import squall.command.FrontEnd;
import squall.measure.WindowSummary;
import squall.run.RunResult;
import squall.spi.CheckResult;
import squall.tpcc.audit.Headline;

/**
 * Prints a run as one line for {@code bench/tpcc-terminals}: transactions a second, efficiency in percent of what the specification
 * allows, p50 and p99 of New-Order from intended start in ms, p99 of the lag in ms, platform threads at the most, failed, unfinished.
 */
record TerminalsRow(int warehouses, PrintStream out) implements FrontEnd {
    @Override
    public List<CheckResult> checks(RunResult result) {
        return List.of();
    }

    @Override
    public void report(JudgedRun run) {
        WindowSummary measured = run.result().windows().getLast();
        Histogram latency = measured.operations().getFirst().latency();
        out.printf(
                Locale.ROOT,
                "%.0f %.1f %.1f %.1f %.2f %d %d %d%n",
                measured.goodputPerSecond(),
                Headline.of(warehouses, measured).efficiencyPercent(),
                latency.getValueAtPercentile(50) / 1e3,
                latency.getValueAtPercentile(99) / 1e3,
                run.result().client().lagP99Ns() / 1e6,
                ManagementFactory.getThreadMXBean().getPeakThreadCount(),
                run.result().total().failed(),
                run.result().unfinished());
    }
}
