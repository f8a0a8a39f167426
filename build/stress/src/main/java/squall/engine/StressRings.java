package squall.engine;

import java.util.List;
import squall.engine.SampleRecorder.SampleRing;
import squall.measure.LiveSecond;
import squall.measure.OutcomeNumbers;
import squall.measure.RunWindows;
import squall.measure.Tick;
import squall.measure.Timeline;
import squall.measure.Window;
import squall.spi.Operation;

/** Factory of rings smaller than a run has them, so that they are full and wrap around after a few samples. */
final class StressRings {
    /** Recorder that a ring asks only whether it sleeps or has stopped: it does neither, as it is never started. */
    private static final SampleRecorder NOT_STARTED = new SampleRecorder(timeline(), 4096, () -> 0, new NoSink());

    private StressRings() {}

    static SampleRing ring(int capacity) {
        return new SampleRing(NOT_STARTED, capacity);
    }

    private static Timeline timeline() {
        var windows = new RunWindows(List.of(new Window("all", Window.Kind.STEADY, 0, Long.MAX_VALUE)));
        return new Timeline(List.of(new Operation(0, "READ", false)), windows, new OutcomeNumbers());
    }

    private static final class NoSink implements SampleRecorder.Sink {
        @Override
        public SampleRecorder.EngineStatus engineStatus() {
            return SampleRecorder.EngineStatus.NONE;
        }

        @Override
        public void liveSecond(LiveSecond liveSecond) {}

        @Override
        public void closed(Tick tick) {}

        @Override
        public void failed(Throwable cause) {
            throw new IllegalStateException("no thread reads", cause);
        }
    }
}
