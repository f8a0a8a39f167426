package squall.verdict;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import squall.check.DataCheck;
import squall.engine.RunResult;
import squall.engine.RunResult.ClientHealth;
import squall.engine.schedule.RunEnding;
import squall.engine.schedule.StopRule;
import squall.measure.SuccessGaps.SuccessGap;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.spi.CheckResult;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.system.ExitCode;
import squall.system.HumanNumbers;
import squall.system.SecretMasking;

/**
 * Set of every reason why a command does not end with 0, each with its code; the worst is returned (DESIGN 8).
 *
 * <p>Pure: all front ends judge a run by {@link #of}.
 *
 * @param reasons in the order found
 */
public record ExitReasons(List<Reason> reasons) {
    /** Empty set: the command ends with 0. */
    public static final ExitReasons OK = new ExitReasons(List.of());

    private static final String CLIENT_OVERLOADED = "the client was overloaded: ";

    /** Error kinds that say nothing about the data, only that there was no answer. */
    private static final Set<ErrorKind> NO_ANSWER =
            EnumSet.of(ErrorKind.CONNECTION, ErrorKind.TIMEOUT, ErrorKind.LATE, ErrorKind.UNFINISHED);

    /** Limit in microseconds from which an operation that was not sent is late (DESIGN 3.2). */
    private static final long LATE_MICROS = 1_000_000;

    /** Limit in microseconds below which a wait at the very end does not show a missed rate. */
    private static final long HICCUP_MICROS = 250_000;

    private static final double NS_PER_SECOND = 1e9;

    /** Precision of times in seconds, in which a recorded run keeps its gap. */
    private static final double CLOCK_ERROR_S = 1e-3;

    /** Limit of the turns still waiting at the end, as a share of the plan. */
    private static final double MOST_BEHIND = 0.01;

    /** Sign of a client that could not keep up. */
    public enum Overload {
        /** Delay of its own before sending. */
        DELAY,
        /** Garbage collection. */
        GC
    }

    /**
     * Reason for an exit code.
     *
     * @param text one line, without secrets
     * @param overload empty unless the client could not keep up
     */
    public record Reason(ExitCode code, String text, Optional<Overload> overload) {
        /** Returns the line printed at the very end: {@code exit 3: …}. */
        public String line() {
            return "exit " + code.code() + ": " + text;
        }
    }

    public ExitReasons {
        reasons = List.copyOf(reasons);
    }

    /** Judges a run by how it ended, by whether the client kept up, by its failures against the budget, and by the checks of its data. */
    public static ExitReasons of(RunResult result, List<CheckResult> checks, ErrorBudget budget) {
        return ofEnding(result)
                .plus(warmUp(result))
                .plus(client(result.client()))
                .plus(failures(result, budget))
                .plus(leftOver(result))
                .plus(notPerformed(result))
                .plus(checks(checks));
    }

    /** Returns these reasons and one more; passwords in the text are masked. */
    public ExitReasons and(ExitCode code, String text) {
        return and(code, text, Optional.empty());
    }

    private ExitReasons and(ExitCode code, String text, Optional<Overload> overload) {
        return plus(new ExitReasons(List.of(new Reason(code, SecretMasking.mask(text), overload))));
    }

    /** Returns the code to end with: the first of the precedence among all reasons. */
    public ExitCode worst() {
        return ExitCode.worst(reasons.stream().map(Reason::code).toList());
    }

    /** Returns all reasons as lines, those that decide first. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        reasons.stream().filter(r -> r.code() == worst()).map(Reason::line).forEach(lines::add);
        reasons.stream().filter(r -> r.code() != worst()).map(Reason::line).forEach(lines::add);
        return List.copyOf(lines);
    }

    private ExitReasons plus(ExitReasons others) {
        List<Reason> all = new ArrayList<>(reasons);
        all.addAll(others.reasons);
        return new ExitReasons(all);
    }

    /** Judges a run by how it ended alone. */
    public static ExitReasons ofEnding(RunResult result) {
        return switch (result.ending()) {
            case RunEnding.Complete complete -> OK;
            case RunEnding.CalledOff(String reason) -> OK.and(ExitCode.INVALID, "called off: " + reason);
            case RunEnding.Interrupted(String signal) ->
                OK.and(
                        ExitCode.ofSignal(signal),
                        "ended by " + signal + " after " + HumanNumbers.length(Duration.ofNanos(result.elapsedNs())));
            case RunEnding.Failed(IOException cause) -> OK.and(ExitCode.UNREACHABLE, said(cause));
            case RunEnding.Failed(Throwable cause) ->
                OK.and(ExitCode.INTERNAL_ERROR, cause.getClass().getName() + ": " + said(cause));
            case RunEnding.Aborted(StopRule.NoSuccess rule, String reason) ->
                OK.and(unanswered(result) ? ExitCode.UNREACHABLE : ExitCode.EXPECTATION, "ended early: " + reason);
            case RunEnding.Aborted(StopRule rule, String reason) ->
                OK.and(ExitCode.EXPECTATION, "ended early: " + reason);
        };
    }

    /** Returns whether the database gave no answer to any operation that failed. */
    private static boolean unanswered(RunResult result) {
        return result.total().operations().stream()
                .flatMap(operation -> operation.outcomes().keySet().stream())
                .allMatch(outcome -> switch (outcome) {
                    case Outcome.Ok ok -> true;
                    case Outcome.Refused refused ->
                        NO_ANSWER.contains(refused.error().kind());
                    case Outcome.Unknown unknown ->
                        NO_ANSWER.contains(unknown.error().kind());
                });
    }

    private static ExitReasons warmUp(RunResult result) {
        boolean nothingElse = result.windows().stream().anyMatch(ExitReasons::inWarmUp)
                && result.windows().stream().allMatch(window -> inWarmUp(window) || window.seconds() == 0);
        if (!nothingElse || !(result.ending() instanceof RunEnding.Complete)) {
            return OK;
        }
        return OK.and(
                ExitCode.INVALID,
                "nothing was measured: the run was over after "
                        + HumanNumbers.length(Duration.ofNanos(result.elapsedNs()))
                        + ", within its warm-up; shorten the warm-up or extend the run");
    }

    private static boolean inWarmUp(WindowSummary window) {
        return window.window().kind() == Window.Kind.WARMUP;
    }

    /** Returns the reasons why the figures of a run are the client's and not the database's. */
    static ExitReasons client(ClientHealth health) {
        ExitReasons codes = OK;
        if (health.ownLagP99Ns() > ClientHealth.MOST_LAG_NS) {
            codes = codes.and(
                    ExitCode.INVALID,
                    CLIENT_OVERLOADED + "p99 of its own delay before sending was "
                            + HumanNumbers.milliseconds(health.ownLagP99Ns() / 1000) + " ms, but must be at most "
                            + HumanNumbers.milliseconds(ClientHealth.MOST_LAG_NS / 1000)
                            + " ms; lower the rate, stop other programs on this machine, or run the client on another"
                            + " one",
                    Optional.of(Overload.DELAY));
        }
        if (health.gcShare() > ClientHealth.MOST_GC_SHARE) {
            codes = codes.and(
                    ExitCode.INVALID,
                    CLIENT_OVERLOADED + "garbage collection took " + HumanNumbers.percent(health.gcShare())
                            + " of a window, but must take at most "
                            + HumanNumbers.percent(ClientHealth.MOST_GC_SHARE)
                            + "; give the client more memory (JAVA_OPTS=-Xmx...), or lower the rate",
                    Optional.of(Overload.GC));
        }
        return codes;
    }

    private static ExitReasons failures(RunResult result, ErrorBudget budget) {
        List<WindowSummary> windows = result.measuredWindows();
        long failed = windows.stream().mapToLong(WindowSummary::failed).sum();
        long ended = windows.stream().mapToLong(WindowSummary::finished).sum();
        if (budget.allows(failed, ended)) {
            return OK;
        }
        return OK.and(
                ExitCode.EXPECTATION,
                HumanNumbers.count(failed) + " of " + HumanNumbers.counted(ended, "operation") + " failed ("
                        + HumanNumbers.percent((double) failed / ended) + "), the error budget is "
                        + HumanNumbers.percent(budget.share()) + outage(result));
    }

    /** Returns the longest time without success as a clause: in a closed loop it is long, and few operations fail in it. */
    private static String outage(RunResult result) {
        return result.longestGap()
                .map(gap -> "; no operation succeeded for " + HumanNumbers.length(Duration.ofNanos(gap.lengthNs()))
                        + " from "
                        + HumanNumbers.clock(Duration.ofNanos(gap.fromNs()).toSeconds()) + untilTheEnd(result, gap))
                .orElse("");
    }

    private static String untilTheEnd(RunResult result, SuccessGap gap) {
        double end = result.total().window().fromSecond() + result.total().seconds();
        if (gap.toNs() / NS_PER_SECOND < end - CLOCK_ERROR_S) {
            return "";
        }
        return unanswered(result) ? ", and the database was still unreachable at the end" : " to the end";
    }

    /**
     * Judges the turns left over at the end. A turn that fell due as the run ended is not counted. One that had waited longer was requested
     * but not performed. The same applies if a substantial share of the plan was waiting at the end, because then the requested rate was
     * not kept.
     */
    private static ExitReasons leftOver(RunResult result) {
        Histogram waits = result.unfinishedWait();
        if (!(result.ending() instanceof RunEnding.Complete) || waits.getTotalCount() == 0) {
            return OK;
        }
        long late = waitedAtLeast(LATE_MICROS, waits);
        long behind = waitedAtLeast(HICCUP_MICROS, waits);
        if (late > 0 || behind > MOST_BEHIND * result.planned()) {
            return OK.and(
                    ExitCode.EXPECTATION,
                    HumanNumbers.count(behind) + " of " + HumanNumbers.count(result.planned())
                            + " operations were still waiting when the run ended, for up to "
                            + HumanNumbers.milliseconds(waits.getMaxValue()) + " ms");
        }
        return OK;
    }

    /** Judges the turns of the plan that never fell due, because the load ended before. */
    private static ExitReasons notPerformed(RunResult result) {
        long missing = result.unfinished() - result.unfinishedWait().getTotalCount();
        if (!(result.ending() instanceof RunEnding.Complete) || missing <= 0) {
            return OK;
        }
        return OK.and(
                ExitCode.EXPECTATION,
                HumanNumbers.count(missing) + " of " + HumanNumbers.count(result.planned())
                        + " operations were not performed: the workload ended by itself before");
    }

    private static long waitedAtLeast(long micros, Histogram waits) {
        return waits.getCountBetweenValues(micros, Math.max(micros, waits.getMaxValue()));
    }

    private static ExitReasons checks(List<CheckResult> checks) {
        ExitReasons codes = OK;
        for (CheckResult check : DataCheck.together(checks)) {
            codes = switch (check.verdict()) {
                case PASSED, SKIPPED -> codes;
                case UNDECIDED ->
                    codes.and(
                            ExitCode.INVALID,
                            check.name() + (checks.contains(check) ? " is undecided: " : ": ") + check.detail());
                case FAILED -> codes.and(ExitCode.DATA, check.name() + " failed: " + check.detail());
            };
        }
        return codes;
    }

    private static String said(Throwable cause) {
        String message = cause.getMessage();
        return message == null
                ? cause.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }
}
