package squall.engine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.StopRule;

/** Short plans for tests. */
final class Plans {
    private Plans() {}

    static LoadPlan turns(int sessions, LoadPace pace, long turns) {
        return plan(sessions, pace, OptionalLong.of(turns), Optional.empty(), List.of());
    }

    static LoadPlan lasting(int sessions, LoadPace pace, Duration length, StopRule... rules) {
        return plan(sessions, pace, OptionalLong.empty(), Optional.of(length), List.of(rules));
    }

    /** Returns the same plan, carried by other threads. */
    static LoadPlan on(LoadPlan.Threads threads, LoadPlan plan) {
        return new LoadPlan(
                plan.sessions(),
                plan.pace(),
                plan.turns(),
                plan.length(),
                plan.warmUp(),
                plan.grace(),
                plan.seed(),
                threads,
                plan.stopRules());
    }

    /** Returns the same plan after a warm-up. */
    static LoadPlan warmedUp(Duration warmUp, LoadPlan plan) {
        return new LoadPlan(
                plan.sessions(),
                plan.pace(),
                plan.turns(),
                plan.length(),
                warmUp,
                plan.grace(),
                plan.seed(),
                plan.threads(),
                plan.stopRules());
    }

    static LoadPace.Rate rate(double perSecond) {
        return new LoadPace.Rate(perSecond, LoadPace.Arrival.CONSTANT);
    }

    private static LoadPlan plan(
            int sessions, LoadPace pace, OptionalLong turns, Optional<Duration> length, List<StopRule> rules) {
        return new LoadPlan(
                sessions,
                pace,
                turns,
                length,
                Duration.ZERO,
                Duration.ofMillis(300),
                7,
                LoadPlan.Threads.PLATFORM,
                rules);
    }
}
