package squall.apps.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import squall.apps.output.StatusLines;
import squall.apps.run.AppLoad;
import squall.cli.JudgedRun;
import squall.command.FrontEnd;
import squall.results.FiguresFile;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.spi.CheckResult;

/** What a sample application adds to a run: its status lines, and the verdict on its data. */
final class Sample implements FrontEnd {
    private final AppLoad load;
    private final boolean verify;
    private final StatusLines lines;
    private final Rates rates = new Rates();

    Sample(AppLoad load, boolean verify, StatusLines lines) {
        this.load = load;
        this.verify = verify;
        this.lines = lines;
    }

    @Override
    public List<RunListener> listeners() {
        return List.of(lines, rates);
    }

    @Override
    public List<CheckResult> checks(RunResult result) throws InterruptedException {
        return verify ? load.check() : load.seen();
    }

    @Override
    public void keep(Path directory, JudgedRun run) throws IOException {
        FiguresFile.write(directory, rates.figures());
    }

    @Override
    public List<String> figures(JudgedRun run) {
        List<String> figures = new ArrayList<>(rates.lines());
        if (Neighbours.any(load.database().endpoints())) {
            figures.add(Neighbours.WARNING);
        }
        return figures;
    }
}
