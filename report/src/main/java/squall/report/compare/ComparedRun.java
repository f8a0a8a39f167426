package squall.report.compare;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import squall.report.compare.ComparedMetric.MetricReading;
import squall.report.model.JudgementStatus;
import squall.report.model.ReportDocument.ReportedExpectation;
import squall.results.RunSummary;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.system.ExitCode;
import squall.system.InvalidFileException;

/**
 * Run that is compared.
 *
 * @param conditions under which it ran, by key
 */
public record ComparedRun(RecordedRun run, RunConditions conditions, Map<String, MetricReading> readings) {
    /** Units of the operations per second that other programs print. */
    private static final Set<String> RATES = Set.of("ops/s", "requests/s", "tps");

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

    /** Returns whether its data check failed: no figure makes up for lost data. */
    boolean hasWrongData() {
        return run.summary().map(RunSummary::exitCode).equals(Optional.of(ExitCode.DATA.code()));
    }

    /** Returns the failed expectation on its data, for a run with wrong data. */
    ReportedExpectation wrongData(String subject) {
        return new ReportedExpectation(
                subject,
                "the data of " + id() + " is complete and correct",
                JudgementStatus.FAILED,
                ExitCode.DATA.meaning());
    }

    /** Returns a line for each exit code but 0, with the runs that ended with it. */
    static List<String> complaints(List<ComparedRun> runs) {
        SortedMap<Integer, List<String>> ids = new TreeMap<>();
        for (ComparedRun run : runs) {
            int code = run.run().summary().map(RunSummary::exitCode).orElse(ExitCode.OK.code());
            ids.computeIfAbsent(code, first -> new ArrayList<>()).add(run.id());
        }
        ids.remove(ExitCode.OK.code());
        return ids.entrySet().stream()
                .map(each -> "exit " + each.getKey() + ", "
                        + ExitCode.of(each.getKey()).meaning() + ": " + String.join(", ", each.getValue()))
                .toList();
    }

    /** Returns the begin of the run; empty if it was not recorded, as of some runs that other programs made. */
    public Optional<Instant> startedAt() {
        return run.manifest().begin();
    }

    /** Returns the begin of the run as text. */
    public String begun() {
        return startedAt().map(Instant::toString).orElse("not recorded");
    }

    /** Returns the length; empty if it was not recorded, as of some runs that other programs made. */
    OptionalDouble seconds() {
        return run.summary().stream()
                .filter(summary -> summary.elapsedNs().isPresent())
                .mapToDouble(RunSummary::elapsedSeconds)
                .findFirst();
    }

    /** Returns the number of planned operations; of an imported run without it, its rate times its length; empty without that. */
    OptionalDouble operations() {
        DoubleStream planned = run.summary().flatMap(RunSummary::turns).stream().mapToDouble(RunSummary.Turns::planned);
        DoubleStream counted = seconds().stream()
                .flatMap(length -> readings.values().stream()
                        .filter(reading -> RATES.contains(reading.metric().unit()))
                        .mapToDouble(reading -> reading.value() * length));
        return DoubleStream.concat(planned, counted).findFirst();
    }
}
