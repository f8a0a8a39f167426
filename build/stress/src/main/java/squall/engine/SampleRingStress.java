package squall.engine;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import squall.engine.SampleRecorder.SampleRing;

/**
 * Stress test in which a session writes more samples than the ring holds while the recording thread reads: each arrives once, whole and in
 * order.
 */
@JCStressTest
@Outcome(id = "5, 0", expect = Expect.ACCEPTABLE, desc = "five samples, whole and in order")
@Outcome(expect = Expect.FORBIDDEN, desc = "a sample was lost, torn, repeated or overtaken")
@State
public class SampleRingStress {
    private static final int SAMPLES = 5;

    private final SampleRing ring = StressRings.ring(2);
    private int inOrder;
    private int broken;

    @Actor
    public void session() {
        for (int i = 1; i <= SAMPLES; i++) {
            ring.record(i, 10L * i, 20L * i, 30L * i);
        }
    }

    @Actor
    public void recordingThread(II_Result result) {
        while (inOrder + broken < SAMPLES) {
            if (ring.drainTo(this::take) == 0) {
                Thread.onSpinWait();
            }
        }
        result.r1 = inOrder;
        result.r2 = broken;
    }

    private void take(long code, long dueNs, long sentNs, long doneNs) {
        if (code == inOrder + 1 && dueNs == 10 * code && sentNs == 20 * code && doneNs == 30 * code) {
            inOrder++;
        } else {
            broken++;
        }
    }
}
