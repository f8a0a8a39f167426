package squall.report.table;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import squall.measure.Window;
import squall.results.RunSummary.OperationTotals;
import squall.results.RunSummary.WindowTotals;
import squall.results.file.WindowHistograms;

/**
 * Figures of a whole run, its warm-up left out.
 *
 * @param okPerSecond acknowledged operations a second, parts of others not counted twice
 * @param failedShare of all that ended; 0 to 1
 * @param latency of all of them merged, in microseconds; empty histogram where none was kept
 */
record RunFigures(double okPerSecond, double failedShare, Histogram latency) {
    /** @throws IllegalArgumentException if the run has no summary, because it did not come to its end */
    static RunFigures of(NamedRun run) throws IOException {
        return of(run, operation -> true);
    }

    /** Computes the figures of the operations with these names only. */
    static RunFigures of(NamedRun run, Predicate<String> names) throws IOException {
        Optional<WindowHistograms> kept = run.run().histograms();
        Histogram latency = new Histogram(3);
        double ok = 0;
        double failed = 0;
        double seconds = 0;
        int number = 0;
        for (WindowTotals window : run.summary().windows()) {
            if (window.kind() != Window.Kind.WARMUP) {
                seconds += window.seconds();
                for (OperationTotals operation : window.operations()) {
                    if (!operation.part() && names.test(operation.operation())) {
                        ok += operation.ok();
                        failed += operation.refused() + operation.unknown();
                        add(kept, number, operation.operation(), latency);
                    }
                }
            }
            number++;
        }
        return new RunFigures(ok / seconds, failed / (ok + failed), latency);
    }

    /** @return empty where nothing was measured */
    OptionalDouble milliseconds(double percentile) {
        return latency.getTotalCount() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(latency.getValueAtPercentile(percentile) / 1e3);
    }

    private static void add(Optional<WindowHistograms> kept, int window, String operation, Histogram into) {
        kept.ifPresent(known -> into.add(known.latency(window, operation)));
    }
}
