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

/** Throughput of the first minute apart from that of the time after: what begins fast is not always sustained. Hears the run on the listeners' thread. */
final class SustainedThroughput implements RunListener {
    private static final int INITIAL_SECONDS = 60;

    private final long[] initial = new long[AppOperations.ALL.size()];
    private final long[] all = new long[AppOperations.ALL.size()];
    private double seconds;

    @Override
    public void pulse(LiveSecond pulse) {
        if (pulse.second() < INITIAL_SECONDS) {
            AppOperations.ALL.forEach(kind -> initial[kind.ordinal()] +=
                    pulse.operations().get(kind.ordinal()).completedOk());
        }
    }

    /** What was completed after the last whole second is known only now. */
    @Override
    public void finished(RunResult result) {
        seconds = result.elapsedNs() / 1e9;
        for (OperationSummary operation : result.total().operations()) {
            all[operation.operation().ordinal()] = operation.ok();
        }
    }

    /** None if the run was not longer than a minute, or an operation was not performed. */
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
