package squall.report.table;

import java.util.List;
import squall.measure.Window;
import squall.results.RunSummary;
import squall.results.RunSummary.OperationTotals;
import squall.results.recorded.RecordedRun;

/**
 * One operation over the warm-up of a run, or over a window after it.
 *
 * @param p99Ms from the merged histogram
 */
public record OperationWindow(boolean warmUp, String operation, OperationRate rate, double p99Ms) {
    /** Those in which something was acknowledged, in their order; none of a run that did not come to its end. */
    public static List<OperationWindow> of(RecordedRun run) {
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
    public record OperationRate(double perSecond, double meanMs) {
        /** Beyond this share figures cannot be reconciled by their rounding. */
        private static final double ROUNDING = 0.05;

        /** Operations under way at a time, by Little's law: N = X R. */
        public double inFlight() {
            return perSecond * meanMs / 1000;
        }

        /** By which share more was in flight than so many threads of a closed loop can have. */
        public double over(long threads) {
            return inFlight() / threads - 1;
        }

        /** Whether a closed loop of so many threads can have measured this: each has one operation under way, and no more. */
        public boolean possible(long threads) {
            return over(threads) <= ROUNDING;
        }
    }
}
