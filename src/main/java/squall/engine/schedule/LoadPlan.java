package squall.engine.schedule;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import squall.measure.Window;

/**
 * Plan of a load: number of sessions, pace, length, and the rules that end it early.
 *
 * @param sessions number of concurrent connections, without those for deferred turns
 * @param pace source of due times
 * @param turns number of operations; empty: until {@code length} is over or the load has no more
 * @param length time after the warm-up; empty: until {@code turns} are done
 * @param warmUp a separate window before the measured one, in whole seconds; its turns count towards {@code turns}
 * @param grace time after the end in which a call may still be under way before it is aborted
 * @param seed of all random numbers
 * @param threads kind of thread that runs the sessions
 * @param stopRules conditions that end the run early
 * @param lateAfter a turn that could not be sent within this time of its due time is not sent any more, but counted as refused (DESIGN
 *     3.2); empty: the whole backlog is sent
 * @param split this client's share: turns, rates and users are those of all clients together, sessions are each client's own
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
    /** Kind of thread that runs sessions (DESIGN 3.6). */
    public enum Threads {
        PLATFORM,
        VIRTUAL;

        private static final int MOST_PLATFORM = 256;

        /** Returns the kind that suits a number of sessions: virtual threads, which cost less each, for many. */
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

    /** Creates the plan of a single client that sends its whole backlog. */
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

    /** Returns this plan, with turns given up that could not be sent in time. */
    public LoadPlan givingUpAfter(Duration late) {
        return new LoadPlan(
                sessions, pace, turns, length, warmUp, grace, seed, threads, stopRules, Optional.of(late), split);
    }

    /** Returns this plan with another number of sessions, and the threads that suit them. */
    public LoadPlan withSessions(int others) {
        return new LoadPlan(
                others, pace, turns, length, warmUp, grace, seed, Threads.suiting(others), stopRules, lateAfter, split);
    }

    /** Returns the plan of one client. */
    public LoadPlan of(ClientSplit part) {
        return new LoadPlan(sessions, pace, turns, length, warmUp, grace, seed, threads, stopRules, lateAfter, part);
    }

    /** Returns the number of operations of this client; empty: until {@code length} is over. */
    public OptionalLong ownTurns() {
        return turns.isEmpty() ? turns : OptionalLong.of(split.count(turns.getAsLong()));
    }

    /** Returns the windows of the run, in order; the last one is open-ended until the run is over. */
    public List<Window> windows() {
        long calibrated = calibration(pace).toSeconds();
        long warm = calibrated + warmUp.toSeconds();
        List<Window> all = List.of(
                new Window(Window.CALIBRATION, Window.Kind.WARMUP, 0, calibrated),
                new Window("warm-up", Window.Kind.WARMUP, calibrated, warm),
                new Window(Window.MEASURED, Window.Kind.STEADY, warm, Long.MAX_VALUE));
        return all.stream().filter(w -> w.fromSecond() < w.toSecond()).toList();
    }

    /** Returns the end of calibration and warm-up, in nanoseconds since the run began. */
    public long measuredFromNs() {
        return calibration(pace).plus(warmUp).toNanos();
    }

    /** Returns the time for which the maximum is measured; zero if the pace is not a share of it. */
    public Duration calibration() {
        return calibration(pace);
    }

    /** Returns the latest end of the run, in nanoseconds since it began; {@link Long#MAX_VALUE} if no length was given. */
    public long endNs() {
        return length.map(l -> calibration(pace).plus(warmUp).plus(l).toNanos()).orElse(Long.MAX_VALUE);
    }

    /** Returns the number of sessions that perform only deferred turns; their numbers follow those of the others. */
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

    // A window consists of whole seconds, because a second lies in one window.
    private static void requireWholeSeconds(Duration warmUp) {
        if (warmUp.isNegative() || warmUp.toNanosPart() != 0) {
            throw new IllegalArgumentException("warm-up must be a whole number of seconds, 0 or more, not " + warmUp);
        }
    }
}
