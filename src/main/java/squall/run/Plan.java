package squall.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a load is driven: how many sessions, how fast, how long, and when to give up.
 *
 * @param sessions how many connections are held at once
 * @param pace where due times come from
 * @param turns how many operations; empty: until {@code length} is over or the load has no more
 * @param length how long after the warm-up; empty: until {@code turns} are done
 * @param warmUp a window of its own before the measured one; its turns count toward {@code turns}
 * @param grace how long after the end a call may still be under way before it is aborted
 * @param seed of everything random
 * @param threads what carries the sessions
 * @param stopRules what ends the run early
 */
public record Plan(
        int sessions,
        Pace pace,
        OptionalLong turns,
        Optional<Duration> length,
        Duration warmUp,
        Duration grace,
        long seed,
        Threads threads,
        List<StopRule> stopRules) {
    /** What carries sessions (DESIGN 3.6). */
    public enum Threads {
        PLATFORM,
        VIRTUAL
    }

    public Plan {
        if (sessions < 1) {
            throw new IllegalArgumentException("sessions must be at least 1: " + sessions);
        }
        if (turns.isPresent() && turns.getAsLong() < 0) {
            throw new IllegalArgumentException("turns must not be negative: " + turns.getAsLong());
        }
        stopRules = List.copyOf(stopRules);
    }
}
