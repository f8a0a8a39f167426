package squall.results.recorded;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.results.RunSummary;
import squall.results.RunSummary.OperationTotals;
import squall.results.RunSummary.WindowTotals;
import squall.results.file.RunState;
import squall.results.file.WindowHistograms;
import squall.results.file.WindowHistograms.HistogramKind;
import squall.spi.Operation;
import squall.system.InvalidFileException;

/** Result of a run, read back completely from {@code summary.json} and {@code histograms.hlog}. */
public final class StoredResult {
    private final RunSummary summary;
    private final WindowHistograms histograms;
    private final ErrorMessages messages;

    private StoredResult(RunSummary summary, WindowHistograms histograms, ErrorMessages messages) {
        this.summary = summary;
        this.histograms = histograms;
        this.messages = messages;
    }

    /** @throws IOException if the run did not reach its end, or a file is missing or damaged; the message names it */
    public static RunResult read(RecordedRun run) throws IOException {
        if (run.summary().isPresent() && run.state() != RunState.COMPLETE) {
            throw new InvalidFileException(
                    run.path() + " is " + run.state().label() + ", only a complete run can be used");
        }
        return readEnded(run);
    }

    /** Reads the result of a run that may be invalid; the caller must know whether its figures can be used. */
    public static RunResult readEnded(RecordedRun run) throws IOException {
        RunSummary summary = run.summary()
                .orElseThrow(() ->
                        new InvalidFileException(run.path() + " has no summary.json: it did not come to its end"));
        WindowHistograms histograms = WindowHistograms.read(run.file(WindowHistograms.NAME));
        try {
            return new StoredResult(summary, histograms, ErrorMessages.of(summary.errors())).result();
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(run.path().resolve(RunSummary.NAME) + ": " + e.getMessage(), e);
        }
    }

    private RunResult result() {
        List<WindowSummary> windows = new ArrayList<>();
        for (WindowTotals window : summary.windows()) {
            windows.add(window(windows.size(), window));
        }
        if (windows.isEmpty()) {
            throw new IllegalArgumentException("there are no windows in it");
        }
        WindowTotals total = member("total", summary.total());
        return new RunResult(
                new RunEnding.Complete(),
                summary.elapsedNs().orElse(0),
                turns(member("turns", summary.turns())),
                new RunResult.RunMeasurement(
                        new WindowSummary(total.window(), total.seconds(), total(windows)),
                        windows,
                        summary.calibratedMaximumPerS(),
                        summary.longestWithoutSuccess().map(RunSummary.LongestGap::gap)),
                summary.abortedSessions().orElse(0),
                summary.client().map(RunSummary.ClientSummary::health).orElse(RunResult.ClientHealth.GOOD));
    }

    private static <T> T member(String name, Optional<T> member) {
        return member.orElseThrow(() -> new IllegalArgumentException("there is no member " + name + " in it"));
    }

    private RunResult.TurnCount turns(RunSummary.Turns turns) {
        return new RunResult.TurnCount(turns.planned(), turns.started(), turns.finished(), histograms.unfinishedWait());
    }

    private WindowSummary window(int number, WindowTotals window) {
        List<OperationSummary> operations = new ArrayList<>();
        for (OperationTotals operation : window.operations()) {
            operations.add(operation(number, operations.size(), operation));
        }
        return new WindowSummary(window.window(), window.seconds(), operations);
    }

    private OperationSummary operation(int window, int ordinal, OperationTotals totals) {
        String name = totals.operation();
        return new OperationSummary(
                new Operation(ordinal, name, totals.part()),
                totals.ok(),
                totals.refused(),
                totals.unknown(),
                totals.retries(),
                totals.unfinished(),
                histograms.of(window, HistogramKind.LATENCY, name),
                histograms.of(window, HistogramKind.SERVICE, name),
                histograms.of(window, HistogramKind.FAILED_LATENCY, name),
                histograms.of(window, HistogramKind.FAILED_SERVICE, name),
                messages.counts(totals.outcomes()));
    }

    /** Adds the windows without a calibration, unless there is nothing else. */
    private static List<OperationSummary> total(List<WindowSummary> windows) {
        List<WindowSummary> parts = windows.stream()
                .filter(window -> !window.window().calibration())
                .toList();
        List<OperationSummary> total =
                (parts.isEmpty() ? windows : parts).getFirst().operations();
        for (int part = 1; part < parts.size(); part++) {
            total = OperationSummary.sum(total, parts.get(part).operations());
        }
        return total;
    }
}
