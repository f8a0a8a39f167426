package squall.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;
import squall.engine.SampleRecorder.SampleRing;

/** Stress test of the floor: once the recording thread has read it, a sample that was due before it is in the ring. */
@JCStressTest
@Outcome(
        id = {"0, 0", "10, 0", "20, 0"},
        expect = Expect.ACCEPTABLE,
        desc = "no sample came below the floor that was read")
@Outcome(expect = Expect.FORBIDDEN, desc = "a sample came below the floor: its second was already closed")
@State
public class FloorStress {
    private final SampleRing ring = StressRings.ring(4);
    private long floor;
    private int late;

    @Actor
    public void session() {
        ring.record(1, 0, 0, 1);
        ring.floor(10);
        ring.record(2, 10, 10, 11);
        ring.floor(20);
        ring.record(3, 20, 20, 21);
    }

    @Actor
    public void recordingThread() {
        floor = ring.floor();
        ring.drainTo((code, dueNs, sentNs, doneNs) -> {});
    }

    @Arbiter
    public void afterwards(JI_Result result) {
        ring.drainTo((code, dueNs, sentNs, doneNs) -> late += dueNs < floor ? 1 : 0);
        result.r1 = floor;
        result.r2 = late;
    }
}
