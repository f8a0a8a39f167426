package squall.apps.cli;

import java.io.IOException;
import java.util.List;
import squall.apps.output.StatusLines;
import squall.apps.run.AppLoad;
import squall.command.FrontEnd;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.spi.CheckResult;

/** What a sample application adds to a run: its status lines, and the verdict on its data. */
final class Sample implements FrontEnd {
    private final AppLoad load;
    private final boolean verify;
    private final StatusLines lines;

    Sample(AppLoad load, boolean verify, StatusLines lines) {
        this.load = load;
        this.verify = verify;
        this.lines = lines;
    }

    @Override
    public List<RunListener> listeners() {
        return List.of(lines);
    }

    @Override
    public List<CheckResult> checks(RunResult result) throws IOException, InterruptedException {
        return verify ? load.check() : List.of();
    }
}
