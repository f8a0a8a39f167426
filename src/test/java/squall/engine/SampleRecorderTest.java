package squall.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.engine.SampleRecorder.SampleRing;
import squall.measure.LiveSecond;
import squall.measure.OutcomeNumbers;
import squall.measure.RunWindows;
import squall.measure.SampleCode;
import squall.measure.Tick;
import squall.measure.Timeline;
import squall.measure.Window;
import squall.spi.Operation;

@Timeout(300)
class SampleRecorderTest {
    private static final long S = 1_000_000_000L;
    private static final long OK = SampleCode.of(0, 0, 1);

    private final AtomicLong now = new AtomicLong();
    private final Kept kept = new Kept();
    private final Timeline timeline = new Timeline(
            List.of(new Operation(0, "READ", false)),
            new RunWindows(List.of(new Window("all", Window.Kind.STEADY, 0, Long.MAX_VALUE))),
            new OutcomeNumbers());

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void a_full_ring_makes_its_writer_wait_and_loses_nothing(int sessions) throws Exception {
        SampleRecorder recording = new SampleRecorder(timeline, sessions, now::get, kept);
        int each = 400_000 / sessions;
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < sessions; i++) {
            SampleRing lane = recording.register();
            writers.add(Thread.ofPlatform().start(() -> {
                for (int n = 0; n < each; n++) {
                    lane.record(OK, n, n, n + 1000L);
                }
                lane.end();
            }));
        }
        recording.start();
        for (Thread writer : writers) {
            writer.join();
        }
        recording.stop();
        assertThat(recording.acknowledged()).isEqualTo((long) each * sessions);
        timeline.finish(S, tick -> {});
        assertThat(timeline.total(S).operations().getFirst().latency().getTotalCount())
                .isEqualTo((long) each * sessions);
    }

    @Test
    void a_writer_that_waits_for_the_recording_thread_is_counted() throws Exception {
        SampleRecorder recording = new SampleRecorder(timeline, 1, now::get, kept);
        SampleRing lane = recording.register();
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int n = 0; n < 20_000; n++) { // more than a ring holds, and nobody reads yet
                lane.record(OK, n, n, n);
            }
        });
        until(() -> recording.stalls() == 1);
        recording.start();
        writer.join();
        recording.stop();
        assertThat(recording.stalls()).isPositive();
        assertThat(recording.acknowledged()).isEqualTo(20_000);
    }

    @Test
    void a_second_closes_when_no_lane_can_add_to_it_any_more() throws Exception {
        SampleRecorder recording = new SampleRecorder(timeline, 2, now::get, kept);
        SampleRing quick = recording.register();
        SampleRing slow = recording.register();
        quick.floor(5 * S);
        slow.floor(S + 1);
        now.set(4 * S);
        recording.start();
        until(() -> kept.ticks.size() == 1);
        assertThat(kept.liveSeconds).hasSize(4);
        slow.record(OK, S + 1, S + 1, 4 * S);
        slow.floor(5 * S);
        now.set(4 * S + S / 2);
        until(() -> kept.ticks.size() == 4);
        recording.stop();
        assertThat(kept.ticks).extracting(t -> t.operations().getFirst().ok()).containsExactly(0L, 1L, 0L, 0L);
    }

    @Test
    void a_recording_thread_that_dies_lets_the_writers_go_and_says_why() throws Exception {
        SampleRecorder recording = new SampleRecorder(timeline, 1, now::get, kept);
        SampleRing lane = recording.register();
        recording.start();
        for (int n = 0; n < 20_000; n++) {
            lane.record(SampleCode.of(9, 0, 1), 0, 0, 0); // there is no operation 9
        }
        assertThat(kept.failure.get(10, TimeUnit.SECONDS)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
    }

    @Test
    void there_are_as_many_lanes_as_were_ordered() {
        SampleRecorder recording = new SampleRecorder(timeline, 1, now::get, kept);
        assertThat(Optional.of(recording.register())).isPresent();
        assertThatThrownBy(recording::register).hasMessage("this recorder was created for 1 lanes");
    }

    private static void until(java.util.function.BooleanSupplier holds)
            throws InterruptedException, ExecutionException {
        CountDownLatch look = new CountDownLatch(1);
        long deadline = System.nanoTime() + 10 * S;
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            assertThat(look.await(2, TimeUnit.MILLISECONDS)).isFalse();
        }
    }

    private static final class Kept implements SampleRecorder.Sink {
        private final List<LiveSecond> liveSeconds = java.util.Collections.synchronizedList(new ArrayList<>());
        private final List<Tick> ticks = java.util.Collections.synchronizedList(new ArrayList<>());
        private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

        @Override
        public SampleRecorder.EngineStatus engineStatus() {
            return SampleRecorder.EngineStatus.NONE;
        }

        @Override
        public void liveSecond(LiveSecond liveSecond) {
            liveSeconds.add(liveSecond);
        }

        @Override
        public void closed(Tick tick) {
            ticks.add(tick);
        }

        @Override
        public void failed(Throwable cause) {
            failure.complete(cause);
        }
    }
}
