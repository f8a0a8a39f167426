package squall.engine.schedule;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import squall.measure.Window;

/**
 * How a load is driven: how many sessions, how fast, how long, and when to give up.
 *
 * @param sessions number of concurrent connections, without those for deferred turns
 * @param pace where due times come from
 * @param turns how many operations; empty: until {@code length} is over or the load has no more
 * @param length how long after the warm-up; empty: until {@code turns} are done
 * @param warmUp a separate window before the measured one, in whole seconds; its turns count towards {@code turns}
 * @param grace how long after the end a call may still be under way before it is aborted
 * @param seed of everything random
 * @param threads what carries the sessions
 * @param stopRules what ends the run early
 * @param lateAfter a turn that could not be sent within this time of its due time is not sent any more, but counted as refused (DESIGN
 *     3.2); empty: a backlog is sent whole
 * @param split which part of all this is done here: turns, rates and users are those of all clients together, sessions are each client's own
 */
public record LoadPlan(
        int sessions,
        LoadPace pace,
        OptionalLong turns,
        Optional<Duration> length,
        Duration warmUp,
        Duration grace,
        long seed,
        Threads threads,
        List<StopRule> stopRules,
        Optional<Duration> lateAfter,
        ClientSplit split) {
    /** What carries sessions (DESIGN 3.6). */
    public enum Threads {
        PLATFORM,
        VIRTUAL;

        private static final int MOST_PLATFORM = 256;

        /** Virtual threads, which cost less each, for many sessions. */
        public static Threads suiting(int sessions) {
            return sessions <= MOST_PLATFORM ? PLATFORM : VIRTUAL;
        }
    }

    public LoadPlan {
        if (sessions < 1) {
            throw new IllegalArgumentException("sessions must be at least 1: " + sessions);
        }
        if (turns.isPresent() && turns.getAsLong() < 0) {
            throw new IllegalArgumentException("turns must not be negative: " + turns.getAsLong());
        }
        requireWholeSeconds(warmUp);
        if (grace.isNegative()) {
            throw new IllegalArgumentException("grace must not be negative: " + grace);
        }
        if (length.isPresent() && length.get().isNegative()) {
            throw new IllegalArgumentException("length must not be negative: " + length.get());
        }
        if (lateAfter.isPresent() && !lateAfter.get().isPositive()) {
            throw new IllegalArgumentException("lateAfter must be above 0: " + lateAfter.get());
        }
        if (users(pace) < split.clients()) {
            throw new IllegalArgumentException(
                    pace + " cannot be divided among " + split.clients() + " clients: each needs one at least");
        }
        stopRules = List.copyOf(stopRules);
    }

    /** A plan that sends its backlog whole, of a single client. */
    public LoadPlan(
            int sessions,
            LoadPace pace,
            OptionalLong turns,
            Optional<Duration> length,
            Duration warmUp,
            Duration grace,
            long seed,
            Threads threads,
            List<StopRule> stopRules) {
        this(
                sessions,
                pace,
                turns,
                length,
                warmUp,
                grace,
                seed,
                threads,
                stopRules,
                Optional.empty(),
                ClientSplit.WHOLE);
    }

    /** The same, which gives up what could not be sent in time. */
    public LoadPlan givingUpAfter(Duration late) {
        return new LoadPlan(
                sessions, pace, turns, length, warmUp, grace, seed, threads, stopRules, Optional.of(late), split);
    }

    /** The part of one client. */
    public LoadPlan of(ClientSplit part) {
        return new LoadPlan(sessions, pace, turns, length, warmUp, grace, seed, threads, stopRules, lateAfter, part);
    }

    /** How many operations this client does; empty: until {@code length} is over. */
    public OptionalLong ownTurns() {
        return turns.isEmpty() ? turns : OptionalLong.of(split.count(turns.getAsLong()));
    }

    /** The windows of the run, in order; the last one is open-ended until the run is over. */
    public List<Window> windows() {
        long calibrated = calibration(pace).toSeconds();
        long warm = calibrated + warmUp.toSeconds();
        List<Window> all = List.of(
                new Window("calibration", Window.Kind.WARMUP, 0, calibrated),
                new Window("warm-up", Window.Kind.WARMUP, calibrated, warm),
                new Window("measured", Window.Kind.STEADY, warm, Long.MAX_VALUE));
        return all.stream().filter(w -> w.fromSecond() < w.toSecond()).toList();
    }

    /** When calibration and warm-up are over, in nanoseconds since the run began. */
    public long measuredFromNs() {
        return calibration(pace).plus(warmUp).toNanos();
    }

    /** When the run ends at the latest, in nanoseconds since it began; {@link Long#MAX_VALUE} if no length was given. */
    public long endNs() {
        return length.map(l -> calibration(pace).plus(warmUp).plus(l).toNanos()).orElse(Long.MAX_VALUE);
    }

    /** How many sessions perform nothing but deferred turns; their numbers follow those of the others. */
    public int deferredSessions() {
        return pace instanceof LoadPace.Users users ? users.deferredSessions() : 0;
    }

    private static long users(LoadPace pace) {
        return switch (pace) {
            case LoadPace.Users users -> users.count();
            case LoadPace.Terminals terminals -> terminals.count();
            case LoadPace.Closed closed -> Long.MAX_VALUE;
            case LoadPace.Rate rate -> Long.MAX_VALUE;
            case LoadPace.Ramp ramp -> Long.MAX_VALUE;
            case LoadPace.ShareOfMaximum share -> Long.MAX_VALUE;
        };
    }

    private static Duration calibration(LoadPace pace) {
        return pace instanceof LoadPace.ShareOfMaximum share ? share.calibration() : Duration.ZERO;
    }

    // A window is made of whole seconds, because a second lies in one window.
    private static void requireWholeSeconds(Duration warmUp) {
        if (warmUp.isNegative() || warmUp.toNanosPart() != 0) {
            throw new IllegalArgumentException("warm-up must be a whole number of seconds, 0 or more, not " + warmUp);
        }
    }
}
