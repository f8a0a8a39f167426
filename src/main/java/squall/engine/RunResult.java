package squall.engine;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import squall.engine.schedule.RunEnding;
import squall.measure.SuccessGaps.SuccessGap;
import squall.measure.WindowSummary;

/**
 * The result of a run, with direct access to its parts.
 *
 * @param elapsedNs from the first session's start to the last answer, or to the planned end if that came later
 * @param aborted sessions that had to be aborted because a call outlived the grace time
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
     * What was measured of a run's operations.
     *
     * @param total the whole run
     * @param windows each window by itself, in order
     * @param maximumPerSecond what the calibration found, where the pace is a share of it
     * @param longestGap the longest stretch in which operations were due and none was acknowledged; empty if none is worth telling
     */
    public record RunMeasurement(
            WindowSummary total,
            List<WindowSummary> windows,
            OptionalDouble maximumPerSecond,
            Optional<SuccessGap> longestGap) {
        public RunMeasurement {
            windows = List.copyOf(windows);
        }

        /** Of a run in which operations were acknowledged all the time. */
        public RunMeasurement(WindowSummary total, List<WindowSummary> windows, OptionalDouble maximumPerSecond) {
            this(total, windows, maximumPerSecond, Optional.empty());
        }

        /** Of a run without calibration. */
        public static RunMeasurement of(WindowSummary total, WindowSummary... windows) {
            return new RunMeasurement(total, List.of(windows), OptionalDouble.empty());
        }
    }

    /**
     * Where the turns of a run went.
     *
     * @param planned turns that fell due
     * @param started turns handed to a session
     * @param finished turns that ended, in whatever way, and were recorded
     * @param unfinishedWait how long each of the others had waited when the run ended; microseconds
     */
    public record TurnCount(long planned, long started, long finished, Histogram unfinishedWait) {
        /** Every turn was sent and answered. */
        public static TurnCount allFinished(long turns) {
            return new TurnCount(turns, turns, turns, new Histogram(3));
        }

        /** Turns that were due and never sent, or never answered. */
        public long unfinished() {
            return planned - finished;
        }
    }

    /**
     * Whether the client kept up with its own plan; otherwise the run says little about the database.
     *
     * @param lagP99Ns 99th percentile of the time from a turn's due time to its being sent, for whatever reason, of the turns that were due
     *     after the warm-up; 0 in a closed loop
     * @param ownLagP99Ns the part of it that is the client's fault: from when the turn was due <em>and</em> its session was free. While all
     *     sessions are in a call the database keeps the turn waiting; from then on only the client does
     * @param gcShare time in garbage collection pauses as a share of the window, in the window where it was highest
     * @param stalls how often a session had to wait for the recording thread
     */
    public record ClientHealth(long lagP99Ns, long ownLagP99Ns, double gcShare, long stalls) {
        /** From here on the schedule was not kept (DESIGN 8). */
        public static final long MOST_OWN_LAG_NS = 10_000_000;

        /** From here on the collector was measured, not the database (DESIGN 8). */
        public static final double MOST_GC_SHARE = 0.05;

        /** Nothing to complain of. */
        public static final ClientHealth GOOD = new ClientHealth(0, 0, 0, 0);

        /** Whether the numbers of the run are the client's rather than the database's. */
        public boolean overloaded() {
            return ownLagP99Ns > MOST_OWN_LAG_NS || gcShare > MOST_GC_SHARE;
        }
    }
}
