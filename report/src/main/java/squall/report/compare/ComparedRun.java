package squall.report.compare;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import squall.report.compare.ComparedMetric.MetricReading;
import squall.results.RunSummary;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.system.InvalidFileException;

/**
 * Run that is compared.
 *
 * @param conditions under which it ran, by key
 */
public record ComparedRun(RecordedRun run, RunConditions conditions, Map<String, MetricReading> readings) {
    /** @throws IOException if it is no run that can be compared; the message names it and says why */
    public static ComparedRun read(RecordedRun run) throws IOException {
        if (run.state() != RunState.COMPLETE) {
            throw new InvalidFileException(
                    run.path() + " is " + run.state().label() + ", only a complete run can be used");
        }
        return new ComparedRun(run, RunConditions.of(run), RunReadings.of(run));
    }

    public String id() {
        return run.manifest().runId();
    }

    /** Returns the begin of the run; empty if it was not recorded, as of some runs that other programs made. */
    public Optional<Instant> startedAt() {
        return run.manifest().begin();
    }

    /** Returns the begin of the run as text. */
    public String begun() {
        return startedAt().map(Instant::toString).orElse("not recorded");
    }

    double seconds() {
        return run.summary().map(RunSummary::elapsedSeconds).orElse(0.0);
    }

    /** Returns the number of planned operations. */
    double operations() {
        return run.summary()
                .flatMap(RunSummary::turns)
                .map(turns -> (double) turns.planned())
                .orElse(0.0);
    }
}
