package squall.tpcc.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import squall.engine.RunListener;
import squall.measure.LiveSecond;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.system.PollDeadline;

/** Sees a run go on. */
final class Observer implements RunListener {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<Tick> ticks = Collections.synchronizedList(new ArrayList<>());
    private volatile long seconds;
    private volatile int inFlight;

    @Override
    public void pulse(LiveSecond pulse) {
        inFlight = pulse.inFlight();
        seconds = pulse.second() + 1;
    }

    @Override
    public void closed(Tick tick) {
        ticks.add(tick);
    }

    /** Returns when the run has lasted so long. */
    void awaitSecond(long second) throws IOException, InterruptedException {
        require(PollDeadline.in(LIMIT).await(() -> seconds >= second), "second " + second);
    }

    /** Returns when so many operations are under way as a second ends. */
    void awaitInFlight(int operations) throws IOException, InterruptedException {
        require(PollDeadline.in(LIMIT).await(() -> inFlight >= operations), operations + " operations under way");
    }

    /** Every second of the run, in order. */
    List<Tick> ticks() {
        return List.copyOf(ticks);
    }

    /** In how many seconds nothing at all was acknowledged. */
    long silentSeconds() {
        return ticks().stream()
                .filter(tick -> tick.operations().stream().allMatch(operation -> operation.completedOk() == 0))
                .count();
    }

    /** What was acknowledged in a second. */
    static long acknowledged(Tick tick) {
        return tick.operations().stream().mapToLong(OperationTick::completedOk).sum();
    }

    private static void require(boolean seen, String what) throws IOException {
        if (!seen) {
            throw new IOException("waited " + LIMIT.toSeconds() + " s for " + what);
        }
    }
}
