package squall.engine;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.measure.Tick;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.FakeLoad;
import squall.spi.Outcome;

@Timeout(300)
class LoadPaceTest {
    private final Listening listening = new Listening();

    @Test
    void a_freeze_shows_in_latency_of_an_open_loop_and_hardly_in_service_time() throws InterruptedException {
        // Frozen from 0.5 s to 2.0 s of 4 s: three eighths of the plan are due in it, each call before and after takes
        // no time.
        FakeLoad load = FakeLoad.each(turn -> {
            long sent = turn.nowNs();
            Waits.until(turn, sent >= 500_000_000 ? 2_100_000_000L : 0);
            turn.record(FakeLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        RunResult result = listening.run(load, Plans.lasting(2, Plans.rate(1000), ofSeconds(4)));
        var reads = result.total().operations().get(0);
        assertThat(reads.latency().getValueAtPercentile(95) / 1e6).isGreaterThan(1.25);
        assertThat(reads.latency().getValueAtPercentile(99) / 1e6).isGreaterThan(1.4);
        assertThat(reads.service().getValueAtPercentile(99)).isLessThan(100_000);
        assertThat(result.planned()).isEqualTo(4000).isEqualTo(result.finished() + result.unfinished());
        assertThat(listening.tick(1).operations().get(0).ok()).isEqualTo(1000);
        assertThat(listening.tick(1).operations().get(0).completed()).isZero();
        assertThat(listening.tick(1).inFlight()).isEqualTo(2);
        assertThat(listening.tick(1).lagNs()).isGreaterThan(1_400_000_000);
        assertThat(listening.tick(2).operations().get(0).completed()).isGreaterThan(2000);
        assertThat(result.client().lagP99Ns()).isGreaterThan(1_000_000_000);
        assertThat(result.client().ownLagP99Ns()).isLessThan(500_000_000); // the server's delay is not the client's own
    }

    @Test
    void the_delay_of_turns_that_were_due_in_the_warm_up_does_not_count() throws InterruptedException {
        // 100 turns, all of them due in the first second; the last ones are sent half a second late and more.
        RunResult result = listening.run(blockedUntil(1_500_000_000), warmedUp(ofSeconds(2), 100));
        assertThat(result.finished()).isEqualTo(100);
        assertThat(listening.tick(0).lagNs()).isGreaterThan(400_000_000);
        assertThat(result.client().lagP99Ns()).isZero();
        assertThat(result.client().ownLagP99Ns()).isZero();
    }

    @Test
    void the_delay_of_turns_that_were_due_after_the_warm_up_counts() throws InterruptedException {
        // The same turns and one second more of them, of which every one that is due before 1.5 s is half a second late
        // at the beginning.
        RunResult result = listening.run(blockedUntil(1_500_000_000), warmedUp(ofSeconds(1), 200));
        assertThat(result.client().lagP99Ns()).isGreaterThan(400_000_000);
    }

    private static final Outcome FAILED =
            new Outcome.Refused(new ErrorCode(ErrorKind.SERIALIZATION, "40001"), "could not serialize access");

    private static FakeLoad blockedUntil(long ns) {
        return FakeLoad.each(turn -> {
            long sent = turn.nowNs();
            Waits.until(turn, ns);
            turn.record(FakeLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
    }

    private static LoadPlan warmedUp(Duration warmUp, long turns) {
        return Plans.warmedUp(warmUp, Plans.turns(1, Plans.rate(100), turns));
    }

    @Test
    void a_backlog_that_is_still_there_at_the_end_is_charged() throws InterruptedException {
        // One session needs 20 ms, due every 2 ms: of 500 planned about 50 can be sent, the others wait up to a second.
        FakeLoad load = FakeLoad.each(turn -> {
            long sent = turn.nowNs();
            Waits.until(turn, sent + 20_000_000);
            turn.record(FakeLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        RunResult result = listening.run(load, Plans.lasting(1, Plans.rate(500), ofSeconds(1)));
        var reads = result.total().operations().get(0);
        assertThat(result.planned()).isEqualTo(500).isEqualTo(result.finished() + result.unfinished());
        assertThat(result.started()).isEqualTo(result.finished()).isBetween(1L, 50L);
        assertThat(reads.unfinished()).isEqualTo(result.unfinished());
        assertThat(reads.latency().getTotalCount()).isEqualTo(500);
        assertThat(result.unfinishedWait().getTotalCount()).isEqualTo(result.unfinished());
        assertThat(reads.latency().getValueAtPercentile(99) / 1e6).isGreaterThan(0.78);
        assertThat(listening.ticked(t -> t.operations().get(0).latency().getTotalCount()))
                .isEqualTo(500);
    }

    @Test
    void an_unfinished_turn_of_an_unknown_operation_is_counted_separately() throws InterruptedException {
        FakeLoad load = FakeLoad.each(turn -> {
            long sent = turn.nowNs();
            Waits.until(turn, sent + 50_000_000);
            turn.record(FakeLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        RunResult result = listening.run(load.unplanned(), Plans.lasting(1, Plans.rate(100), ofMillis(500)));
        assertThat(result.total().operations().get(0).unfinished()).isZero();
        assertThat(result.unfinishedWait().getTotalCount())
                .isEqualTo(result.unfinished())
                .isPositive();
        assertThat(result.planned()).isEqualTo(50).isEqualTo(result.finished() + result.unfinished());
    }

    @Test
    void seconds_in_which_nothing_happens_are_zeros_without_gaps() throws InterruptedException {
        RunResult result =
                listening.run(FakeLoad.answering(Outcome.OK), Plans.lasting(4, Plans.rate(0.5), ofMillis(3200)));
        assertThat(listening.ticks).extracting(Tick::second).containsExactly(0L, 1L, 2L, 3L);
        assertThat(listening.ticks).extracting(t -> t.operations().get(0).ok()).containsExactly(1L, 0L, 1L, 0L);
        assertThat(listening.liveSeconds).extracting(p -> p.second()).containsExactly(0L, 1L, 2L);
        assertThat(result.total().seconds()).isEqualTo(3.2);
    }

    @Test
    void terminals_share_few_sessions_and_each_keeps_its_schedule() throws InterruptedException {
        RunResult result = listening.run(
                FakeLoad.answering(Outcome.OK),
                Plans.lasting(4, new LoadPace.Terminals(500, 4, LoadPace.Arrival.CONSTANT), ofMillis(1500)));
        assertThat(result.planned()).isEqualTo(500 * 6).isEqualTo(result.finished() + result.unfinished());
    }

    @Test
    void a_terminal_waits_for_its_own_answer_and_the_wait_counts() throws InterruptedException {
        // One terminal, due every 100 ms, answered after 150 ms, 8 sessions free: the n-th answer is late by n * 50 ms.
        FakeLoad load = FakeLoad.each(turn -> {
            long sent = turn.nowNs();
            Waits.until(turn, sent + 150_000_000);
            turn.record(FakeLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        RunResult result = listening.run(
                load, Plans.lasting(8, new LoadPace.Terminals(1, 10, LoadPace.Arrival.CONSTANT), ofMillis(1500)));
        var reads = result.total().operations().get(0);
        assertThat(result.planned()).isEqualTo(15).isEqualTo(result.finished() + result.unfinished());
        assertThat(reads.service().getValueAtPercentile(50))
                .isLessThan(300_000); // a busy machine may delay single answers
        assertThat(reads.latency().getMaxValue()).isGreaterThan(450_000);
    }

    @Test
    void a_share_of_the_maximum_is_found_first_and_then_kept() throws InterruptedException {
        FakeLoad load = FakeLoad.each(turn -> {
            long sent = turn.nowNs();
            Waits.until(turn, sent + 10_000_000);
            turn.record(FakeLoad.READ, sent, Outcome.OK, 1);
            return true;
        });
        LoadPace half = new LoadPace.ShareOfMaximum(0.5, ofSeconds(1), LoadPace.Arrival.CONSTANT);
        RunResult result = listening.run(load, Plans.lasting(4, half, ofSeconds(1)));
        double maximum = result.maximumPerSecond().orElseThrow();
        assertThat(maximum).isBetween(150.0, 420.0);
        assertThat(result.windows().get(0).window().name()).isEqualTo("calibration");
        assertThat(result.windows().get(1).goodputPerSecond() / maximum).isCloseTo(0.5, within(0.08));
        assertThat(result.planned()).isEqualTo(result.finished() + result.unfinished());
    }

    @Test
    void a_calibration_is_announced_and_no_part_of_the_result() throws InterruptedException {
        LoadPace tenth = new LoadPace.ShareOfMaximum(0.1, ofSeconds(1), LoadPace.Arrival.CONSTANT);
        FakeLoad load = FakeLoad.each(turn -> {
            Waits.until(turn, turn.nowNs() + 1_000_000);
            turn.record(FakeLoad.READ, turn.nowNs(), turn.nowNs() < 500_000_000 ? FAILED : Outcome.OK, 1);
            return true;
        });
        RunResult result = listening.run(load, Plans.lasting(2, tenth, ofSeconds(1)));
        var measured = result.windows().get(1);
        assertThat(listening.events).containsExactly("calibrating", "calibrated");
        // what each of two sessions sent last in the calibration may be answered after it
        assertThat(measured.finished() - result.finished()).isBetween(0L, 2L);
        assertThat(result.finished()).isLessThan(load.performed.get());
        assertThat(result.total().finished()).isEqualTo(measured.finished());
        assertThat(result.total().failed()).isZero();
        assertThat(result.total().seconds()).isEqualTo(measured.seconds()).isEqualTo(1);
    }
}
