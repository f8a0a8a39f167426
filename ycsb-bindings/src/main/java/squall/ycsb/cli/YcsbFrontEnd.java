package squall.ycsb.cli;

import java.io.IOException;
import java.util.List;
import squall.cli.CommandException;
import squall.cli.JudgedRun;
import squall.cli.Surroundings;
import squall.command.FrontEnd;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.spi.CheckResult;
import squall.ycsb.YcsbProperties;
import squall.ycsb.output.Output;
import squall.ycsb.output.Report;

/** What YCSB adds to a run: status lines, its files, and its report on standard output. */
record YcsbFrontEnd(Work work, Output output, YcsbProperties properties, Surroundings surroundings)
        implements FrontEnd {
    @Override
    public List<RunListener> listeners() {
        return output.listeners(surroundings.err());
    }

    @Override
    public List<CheckResult> checks(RunResult result) throws InterruptedException {
        return work.after().checks();
    }

    @Override
    public List<String> figures(JudgedRun run) {
        return work.after().notes(run.result());
    }

    @Override
    public void report(JudgedRun run) throws CommandException, IOException {
        Report.write(properties, output.lines(run.result(), work.after().lines()), surroundings.out());
    }
}
