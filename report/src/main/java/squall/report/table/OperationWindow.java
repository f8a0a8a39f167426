package squall.report.table;

import java.util.List;
import squall.measure.Window;
import squall.results.RunSummary;
import squall.results.RunSummary.OperationTotals;
import squall.results.recorded.RecordedRun;

/**
 * Figures of one operation over the warm-up of a run, or over a window after it.
 *
 * @param p99Ms from the merged histogram
 */
record OperationWindow(boolean warmUp, String operation, OperationRate rate, double p99Ms) {
    /** Returns the windows in which something was acknowledged, in their order; none of a run that did not come to its end. */
    static List<OperationWindow> of(RecordedRun run) {
        return run.summary().map(RunSummary::windows).orElse(List.of()).stream()
                .flatMap(window -> window.operations().stream()
                        .filter(operation -> operation.ok() > 0)
                        .map(operation -> of(window.kind() == Window.Kind.WARMUP, operation)))
                .toList();
    }

    private static OperationWindow of(boolean warmUp, OperationTotals operation) {
        return new OperationWindow(
                warmUp,
                operation.operation(),
                new OperationRate(
                        operation.okPerS().orElse(0),
                        operation.latency().meanMs().orElse(0)),
                operation.latency().p99Ms().orElse(0));
    }

    /** Throughput and mean latency of one operation. */
    record OperationRate(double perSecond, double meanMs) {
        /** Returns the mean number of operations in flight, by Little's law: N = X R. */
        double inFlight() {
            return perSecond * meanMs / 1000;
        }
    }
}
