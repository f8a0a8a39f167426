package squall.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import squall.engine.SampleRecorder.SampleRing;
import squall.engine.schedule.ClaimedTurn;
import squall.engine.schedule.RunClock;

/**
 * Stress test in which one session defers the second part of its turn, another performs it, and the recording thread decides meanwhile
 * which seconds are complete: the part is never recorded below the lowest floor that was read.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the part was recorded, and not in a second that was closed")
@Outcome(expect = Expect.FORBIDDEN, desc = "the part was lost, or recorded in a second that was closed")
@State
public class DeferralStress {
    private final RunClock clock = new RunClock();
    private final SampleRing deferring = StressRings.ring(2);
    private final SampleRing queued = StressRings.ring(2);
    private final SampleRing performing = StressRings.ring(2);
    private final DeferredTurnQueue queue = new DeferredTurnQueue(clock, queued, 1);
    private long floor;
    private int recorded;
    private int late;

    public DeferralStress() {
        clock.begin(Long.MAX_VALUE);
        deferring.floor(clock.nowNs());
        performing.end(); // as an idle session's
    }

    /**
     * Runs both sessions, one after the other: the queue's lock lets them meet in no other way, and jcstress wants a processor for each
     * actor.
     */
    @Actor
    public void sessions() {
        ClaimedTurn first = new ClaimedTurn();
        first.take(1, 0);
        queue.defer(first);
        deferring.end();
        queue.leave();
        ClaimedTurn second = new ClaimedTurn();
        if (queue.schedule(performing).claim(second)) {
            long due = second.dueNs();
            performing.record(1, due, due, due);
        }
        performing.end();
    }

    /** Reads in the order of {@link SampleRecorder}: all floors as the lanes were registered, then all lanes. */
    @Actor
    public void recordingThread() {
        long now = clock.nowNs();
        floor = Math.min(Math.min(now, deferring.floor()), Math.min(queued.floor(), performing.floor()));
        performing.drainTo((code, dueNs, sentNs, doneNs) -> recorded++);
    }

    @Arbiter
    public void afterwards(II_Result result) {
        performing.drainTo((code, dueNs, sentNs, doneNs) -> {
            recorded++;
            late += dueNs < floor ? 1 : 0;
        });
        result.r1 = recorded;
        result.r2 = late;
    }
}
