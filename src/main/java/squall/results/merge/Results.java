package squall.results.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import squall.measure.OperationSummary;
import squall.measure.SuccessGap;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.run.ClientHealth;
import squall.run.Ending;
import squall.run.Measurement;
import squall.run.RunResult;
import squall.run.TurnCount;

/** Adds what clients measured side by side: counts and histograms add up, lengths of time do not. */
final class Results {
    private Results() {}

    /** @param gap of all clients together */
    static RunResult sum(List<RunResult> results, Optional<SuccessGap> gap) {
        WindowSummary total =
                results.stream().map(RunResult::total).reduce(Results::sum).orElseThrow();
        return new RunResult(
                new Ending.Complete(),
                longest(results, RunResult::elapsedNs),
                turns(results),
                new Measurement(total, windows(results), maximum(results), gap),
                results.stream().mapToInt(RunResult::aborted).sum(),
                health(results.stream().map(RunResult::client).toList()));
    }

    private static TurnCount turns(List<RunResult> results) {
        Histogram unfinishedWait = new Histogram(3);
        results.forEach(result -> unfinishedWait.add(result.unfinishedWait()));
        return new TurnCount(
                sum(results, RunResult::planned),
                sum(results, RunResult::started),
                sum(results, RunResult::finished),
                unfinishedWait);
    }

    private static List<WindowSummary> windows(List<RunResult> results) {
        List<WindowSummary> windows = new ArrayList<>();
        for (int i = 0; i < results.getFirst().windows().size(); i++) {
            int number = i;
            windows.add(results.stream()
                    .map(result -> result.windows().get(number))
                    .reduce(Results::sum)
                    .orElseThrow());
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

    /** Of all clients together, where each was calibrated. */
    private static OptionalDouble maximum(List<RunResult> results) {
        return results.stream().allMatch(result -> result.maximumPerSecond().isPresent())
                ? OptionalDouble.of(results.stream()
                        .mapToDouble(result -> result.maximumPerSecond().orElseThrow())
                        .sum())
                : OptionalDouble.empty();
    }

    /** The worst of each: one client that did not keep up spoils the figures of all. */
    private static ClientHealth health(List<ClientHealth> clients) {
        return new ClientHealth(
                longest(clients, ClientHealth::lagP99Ns),
                longest(clients, ClientHealth::ownLagP99Ns),
                highest(clients, ClientHealth::gcShare),
                sum(clients, ClientHealth::stalls));
    }

    private static <T> long sum(List<T> all, ToLongFunction<T> of) {
        return all.stream().mapToLong(of).sum();
    }

    private static <T> long longest(List<T> all, ToLongFunction<T> of) {
        return all.stream().mapToLong(of).max().orElse(0);
    }

    private static <T> double highest(List<T> all, ToDoubleFunction<T> of) {
        return all.stream().mapToDouble(of).max().orElse(0);
    }
}
