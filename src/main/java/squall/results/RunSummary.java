package squall.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import squall.engine.RunResult;
import squall.engine.RunResult.ClientHealth;
import squall.engine.schedule.RunEnding;
import squall.measure.OperationSummary;
import squall.measure.SuccessGaps.SuccessGap;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.results.file.ErrorsFile.FailureRecord;
import squall.results.file.RunState;
import squall.spi.CheckResult;
import squall.spi.Outcome;
import squall.system.ExitCode;
import squall.system.SecretMasking;
import squall.verdict.AdversitySummary;
import squall.verdict.ExitReasons;
import squall.verdict.ExitReasons.Overload;
import squall.verdict.JudgedRun;

/**
 * {@code summary.json}: the result of a run. {@code summary.csv}, {@code summary.md} and the index are other views of it. In an imported
 * run the data that the other program did not record are absent.
 *
 * @param exitCode the one returned
 * @param exitCodes all that applied
 * @param measured over all windows but warm-up; over the whole run if it has no others
 * @param checks results of the data checks after the run
 * @param definitions meaning of each figure
 */
public record RunSummary(
        int schemaVersion,
        String runId,
        RunState state,
        Optional<EndingRecord> ending,
        int exitCode,
        List<ExitReason> exitCodes,
        OptionalLong elapsedNs,
        Optional<Turns> turns,
        OptionalInt abortedSessions,
        Optional<ClientSummary> client,
        OptionalDouble calibratedMaximumPerS,
        Optional<Quantiles> unfinishedWait,
        Optional<LongestGap> longestWithoutSuccess,
        Optional<MeasuredTotals> measured,
        Optional<WindowTotals> total,
        List<WindowTotals> windows,
        List<ErrorCount> errors,
        List<CheckResult> checks,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> definitions,
        Optional<ServerSummary> server,
        Optional<AdversitySummary> adversity,
        Optional<RepetitionSummary> repetitions) {
    public static final String NAME = "summary.json";

    private static final Map<String, String> DEFINITIONS = new TreeMap<>(Map.of(
            "latency",
                    "from intended start to answer of acknowledged operations, and the charged wait of the unfinished",
            "service", "from sending to answer of acknowledged operations",
            "failed_latency", "from intended start to answer of operations that were refused or unknown",
            "not_found", "of those acknowledged, answered that there is no such row",
            "refused", "certainly not applied",
            "unknown", "may have been applied",
            "goodput_per_s", "acknowledged operations in a second, parts of operations not counted again",
            "percentiles", "HdrHistogram, 3 significant digits, from merged histograms"));

    /** End of the run. @param kind {@code complete}, {@code aborted}, {@code called_off}, {@code interrupted} or {@code failed} */
    public record EndingRecord(String kind, Optional<String> reason) {
        static final EndingRecord COMPLETE = new EndingRecord("complete", Optional.empty());

        private static EndingRecord of(RunEnding ending) {
            return switch (ending) {
                case RunEnding.Complete complete -> COMPLETE;
                case RunEnding.Aborted aborted -> of("aborted", aborted.reason());
                case RunEnding.CalledOff off -> of("called_off", off.reason());
                case RunEnding.Interrupted interrupted -> of("interrupted", interrupted.signal());
                case RunEnding.Failed failed -> of("failed", failed.cause().toString());
            };
        }

        private static EndingRecord of(String kind, String reason) {
            return new EndingRecord(kind, Optional.of(SecretMasking.mask(reason)));
        }
    }

    /** Returns whether the run is invalid, and for no other reason than a client that could not keep up. */
    public boolean invalidOnlyByClient() {
        return invalid().findAny().isPresent()
                && invalid().allMatch(reason -> reason.overload().isPresent());
    }

    /** Returns whether the run is valid but for the client's own delay, of which the p99 is no more than this. */
    public boolean invalidOnlyByDelay(long mostMs) {
        return invalid().findAny().isPresent() && invalidBeyondDelay(mostMs).isEmpty();
    }

    /** Returns the first reason why the run is invalid, but for the client's own delay if its p99 is no more than this. */
    public Optional<String> invalidBeyondDelay(long mostMs) {
        boolean tolerated = client.stream().allMatch(health -> health.ownLagP99Ms() <= mostMs);
        return invalid()
                .filter(reason -> !(tolerated && reason.overload().equals(Optional.of(Overload.DELAY))))
                .map(ExitReason::reason)
                .findFirst();
    }

    private Stream<ExitReason> invalid() {
        return exitCodes.stream().filter(reason -> reason.code() == ExitCode.INVALID.code());
    }

    /** Reason why the exit code is not 0. @param overload also empty in runs recorded before it was a member */
    public record ExitReason(int code, String reason, Optional<Overload> overload) {}

    /** Turn counts of the sessions. */
    public record Turns(long planned, long started, long finished, long unfinished) {}

    /** Health of the client itself. */
    public record ClientSummary(
            boolean overloaded, double lagP99Ms, double ownLagP99Ms, double gcShare, long recorderStalls) {
        private static ClientSummary of(ClientHealth health) {
            return new ClientSummary(
                    health.overloaded(),
                    health.lagP99Ns() / 1e6,
                    health.ownLagP99Ns() / 1e6,
                    health.gcShare(),
                    health.stalls());
        }

        public ClientHealth health() {
            return new ClientHealth(Math.round(lagP99Ms * 1e6), Math.round(ownLagP99Ms * 1e6), gcShare, recorderStalls);
        }
    }

    /** Longest time in which operations were due and none was acknowledged. */
    public record LongestGap(double fromS, double lengthS) {
        public SuccessGap gap() {
            return new SuccessGap(Math.round(fromS * 1e9), Math.round(lengthS * 1e9));
        }
    }

    /** Quantiles of a histogram. Without values there is a count of 0 and nothing else: absent, never 0 ms. */
    public record Quantiles(
            long samples,
            OptionalDouble meanMs,
            OptionalDouble p50Ms,
            OptionalDouble p90Ms,
            OptionalDouble p95Ms,
            OptionalDouble p99Ms,
            OptionalDouble p999Ms,
            OptionalDouble maxMs) {
        /** @param histogram of microseconds */
        static Quantiles of(Histogram histogram) {
            boolean any = histogram.getTotalCount() > 0;
            return new Quantiles(
                    histogram.getTotalCount(),
                    any ? OptionalDouble.of(Math.round(histogram.getMean()) / 1000.0) : OptionalDouble.empty(),
                    percentile(histogram, 50),
                    percentile(histogram, 90),
                    percentile(histogram, 95),
                    percentile(histogram, 99),
                    percentile(histogram, 99.9),
                    any ? OptionalDouble.of(histogram.getMaxValue() / 1000.0) : OptionalDouble.empty());
        }

        private static OptionalDouble percentile(Histogram histogram, double percentile) {
            return histogram.getTotalCount() == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(histogram.getValueAtPercentile(percentile) / 1000.0);
        }
    }

    /**
     * Totals of all operations in the measured windows, parts of operations not counted again: the figures of this run in a list of many.
     *
     * @param goodputPerS empty if nothing was measured
     */
    public record MeasuredTotals(double seconds, long ok, long failed, OptionalDouble goodputPerS, Quantiles latency) {
        private static MeasuredTotals of(RunResult result) {
            List<WindowSummary> windows = result.measuredWindows();
            double seconds =
                    windows.stream().mapToDouble(WindowSummary::seconds).sum();
            List<OperationSummary> operations =
                    windows.stream().flatMap(WindowSummary::whole).toList();
            long ok = operations.stream().mapToLong(OperationSummary::ok).sum();
            Histogram latency = new Histogram(3);
            operations.forEach(operation -> latency.add(operation.latency()));
            return new MeasuredTotals(
                    seconds,
                    ok,
                    windows.stream().mapToLong(WindowSummary::failed).sum(),
                    seconds > 0 ? OptionalDouble.of(ok / seconds) : OptionalDouble.empty(),
                    Quantiles.of(latency));
        }
    }

    /**
     * Totals of one window.
     *
     * @param phase of the scenario; empty in a run without one
     * @param injection empty if nothing is injected
     * @param goodputPerS empty for a window without length
     */
    public record WindowTotals(
            String name,
            Window.Kind kind,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String phase,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String injection,
            long fromS,
            long toS,
            double seconds,
            OptionalDouble goodputPerS,
            long failed,
            List<OperationTotals> operations) {
        private static WindowTotals of(WindowSummary summary) {
            Window window = summary.window();
            return new WindowTotals(
                    window.name(),
                    window.kind(),
                    window.origin().phase(),
                    window.origin().injection(),
                    window.fromSecond(),
                    window.toSecond(),
                    summary.seconds(),
                    summary.seconds() > 0 ? OptionalDouble.of(summary.goodputPerSecond()) : OptionalDouble.empty(),
                    summary.failed(),
                    summary.operations().stream()
                            .map(operation -> OperationTotals.of(operation, summary.seconds()))
                            .toList());
        }

        public Window window() {
            return new Window(name, kind, fromS, toS, new Window.WindowOrigin(phase, injection));
        }
    }

    /**
     * Totals of one operation in one window.
     *
     * @param part whether it is a part of another operation, in no total
     * @param notFound acknowledged operations whose answer was that the row does not exist; empty if that was not recorded
     */
    public record OperationTotals(
            String operation,
            boolean part,
            long ok,
            OptionalLong notFound,
            long refused,
            long unknown,
            long retries,
            long unfinished,
            OptionalDouble okPerS,
            Quantiles latency,
            Quantiles service,
            Quantiles failedLatency,
            List<OutcomeCount> outcomes) {
        private static OperationTotals of(OperationSummary summary, double seconds) {
            return new OperationTotals(
                    summary.operation().name(),
                    summary.operation().part(),
                    summary.ok(),
                    OptionalLong.of(summary.notFound()),
                    summary.refused(),
                    summary.unknown(),
                    summary.retries(),
                    summary.unfinished(),
                    seconds > 0 ? OptionalDouble.of(summary.ok() / seconds) : OptionalDouble.empty(),
                    Quantiles.of(summary.latency()),
                    Quantiles.of(summary.service()),
                    Quantiles.of(summary.failedLatency()),
                    OutcomeCount.of(summary.outcomes()));
        }

        /** Returns the number of acknowledged operations that wrote nothing because the row was there before. */
        public long existed() {
            return outcomes.stream()
                    .filter(each -> each.code().equals(Optional.of(Outcome.EXISTED.code())))
                    .mapToLong(OutcomeCount::count)
                    .sum();
        }
    }

    /**
     * Count of one outcome of an operation; the message of an error is in the list of errors.
     *
     * @param kind the class of errors; empty for an acknowledged operation
     * @param code of an acknowledged operation; empty for an error
     */
    public record OutcomeCount(
            @JsonProperty("class") Optional<String> kind,
            Optional<String> sqlstate,
            String outcome,
            Optional<String> code,
            long count) {
        /** Sorts the counts, errors first; the map of outcomes has no order of its own. */
        private static List<OutcomeCount> of(Map<Outcome, Long> counts) {
            return counts.entrySet().stream()
                    .map(entry -> of(entry.getKey(), entry.getValue()))
                    .sorted(Comparator.comparing(
                                    (OutcomeCount each) -> each.kind().isEmpty())
                            .thenComparing(each -> each.kind().orElse(""))
                            .thenComparing(each -> each.sqlstate().orElse(""))
                            .thenComparing(OutcomeCount::outcome)
                            .thenComparing(each -> each.code().orElse("")))
                    .toList();
        }

        private static OutcomeCount of(Outcome outcome, long count) {
            return FailureRecord.of(outcome)
                    .map(failure -> new OutcomeCount(
                            Optional.of(failure.kind()),
                            Optional.of(failure.code().code()),
                            failure.outcome(),
                            Optional.empty(),
                            count))
                    .orElseGet(() -> new OutcomeCount(
                            Optional.empty(), Optional.empty(), "ok", Optional.of(outcome.code()), count));
        }
    }

    /** Count of one error of one operation. @param kind the class of errors */
    public record ErrorCount(
            String operation,
            @JsonProperty("class") String kind,
            String sqlstate,
            String outcome,
            long count,
            String message) {
        private static List<ErrorCount> of(WindowSummary total) {
            List<ErrorCount> errors = new ArrayList<>();
            for (OperationSummary summary : total.operations()) {
                summary.outcomes()
                        .forEach((outcome, count) -> FailureRecord.of(outcome)
                                .ifPresent(failure -> errors.add(new ErrorCount(
                                        summary.operation().name(),
                                        failure.kind(),
                                        failure.code().code(),
                                        failure.outcome(),
                                        count,
                                        SecretMasking.mask(failure.message())))));
            }
            errors.sort(Comparator.comparing(ErrorCount::operation)
                    .thenComparing(ErrorCount::kind)
                    .thenComparing(ErrorCount::sqlstate)
                    .thenComparing(ErrorCount::outcome)
                    .thenComparing(ErrorCount::message)); // the map of outcomes has no order of its own
            return errors;
        }
    }

    /** Optional members of the summary, which only some kinds of runs have. */
    public record Members(
            Optional<ServerSummary> server,
            Optional<AdversitySummary> adversity,
            Optional<RepetitionSummary> repetitions) {
        public static final Members NONE = new Members(Optional.empty(), Optional.empty(), Optional.empty());
    }

    static RunSummary of(String runId, JudgedRun run, Members members) {
        RunResult result = run.result();
        ExitReasons codes = run.codes();
        return new RunSummary(
                Manifest.SCHEMA_VERSION,
                runId,
                RunState.of(result, codes),
                Optional.of(EndingRecord.of(result.ending())),
                codes.worst().code(),
                codes.reasons().stream()
                        .map(reason -> new ExitReason(reason.code().code(), reason.text(), reason.overload()))
                        .toList(),
                OptionalLong.of(result.elapsedNs()),
                Optional.of(new Turns(result.planned(), result.started(), result.finished(), result.unfinished())),
                OptionalInt.of(result.aborted()),
                Optional.of(ClientSummary.of(result.client())),
                result.maximumPerSecond(),
                Optional.of(Quantiles.of(result.unfinishedWait())),
                result.longestGap().map(gap -> new LongestGap(gap.fromNs() / 1e9, gap.lengthNs() / 1e9)),
                Optional.of(MeasuredTotals.of(result)),
                Optional.of(WindowTotals.of(result.total())),
                result.windows().stream().map(WindowTotals::of).toList(),
                ErrorCount.of(result.total()),
                run.checks().stream()
                        .map(check -> new CheckResult(
                                check.name(), check.verdict(), SecretMasking.mask(check.detail()), check.figures()))
                        .toList(),
                DEFINITIONS,
                members.server(),
                members.adversity(),
                members.repetitions());
    }

    /** Creates the summary of an imported run of which only figures are known. @param elapsedNs empty if that is not recorded */
    static RunSummary ofFigures(String runId, OptionalLong elapsedNs) {
        return new RunSummary(
                Manifest.SCHEMA_VERSION,
                runId,
                RunState.COMPLETE,
                Optional.of(EndingRecord.COMPLETE),
                0,
                List.of(),
                elapsedNs,
                Optional.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns the summary of an imported run, without the client's health, which is not known. */
    RunSummary withoutClient() {
        return new RunSummary(
                schemaVersion,
                runId,
                state,
                ending,
                exitCode,
                exitCodes,
                elapsedNs,
                turns,
                OptionalInt.empty(),
                Optional.empty(),
                calibratedMaximumPerS,
                Optional.empty(),
                longestWithoutSuccess,
                measured,
                total,
                windows,
                errors,
                checks,
                definitions,
                server,
                adversity,
                repetitions);
    }

    /** Returns all operations of the run; none if they were not measured. */
    public List<OperationTotals> operations() {
        return total.map(WindowTotals::operations).orElse(List.of());
    }

    public double elapsedSeconds() {
        return elapsedNs.orElse(0) / 1e9;
    }
}
