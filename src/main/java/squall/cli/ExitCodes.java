package squall.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.HdrHistogram.Histogram;
import squall.measure.OperationSummary;
import squall.measure.Window;
import squall.run.ClientHealth;
import squall.run.Ending;
import squall.run.RunResult;
import squall.run.StopRule;
import squall.spi.CheckResult;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

/**
 * Every reason why a command does not end with 0, each with its code; the worst is returned (DESIGN 8).
 *
 * <p>Pure: all front ends judge a run by {@link #of}.
 *
 * @param reasons in the order found
 */
public record ExitCodes(List<Reason> reasons) {
    /** Nothing to complain about. */
    public static final ExitCodes OK = new ExitCodes(List.of());

    /** Failures that say nothing of the data, only that no answer was had. */
    private static final Set<ErrorKind> NO_ANSWER =
            EnumSet.of(ErrorKind.CONNECTION, ErrorKind.TIMEOUT, ErrorKind.LATE, ErrorKind.UNFINISHED);

    /** DESIGN 3.2: from here on an operation that was not sent is late. */
    private static final long LATE_MICROS = 1_000_000;

    /** A shorter wait at the very end says nothing about the rate. */
    private static final long HICCUP_MICROS = 250_000;

    /** As a share of the plan. */
    private static final double MOST_BEHIND = 0.01;

    /** @param text why, one line, without secrets */
    public record Reason(ExitCode code, String text) {
        /** As printed at the very end: {@code exit 3: …}. */
        public String line() {
            return "exit " + code.code() + ": " + text;
        }
    }

    public ExitCodes {
        reasons = List.copyOf(reasons);
    }

    /**
     * Judges a run by how it ended, by whether the client kept up, by its failures against the budget, and by the checks of
     * its data.
     */
    public static ExitCodes of(RunResult result, List<CheckResult> checks, ErrorBudget budget) {
        return ending(result)
                .plus(warmUp(result))
                .plus(client(result.client()))
                .plus(failures(result, budget))
                .plus(leftOver(result))
                .plus(checks(checks));
    }

    /** With one more reason. */
    public ExitCodes and(ExitCode code, String text) {
        return plus(new ExitCodes(List.of(new Reason(code, Secrets.mask(text)))));
    }

    /** The code to return: the first of the precedence among all reasons. */
    public ExitCode worst() {
        return ExitCode.worst(reasons.stream().map(Reason::code).toList());
    }

    /** All reasons, the one that decides first. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        reasons.stream().filter(r -> r.code() == worst()).map(Reason::line).forEach(lines::add);
        reasons.stream().filter(r -> r.code() != worst()).map(Reason::line).forEach(lines::add);
        return List.copyOf(lines);
    }

    private ExitCodes plus(ExitCodes others) {
        List<Reason> all = new ArrayList<>(reasons);
        all.addAll(others.reasons);
        return new ExitCodes(all);
    }

    private static ExitCodes ending(RunResult result) {
        return switch (result.ending()) {
            case Ending.Complete complete -> OK;
            case Ending.CalledOff(String reason) -> OK.and(ExitCode.INVALID, "called off: " + reason);
            case Ending.Interrupted(String signal) ->
                OK.and(
                        signal.equals("SIGINT") ? ExitCode.INTERRUPTED : ExitCode.TERMINATED,
                        "ended by " + signal + " after " + Figures.length(Duration.ofNanos(result.elapsedNs())));
            case Ending.Failed(IOException cause) -> OK.and(ExitCode.UNREACHABLE, said(cause));
            case Ending.Failed(Throwable cause) ->
                OK.and(ExitCode.INTERNAL_ERROR, cause.getClass().getName() + ": " + said(cause));
            case Ending.Aborted(StopRule.NoSuccess rule, String reason) ->
                OK.and(unanswered(result) ? ExitCode.UNREACHABLE : ExitCode.EXPECTATION, "ended early: " + reason);
            case Ending.Aborted(StopRule rule, String reason) -> OK.and(ExitCode.EXPECTATION, "ended early: " + reason);
        };
    }

    /** Whether the database gave no answer to any operation that failed. */
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

    private static ExitCodes warmUp(RunResult result) {
        boolean nothingElse = !result.windows().isEmpty()
                && result.windows().stream().allMatch(w -> w.window().kind() == Window.Kind.WARMUP);
        if (!nothingElse || !(result.ending() instanceof Ending.Complete)) {
            return OK;
        }
        return OK.and(
                ExitCode.INVALID,
                "nothing was measured: the run was over after "
                        + Figures.length(Duration.ofNanos(result.elapsedNs()))
                        + ", within its warm-up; shorten the warm-up or let the run last longer");
    }

    private static ExitCodes client(ClientHealth health) {
        ExitCodes codes = OK;
        if (health.ownLagP99Ns() > ClientHealth.MOST_OWN_LAG_NS) {
            codes = codes.and(
                    ExitCode.INVALID,
                    "the client was overloaded: p99 of its own delay before sending was "
                            + Figures.milliseconds(health.ownLagP99Ns() / 1000) + " ms, at most "
                            + Figures.milliseconds(ClientHealth.MOST_OWN_LAG_NS / 1000) + " ms is wanted");
        }
        if (health.gcShare() > ClientHealth.MOST_GC_SHARE) {
            codes = codes.and(
                    ExitCode.INVALID,
                    "the client was overloaded: garbage collection took " + Figures.percent(health.gcShare())
                            + " of a window, at most " + Figures.percent(ClientHealth.MOST_GC_SHARE) + " is wanted");
        }
        return codes;
    }

    private static ExitCodes failures(RunResult result, ErrorBudget budget) {
        long failed = result.total().failed();
        long ended = result.total().operations().stream()
                .filter(o -> !o.operation().part())
                .mapToLong(OperationSummary::ended)
                .sum();
        if (budget.allows(failed, ended)) {
            return OK;
        }
        return OK.and(
                ExitCode.EXPECTATION,
                Figures.count(failed) + " of " + Figures.count(ended) + " operations failed ("
                        + Figures.percent((double) failed / ended) + "), the error budget is "
                        + Figures.percent(budget.share()));
    }

    /**
     * A turn that fell due as the run ended is nobody's fault. One that had waited longer was asked for and did not happen; so was a
     * share of the plan that is more than a hiccup at its end, for then the rate that was asked for was not kept.
     */
    private static ExitCodes leftOver(RunResult result) {
        Histogram waits = result.unfinishedWait();
        if (!(result.ending() instanceof Ending.Complete) || waits.getTotalCount() == 0) {
            return OK;
        }
        long late = waitedAtLeast(LATE_MICROS, waits);
        long behind = waitedAtLeast(HICCUP_MICROS, waits);
        if (late > 0 || behind > MOST_BEHIND * result.planned()) {
            return OK.and(
                    ExitCode.EXPECTATION,
                    Figures.count(behind) + " of " + Figures.count(result.planned())
                            + " operations were still waiting when the run ended, for up to "
                            + Figures.milliseconds(waits.getMaxValue()) + " ms");
        }
        return OK;
    }

    private static long waitedAtLeast(long micros, Histogram waits) {
        return waits.getCountBetweenValues(micros, Math.max(micros, waits.getMaxValue()));
    }

    private static ExitCodes checks(List<CheckResult> checks) {
        ExitCodes codes = OK;
        for (CheckResult check : checks) {
            codes = switch (check.verdict()) {
                case PASSED, SKIPPED -> codes;
                case UNDECIDED -> codes.and(ExitCode.INVALID, check.name() + " is undecided: " + check.detail());
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
