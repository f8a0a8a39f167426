package squall.bench.dials;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedFailuresTest {
    @Test
    void a_call_in_calm_weather_ends_when_its_work_is_done() {
        assertThat(end(SimulatedFailures.CALM, 10, 5)).isEqualTo(new SimulatedFailures.End.Reply(15));
    }

    @Test
    void work_that_a_freeze_interrupts_goes_on_after_it() {
        assertThat(end(frozen(12, 100), 10, 5)).isEqualTo(new SimulatedFailures.End.Reply(103));
    }

    @Test
    void a_call_that_arrives_in_a_freeze_is_begun_after_it() {
        assertThat(end(frozen(5, 100), 10, 5)).isEqualTo(new SimulatedFailures.End.Reply(105));
    }

    @Test
    void a_second_freeze_that_the_first_one_pushes_work_into_counts_too() {
        var failures = new SimulatedFailures(
                List.of(new SimulatedFailures.ServerInterval(102, 200), new SimulatedFailures.ServerInterval(12, 100)),
                List.of(),
                List.of());
        assertThat(end(failures, 10, 5)).isEqualTo(new SimulatedFailures.End.Reply(201));
    }

    @Test
    void a_call_that_ends_before_an_outage_is_answered() {
        assertThat(end(down(15, 20), 10, 5)).isEqualTo(new SimulatedFailures.End.Reply(15));
    }

    @Test
    void an_outage_breaks_a_call_at_its_beginning() {
        assertThat(end(down(12, 20), 10, 5)).isEqualTo(new SimulatedFailures.End.Lost(12));
    }

    @Test
    void the_chosen_call_fails_and_no_other() {
        var failures = new SimulatedFailures(
                List.of(), List.of(), List.of(new SimulatedFailures.FailureRule.AtCall("40001", 3)));
        assertThat(LongStream.rangeClosed(1, 5).mapToObj(call -> failures.end(0, 1, call, new SplittableRandom(call))))
                .containsExactly(
                        new SimulatedFailures.End.Reply(1),
                        new SimulatedFailures.End.Reply(1),
                        new SimulatedFailures.End.Failed(1, "40001"),
                        new SimulatedFailures.End.Reply(1),
                        new SimulatedFailures.End.Reply(1));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void about_the_dialled_share_of_calls_fails(long seed) {
        var failures = new SimulatedFailures(
                List.of(), List.of(), List.of(new SimulatedFailures.FailureRule.ByChance("40001", 0.2)));
        var random = new SplittableRandom(seed);
        long failed = LongStream.range(0, 10_000)
                .filter(call -> failures.end(0, 1, call, random) instanceof SimulatedFailures.End.Failed)
                .count();
        assertThat(failed).isBetween(1_800L, 2_200L);
    }

    private static SimulatedFailures frozen(long fromNs, long toNs) {
        return new SimulatedFailures(List.of(new SimulatedFailures.ServerInterval(fromNs, toNs)), List.of(), List.of());
    }

    private static SimulatedFailures down(long fromNs, long toNs) {
        return new SimulatedFailures(List.of(), List.of(new SimulatedFailures.ServerInterval(fromNs, toNs)), List.of());
    }

    private static SimulatedFailures.End end(SimulatedFailures failures, long nowNs, long workNs) {
        return failures.end(nowNs, workNs, 1, new SplittableRandom(1));
    }
}
