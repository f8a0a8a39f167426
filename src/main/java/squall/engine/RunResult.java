package squall.engine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import squall.engine.schedule.RunEnding;
import squall.measure.SuccessGaps.SuccessGap;
import squall.measure.Window;
import squall.measure.WindowSummary;

/**
 * Result of a run, with direct access to its parts.
 *
 * @param elapsedNs from the first session's start to the last answer, or to the planned end if that came later
 * @param aborted number of sessions that had to be aborted because a call outlived the grace time
 * @param client whether the client kept up
 */
public record RunResult(
        RunEnding ending, long elapsedNs, TurnCount turns, RunMeasurement measured, int aborted, ClientHealth client) {
    public long planned() {
        return turns.planned();
    }

    public long started() {
        return turns.started();
    }

    public long finished() {
        return turns.finished();
    }

    public long unfinished() {
        return turns.unfinished();
    }

    public Histogram unfinishedWait() {
        return turns.unfinishedWait();
    }

    public WindowSummary total() {
        return measured.total();
    }

    public List<WindowSummary> windows() {
        return measured.windows();
    }

    /** Returns the windows whose figures count: all but the warm-up, or the whole run if there is nothing else. */
    public List<WindowSummary> measuredWindows() {
        List<WindowSummary> counted = windows().stream()
                .filter(window -> window.window().kind() != Window.Kind.WARMUP)
                .toList();
        return counted.isEmpty() ? List.of(total()) : counted;
    }

    public Optional<SuccessGap> longestGap() {
        return measured.longestGap();
    }

    public OptionalDouble maximumPerSecond() {
        return measured.maximumPerSecond();
    }

    RunResult endedBy(RunEnding other) {
        return new RunResult(other, elapsedNs, turns, measured, aborted, client);
    }

    /**
     * Measurement of a run's operations.
     *
     * @param total the whole run without its calibration
     * @param windows each window by itself, in order
     * @param maximumPerSecond maximum that the calibration found; empty if the pace is not a share of it
     * @param longestGap the longest time in which operations were due and none was acknowledged; empty if it is too short to report
     */
    public record RunMeasurement(
            WindowSummary total,
            List<WindowSummary> windows,
            OptionalDouble maximumPerSecond,
            Optional<SuccessGap> longestGap) {
        public RunMeasurement {
            windows = List.copyOf(windows);
        }

        /** Creates the measurement of a run in which operations were acknowledged all the time. */
        public RunMeasurement(WindowSummary total, List<WindowSummary> windows, OptionalDouble maximumPerSecond) {
            this(total, windows, maximumPerSecond, Optional.empty());
        }

        /** Creates the measurement of a run without calibration. */
        public static RunMeasurement of(WindowSummary total, WindowSummary... windows) {
            return new RunMeasurement(total, List.of(windows), OptionalDouble.empty());
        }
    }

    /**
     * Turn counts of a run.
     *
     * @param planned turns that fell due, and those that the plan had left when the load had no more; none of the calibration
     * @param started turns handed to a session
     * @param finished turns that ended, in whatever way, and were recorded
     * @param unfinishedWait time that each of the other turns had waited when the run ended, in microseconds
     */
    public record TurnCount(long planned, long started, long finished, Histogram unfinishedWait) {
        /** Creates the counts of a run whose turns were all sent and answered. */
        public static TurnCount allFinished(long turns) {
            return new TurnCount(turns, turns, turns, new Histogram(3));
        }

        /** Returns the number of turns that were due and never sent, or never answered. */
        public long unfinished() {
            return planned - finished;
        }
    }

    /**
     * Health of the client: if it did not keep up with its own plan, the run says little about the database.
     *
     * @param lagP99Ns 99th percentile of the time from a turn's due time to its being sent, for whatever reason, of the turns that were due
     *     after the warm-up; 0 in a closed loop
     * @param ownLagP99Ns the part of it that the client caused: from when the turn was due <em>and</em> its session was free. While all
     *     sessions are in a call, the database delays the turn; after that only the client does
     * @param gcShare time in garbage collection pauses as a share of the window, in the window where it was highest, the warm-up included;
     *     a window of less than {@link #SHORTEST_GC_WINDOW} counts as if it were that long
     * @param stalls how often a session had to wait for the recording thread
     */
    public record ClientHealth(long lagP99Ns, long ownLagP99Ns, double gcShare, long stalls) {
        /** Upper bound of a lag with which a schedule counts as kept (DESIGN 8). */
        public static final long MOST_LAG_NS = 10_000_000;

        /** Upper bound of the garbage collector's share of a window; above it the collector was measured, not the database (DESIGN 8). */
        public static final double MOST_GC_SHARE = 0.05;

        /** Minimum length that a window counts with for this share: in a fraction of a second a single pause would dominate. */
        public static final Duration SHORTEST_GC_WINDOW = Duration.ofSeconds(5);

        /** Health of a client without lag, pauses or stalls. */
        public static final ClientHealth GOOD = new ClientHealth(0, 0, 0, 0);

        /** Returns whether the figures of the run describe the client rather than the database. */
        public boolean overloaded() {
            return ownLagP99Ns > MOST_LAG_NS || gcShare > MOST_GC_SHARE;
        }
    }
}
