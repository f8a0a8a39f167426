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

    static Pace.Rate rate(double perSecond) {
        return new Pace.Rate(perSecond, Pace.Arrival.CONSTANT);
    }

    private static Plan plan(
            int sessions, Pace pace, OptionalLong turns, Optional<Duration> length, List<StopRule> rules) {
        return new Plan(
                sessions, pace, turns, length, Duration.ZERO, Duration.ofMillis(300), 7, Plan.Threads.PLATFORM, rules);
    }
}
