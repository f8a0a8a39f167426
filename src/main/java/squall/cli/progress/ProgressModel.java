package squall.cli.progress;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import squall.engine.schedule.LoadPlan;
import squall.measure.LiveSecond;
import squall.measure.Tick;

/** Model of a run's progress behind every form of display. Owned by the listener thread. */
final class ProgressModel {
    private static final int SLICES = 6;
    private static final int SLICE_SECONDS = 10;

    private final long calibratedSecond;
    private final OptionalLong turns;
    private final OptionalLong lastSecond;
    private final ProgressInterval now = new ProgressInterval();
    private final ProgressInterval total = new ProgressInterval();
    /** Slices of ten seconds of the last minute, the newest last, so that no second has to be subtracted. */
    private final Deque<ProgressInterval> minute = new ArrayDeque<>(List.of(new ProgressInterval()));

    private final Deque<Long> finishedTurns = new ArrayDeque<>(); // after the calibration, with its turns
    private long calibrationTurns;
    private long startedAtEpochMs;
    private long second;
    private int inFlight;
    private long lagNs;
    private String phase = "";
    private final Set<String> phasesOfNow = new LinkedHashSet<>(); // of the seconds closed since the last display

    ProgressModel(LoadPlan plan) {
        this.calibratedSecond = plan.calibration().toSeconds();
        this.turns = plan.ownTurns();
        this.lastSecond = plan.length()
                .map(length -> OptionalLong.of(
                        calibratedSecond + plan.warmUp().plus(length).toSeconds()))
                .orElse(OptionalLong.empty());
    }

    void started(long epochMs) {
        startedAtEpochMs = epochMs;
    }

    void add(LiveSecond liveSecond) {
        second = liveSecond.second() + 1;
        inFlight = liveSecond.inFlight();
        lagNs = liveSecond.lagNs();
        if (second <= calibratedSecond) {
            calibrationTurns = liveSecond.finishedTurns();
        } else {
            finishedTurns.addLast(liveSecond.finishedTurns());
        }
        if (finishedTurns.size() > SLICES * SLICE_SECONDS) {
            finishedTurns.removeFirst();
        }
        now.add(liveSecond);
        total.add(liveSecond);
        minute.getLast().add(liveSecond);
        if (minute.getLast().seconds() >= SLICE_SECONDS) {
            nextSlice();
        }
    }

    void add(Tick tick) {
        phase = tick.window().name();
        phasesOfNow.add(phase);
        now.add(tick);
        total.add(tick);
        minute.getLast().add(tick);
    }

    /** Starts a new interval after the current one was shown. */
    void shown() {
        now.clear();
        phasesOfNow.clear();
    }

    ProgressInterval now() {
        return now;
    }

    ProgressInterval total() {
        return total;
    }

    ProgressInterval minute() {
        ProgressInterval sum = new ProgressInterval();
        minute.forEach(sum::add);
        return sum;
    }

    /** Returns the seconds since the run began. */
    long second() {
        return second;
    }

    Instant time() {
        return Instant.ofEpochMilli(startedAtEpochMs).plusSeconds(second);
    }

    OptionalLong lastSecond() {
        return lastSecond;
    }

    int inFlight() {
        return inFlight;
    }

    double lagSeconds() {
        return lagNs / 1e9;
    }

    /** Returns the current phase; empty until the first second is closed. */
    String phase() {
        return phase;
    }

    /** Returns all phases in which seconds of the current interval lie, as in {@code warm-up+measured}; empty if no second is closed. */
    String phasesOfNow() {
        return phasesOfNow.isEmpty() ? phase : String.join("+", phasesOfNow);
    }

    /** Returns the share that is done, in [0, 1]; empty if the plan has no end. */
    OptionalDouble done() {
        List<Double> shares = new ArrayList<>();
        turns.ifPresent(all -> shares.add(all == 0 ? 1 : (double) finished() / all));
        lastSecond.ifPresent(all -> shares.add(all == 0 ? 1 : (double) second / all));
        return shares.stream().mapToDouble(share -> Math.min(1, share)).max();
    }

    /** Returns the estimated seconds to the end at the rate of the last minute; empty if unknown. */
    OptionalLong remainingSeconds() {
        List<Long> remaining = new ArrayList<>();
        lastSecond.ifPresent(end -> remaining.add(Math.max(0, end - second)));
        double perSecond = turnsPerSecond();
        if (turns.isPresent() && perSecond > 0) {
            long left = Math.max(0, turns.getAsLong() - finished());
            remaining.add(Math.round(Math.ceil(left / perSecond)));
        }
        return remaining.stream().mapToLong(Long::longValue).min();
    }

    private void nextSlice() {
        ProgressInterval oldest = minute.size() < SLICES ? new ProgressInterval() : minute.removeFirst();
        oldest.clear();
        minute.addLast(oldest);
    }

    private long finished() {
        return finishedTurns.isEmpty() ? 0 : finishedTurns.getLast() - calibrationTurns;
    }

    private double turnsPerSecond() {
        if (finishedTurns.size() < 2) {
            return finished();
        }
        return (double) (finishedTurns.getLast() - finishedTurns.getFirst()) / (finishedTurns.size() - 1);
    }
}
