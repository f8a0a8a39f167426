package squall.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Short plans for tests. */
final class Plans {
    private Plans() {}

    static Plan turns(int sessions, Pace pace, long turns) {
        return plan(sessions, pace, OptionalLong.of(turns), Optional.empty(), List.of());
    }

    static Plan lasting(int sessions, Pace pace, Duration length, StopRule... rules) {
        return plan(sessions, pace, OptionalLong.empty(), Optional.of(length), List.of(rules));
    }

    /** The same plan, carried by other threads. */
    static Plan on(Plan.Threads threads, Plan plan) {
        return new Plan(
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

    static Pace.Rate rate(double perSecond) {
        return new Pace.Rate(perSecond, Pace.Arrival.CONSTANT);
    }

    private static Plan plan(
            int sessions, Pace pace, OptionalLong turns, Optional<Duration> length, List<StopRule> rules) {
        return new Plan(
                sessions, pace, turns, length, Duration.ZERO, Duration.ofMillis(300), 7, Plan.Threads.PLATFORM, rules);
    }
}
