package squall.apps.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import squall.apps.AppOperations;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.measure.LiveSecond;
import squall.measure.OperationSummary;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.spi.Operation;

/**
 * Throughput of the first minute, and of the time after it: a fast beginning is not always sustained. Called on the listeners' thread.
 */
final class SustainedThroughput implements RunListener {
    private static final int INITIAL_SECONDS = 60;

    private final long[] initial = new long[AppOperations.ALL.size()];
    private final long[] all = new long[AppOperations.ALL.size()];
    private double seconds;

    @Override
    public void liveSecond(LiveSecond liveSecond) {
        if (liveSecond.second() < INITIAL_SECONDS) {
            AppOperations.ALL.forEach(kind -> initial[kind.ordinal()] +=
                    liveSecond.operations().get(kind.ordinal()).completedOk());
        }
    }

    /** Takes the totals, which include the operations completed after the last whole second. */
    @Override
    public void finished(RunResult result) {
        seconds = result.total().window().fromSecond() + result.total().seconds();
        for (OperationSummary operation : result.total().operations()) {
            all[operation.operation().ordinal()] = operation.ok();
        }
    }

    /** Returns the figures of each operation that was performed; none if the run was no longer than a minute. */
    List<WorkloadFigure> figures() {
        List<WorkloadFigure> figures = new ArrayList<>();
        for (Operation kind : AppOperations.ALL) {
            if (seconds > INITIAL_SECONDS && all[kind.ordinal()] > 0) {
                long first = initial[kind.ordinal()];
                figures.add(WorkloadFigure.sum(kind.name() + " initial", "ops/s", (double) first / INITIAL_SECONDS));
                figures.add(WorkloadFigure.sum(
                        kind.name() + " sustained",
                        "ops/s",
                        (all[kind.ordinal()] - first) / (seconds - INITIAL_SECONDS)));
            }
        }
        return List.copyOf(figures);
    }

    List<String> lines() {
        List<WorkloadFigure> figures = figures();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < figures.size(); i += 2) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%s: %,.1f/s in the first %d s, %,.1f/s sustained after",
                    figures.get(i).name().replace(" initial", ""),
                    figures.get(i).value(),
                    INITIAL_SECONDS,
                    figures.get(i + 1).value()));
        }
        return List.copyOf(lines);
    }
}
