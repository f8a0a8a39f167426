package squall.engine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import squall.engine.schedule.RunEnding;
import squall.engine.schedule.StopRule;
import squall.system.HumanNumbers;

/** Monitor of a run's stop rules. It receives the counts every few milliseconds and has no clock of its own. */
final class StopRuleMonitor {
    /**
     * Snapshot of the counts.
     *
     * @param acknowledged whole operations since the run began
     * @param failed whole operations since the run began
     * @param pending whether an operation is due or under way
     */
    record RuleReading(long atNs, long acknowledged, long failed, boolean pending) {}

    private static final long SHARE_OVER_NS = 10_000_000_000L;
    private static final long KEEP_EVERY_NS = 100_000_000;

    private final List<StopRule> rules;
    private final Deque<RuleReading> past = new ArrayDeque<>();
    private long acknowledged;
    private long failed; // at the last success
    private long lastSuccessNs;

    StopRuleMonitor(List<StopRule> rules) {
        this.rules = rules;
        past.add(new RuleReading(0, 0, 0, false));
    }

    /** Checks the rules. @return the ending, if a rule holds now */
    Optional<RunEnding.Aborted> check(RuleReading now) {
        remember(now);
        return rules.stream().flatMap(rule -> broken(rule, now).stream()).findFirst();
    }

    private void remember(RuleReading now) {
        boolean idle =
                !now.pending() && now.failed() == failed; // what failed was due, even if nothing is pending just now
        if (now.acknowledged() > acknowledged || idle) {
            acknowledged = now.acknowledged();
            failed = now.failed();
            lastSuccessNs = now.atNs();
        }
        if (now.atNs() - past.getLast().atNs() >= KEEP_EVERY_NS) {
            past.add(now);
        }
        while (past.size() > 1 && second().atNs() <= now.atNs() - SHARE_OVER_NS) {
            past.removeFirst();
        }
    }

    private RuleReading second() {
        return past.stream().skip(1).findFirst().orElseThrow();
    }

    private Optional<RunEnding.Aborted> broken(StopRule rule, RuleReading now) {
        return switch (rule) {
            case StopRule.NoSuccess none -> noSuccess(none, now);
            case StopRule.ErrorShare share -> errorShare(share, now);
            case StopRule.Errors errors -> errors(errors, now);
        };
    }

    private Optional<RunEnding.Aborted> noSuccess(StopRule.NoSuccess rule, RuleReading now) {
        Duration since = Duration.ofNanos(now.atNs() - lastSuccessNs);
        String seen = "no operation was acknowledged for " + since.toMillis() + " ms";
        return when(since.compareTo(rule.length()) >= 0, rule, seen);
    }

    // Only after ten seconds: the share of the first few operations is meaningless.
    private Optional<RunEnding.Aborted> errorShare(StopRule.ErrorShare rule, RuleReading now) {
        RuleReading then = past.getFirst();
        long failures = now.failed() - then.failed();
        long all = failures + now.acknowledged() - then.acknowledged();
        String seen = failures + " of the " + all + " operations completed in the last 10 s failed";
        return when(now.atNs() >= SHARE_OVER_NS && failures > rule.share() * all, rule, seen);
    }

    private Optional<RunEnding.Aborted> errors(StopRule.Errors rule, RuleReading now) {
        return when(now.failed() >= rule.count(), rule, HumanNumbers.counted(now.failed(), "operation") + " failed");
    }

    private static Optional<RunEnding.Aborted> when(boolean holds, StopRule rule, String seen) {
        return holds ? Optional.of(new RunEnding.Aborted(rule, seen + " (" + rule + ")")) : Optional.empty();
    }
}
