package squall.cli.command;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import squall.cli.Signals;
import squall.cli.progress.ProgressConsole;
import squall.engine.LoadRun;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunEnding;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.spi.Operation;
import squall.system.CommandException;
import squall.system.HumanNumbers;
import squall.verdict.ExitReasons;

/**
 * Search for a number of sessions, in which every step is a run of its own.
 *
 * @param length of a step
 */
public record SessionSearch(SearchRule rule, Duration length) {
    /** Warm-up of each step: connections are new in the first second, which is not measured. */
    private static final Duration WARM_UP = Duration.ofSeconds(1);

    /** Choice of the next number of sessions, and of the best. Pure. */
    public sealed interface SearchRule {
        /** Returns the number of sessions to try next; empty if the search is over. */
        OptionalInt next(List<SearchStep> steps);

        /** Returns the step whose number of sessions is chosen; empty if none of them can be. */
        Optional<SearchStep> best(List<SearchStep> steps);
    }

    /**
     * Rule that takes the most sessions whose p99 keeps to a bound, and of whose operations none failed.
     *
     * @param most sessions to try
     */
    public record MostWithinP99(double p99LimitMs, int most) implements SearchRule {
        private static final double NEAR_ENOUGH = 0.1;

        @Override
        public OptionalInt next(List<SearchStep> steps) {
            OptionalLong next = MaximumSearch.doubling(1, most, NEAR_ENOUGH).next(kept(steps));
            return next.isPresent() ? OptionalInt.of(Math.toIntExact(next.getAsLong())) : OptionalInt.empty();
        }

        @Override
        public Optional<SearchStep> best(List<SearchStep> steps) {
            OptionalLong best = MaximumSearch.accepted(kept(steps));
            return steps.stream()
                    .filter(step -> best.equals(OptionalLong.of(step.sessions())))
                    .findFirst();
        }

        private SortedMap<Long, Boolean> kept(List<SearchStep> steps) {
            SortedMap<Long, Boolean> kept = new TreeMap<>();
            steps.forEach(step -> kept.put((long) step.sessions(), step.keeps(p99LimitMs)));
            return kept;
        }
    }

    /**
     * Rule that doubles the sessions as long as that pays, and takes the fewest that no larger number beats by more than the minimum gain.
     *
     * @param p99LimitMs upper bound of p99; infinite: none
     */
    public record FewestWorthwhile(double p99LimitMs) implements SearchRule {
        /** Minimum gain from twice the sessions. */
        private static final double WORTH = 1.03;

        private static final int MOST = 1024;

        public FewestWorthwhile {
            if (!(p99LimitMs > 0)) {
                throw new IllegalArgumentException("the limit of p99 must be positive: " + p99LimitMs);
            }
        }

        @Override
        public OptionalInt next(List<SearchStep> steps) {
            if (steps.isEmpty()) {
                return OptionalInt.of(1);
            }
            return why(steps).isEmpty() ? OptionalInt.of(2 * steps.getLast().sessions()) : OptionalInt.empty();
        }

        /** Returns why more sessions are not tried; empty while they are. */
        public String why(List<SearchStep> steps) {
            SearchStep last = steps.getLast();
            if (last.failed() > 0) {
                return "operations failed";
            }
            if (last.perSecond() == 0) {
                return SearchStep.NOTHING_ACKNOWLEDGED;
            }
            if (last.p99Ms() > p99LimitMs) {
                return "p99 passed " + p99LimitMs + " ms";
            }
            if (steps.size() > 1
                    && last.perSecond() < WORTH * steps.get(steps.size() - 2).perSecond()) {
                return "twice the sessions gained less than 3 %";
            }
            return 2 * last.sessions() > MOST ? "more than " + MOST + " are not tried" : "";
        }

        @Override
        public Optional<SearchStep> best(List<SearchStep> steps) {
            List<SearchStep> good =
                    steps.stream().filter(step -> step.keeps(p99LimitMs)).toList();
            double most = good.stream().mapToDouble(SearchStep::perSecond).max().orElse(0);
            return good.stream()
                    .filter(step -> step.perSecond() * WORTH >= most)
                    .min(Comparator.comparingInt(SearchStep::sessions));
        }
    }

    /**
     * Measurement of one number of sessions.
     *
     * @param perSecond acknowledged operations that count
     * @param p99Ms of the operations that count
     * @param failed operations of every kind; of a step that was ended early also those before its measurement
     */
    public record SearchStep(int sessions, double perSecond, double p50Ms, double p99Ms, long failed) {
        private static final String NOTHING_ACKNOWLEDGED = "no operation was acknowledged";

        /** @param counts whether an operation counts towards throughput and latency */
        public static SearchStep of(int sessions, RunResult result, Predicate<Operation> counts) {
            WindowSummary window = result.windows().getLast();
            Histogram latency = new Histogram(3);
            long ok = 0;
            for (OperationSummary operation : window.operations()) {
                if (counts.test(operation.operation())) {
                    latency.add(operation.latency());
                    ok += operation.ok();
                }
            }
            return new SearchStep(
                    sessions,
                    window.seconds() == 0 ? 0 : ok / window.seconds(),
                    latency.getValueAtPercentile(50) / 1000.0,
                    latency.getValueAtPercentile(99) / 1000.0,
                    result.ending() instanceof RunEnding.Complete
                            ? window.failed()
                            : result.total().failed());
        }

        private boolean keeps(double p99LimitMs) {
            return p99Ms <= p99LimitMs && failed == 0 && perSecond > 0;
        }

        /** Describes what speaks against this number of sessions: failures, or its p99. */
        public String found() {
            return failed > 0
                    ? HumanNumbers.counted(failed, "operation") + " failed"
                    : perSecond == 0 ? NOTHING_ACKNOWLEDGED : String.format(Locale.ROOT, "p99 was %.2f ms", p99Ms);
        }

        String line() {
            String which = String.format(Locale.ROOT, "%5d %-8s", sessions, sessions == 1 ? "session" : "sessions");
            if (perSecond == 0) {
                return which + " failed: " + found() + (failed > 0 ? ", none was acknowledged" : "");
            }
            return String.format(
                    Locale.ROOT,
                    "%s %,12.1f ops/s   p50 %,.2f ms   p99 %,.2f ms%s",
                    which,
                    perSecond,
                    p50Ms,
                    p99Ms,
                    failed == 0 ? "" : "   " + failed + " failed");
        }
    }

    /** Step of a search on the caller's load. */
    @FunctionalInterface
    public interface SearchRun {
        /** Runs and measures a step, by {@link #run}. */
        SearchStep run(int sessions) throws CommandException, IOException, InterruptedException;
    }

    /** Runs step after step until the rule has a result, and shows each. */
    public List<SearchStep> execute(SearchRun runner, ProgressConsole console)
            throws CommandException, IOException, InterruptedException {
        List<SearchStep> steps = new ArrayList<>();
        for (OptionalInt next = rule.next(steps); next.isPresent(); next = rule.next(steps)) {
            SearchStep step = runner.run(next.getAsInt());
            console.say(step.line());
            steps.add(step);
        }
        return List.copyOf(steps);
    }

    /** Returns the plan of a step. @param whole the plan of the run for which sessions are searched */
    public LoadPlan plan(LoadPlan whole, int sessions) {
        return new LoadPlan(
                sessions,
                whole.pace(),
                OptionalLong.empty(),
                Optional.of(length),
                WARM_UP,
                whole.grace(),
                whole.seed(),
                LoadPlan.Threads.suiting(sessions),
                whole.stopRules());
    }

    /** Runs a step to its end. @throws CommandException with the exit code of such a run, if a signal or a failure ended it */
    public static RunResult run(LoadRun run) throws CommandException, InterruptedException {
        Signals signals = Signals.install(
                signal -> run.stop(new RunEnding.Interrupted(signal)),
                signal -> run.stopNow(new RunEnding.Interrupted(signal)));
        try {
            RunResult result = run.execute();
            return switch (result.ending()) {
                case RunEnding.Complete complete -> result;
                case RunEnding.Aborted aborted -> result;
                case RunEnding.Interrupted interrupted -> throw early(result);
                case RunEnding.CalledOff off -> throw early(result);
                case RunEnding.Failed failure ->
                    throw (CommandException) early(result).initCause(failure.cause());
            };
        } finally {
            signals.close();
        }
    }

    private static CommandException early(RunResult result) {
        ExitReasons reasons = ExitReasons.ofEnding(result);
        return new CommandException(
                reasons.worst(),
                "a step of the search failed: " + reasons.reasons().getFirst().text());
    }
}
