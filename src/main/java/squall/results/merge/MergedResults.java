package squall.results.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import squall.engine.RunResult;
import squall.engine.RunResult.ClientHealth;
import squall.engine.RunResult.TurnCount;
import squall.engine.schedule.RunEnding;
import squall.measure.OperationSummary;
import squall.measure.SuccessGaps.SuccessGap;
import squall.measure.Window;
import squall.measure.WindowSummary;

/** Addition of the results of concurrent clients: counts and histograms add up, lengths of time do not. */
final class MergedResults {
    private MergedResults() {}

    /** Adds two clients' results, or two sums; the longest time without success of a sum is not known. */
    static RunResult sum(RunResult one, RunResult other) {
        return new RunResult(
                new RunEnding.Complete(),
                Math.max(one.elapsedNs(), other.elapsedNs()),
                turns(one, other),
                new RunResult.RunMeasurement(
                        sum(one.total(), other.total()), windows(one, other), maximum(one, other), Optional.empty()),
                one.aborted() + other.aborted(),
                health(one.client(), other.client()));
    }

    /** @param gap of all clients together */
    static RunResult with(Optional<SuccessGap> gap, RunResult sum) {
        return new RunResult(
                new RunEnding.Complete(),
                sum.elapsedNs(),
                new TurnCount(sum.planned(), sum.started(), sum.finished(), sum.unfinishedWait()),
                new RunResult.RunMeasurement(sum.total(), sum.windows(), sum.maximumPerSecond(), gap),
                sum.aborted(),
                sum.client());
    }

    private static TurnCount turns(RunResult one, RunResult other) {
        Histogram unfinishedWait = one.unfinishedWait().copy();
        unfinishedWait.setAutoResize(true);
        unfinishedWait.add(other.unfinishedWait());
        return new TurnCount(
                one.planned() + other.planned(),
                one.started() + other.started(),
                one.finished() + other.finished(),
                unfinishedWait);
    }

    private static List<WindowSummary> windows(RunResult one, RunResult other) {
        List<WindowSummary> windows = new ArrayList<>();
        for (int i = 0; i < one.windows().size(); i++) {
            windows.add(sum(one.windows().get(i), other.windows().get(i)));
        }
        return windows;
    }

    private static WindowSummary sum(WindowSummary one, WindowSummary other) {
        Window window = one.window();
        long to = Math.max(window.toSecond(), other.window().toSecond());
        return new WindowSummary(
                window.until(to),
                Math.max(one.seconds(), other.seconds()),
                OperationSummary.sum(one.operations(), other.operations()));
    }

    /** Returns the sum of the maxima, if each client was calibrated. */
    private static OptionalDouble maximum(RunResult one, RunResult other) {
        return one.maximumPerSecond().isPresent() && other.maximumPerSecond().isPresent()
                ? OptionalDouble.of(one.maximumPerSecond().getAsDouble()
                        + other.maximumPerSecond().getAsDouble())
                : OptionalDouble.empty();
    }

    /** Returns the worst of each figure: one client that did not keep up invalidates the figures of all. */
    private static ClientHealth health(ClientHealth one, ClientHealth other) {
        return new ClientHealth(
                Math.max(one.lagP99Ns(), other.lagP99Ns()),
                Math.max(one.ownLagP99Ns(), other.ownLagP99Ns()),
                Math.max(one.gcShare(), other.gcShare()),
                one.stalls() + other.stalls());
    }
}
