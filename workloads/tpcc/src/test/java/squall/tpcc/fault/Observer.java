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

/** Listener that records the seconds of a run, and waits for some of them. */
final class Observer implements RunListener {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<Tick> ticks = Collections.synchronizedList(new ArrayList<>());
    private volatile long seconds;
    private volatile int inFlight;

    @Override
    public void liveSecond(LiveSecond liveSecond) {
        inFlight = liveSecond.inFlight();
        seconds = liveSecond.second() + 1;
    }

    @Override
    public void closed(Tick tick) {
        ticks.add(tick);
    }

    /** Waits until the run has lasted so long. */
    void awaitSecond(long second) throws IOException, InterruptedException {
        require(PollDeadline.in(LIMIT).await(() -> seconds >= second), "second " + second);
    }

    /** Waits until so many operations are under way at the end of a second. */
    void awaitInFlight(int operations) throws IOException, InterruptedException {
        require(PollDeadline.in(LIMIT).await(() -> inFlight >= operations), operations + " operations under way");
    }

    /** Waits until something is acknowledged in a second that begins from now on. */
    void awaitAcknowledgement() throws IOException, InterruptedException {
        long from = seconds + 1;
        boolean seen = PollDeadline.in(LIMIT)
                .await(() -> ticks().stream().anyMatch(tick -> tick.second() >= from && acknowledged(tick) > 0));
        require(seen, "an acknowledgement after second " + from);
    }

    /** Returns every second of the run, in order. */
    List<Tick> ticks() {
        return List.copyOf(ticks);
    }

    /** Returns the number of seconds in which nothing was acknowledged. */
    long silentSeconds() {
        return ticks().stream()
                .filter(tick -> tick.operations().stream().allMatch(operation -> operation.completedOk() == 0))
                .count();
    }

    /** Returns the number of operations that were acknowledged in a second. */
    private static long acknowledged(Tick tick) {
        return tick.operations().stream().mapToLong(OperationTick::completedOk).sum();
    }

    private static void require(boolean seen, String what) throws IOException {
        if (!seen) {
            throw new IOException("waited " + LIMIT.toSeconds() + " s for " + what);
        }
    }
}
