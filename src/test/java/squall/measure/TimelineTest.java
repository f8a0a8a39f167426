package squall.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import squall.measure.Timeline.InFlight;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Operation;
import squall.spi.Outcome;

class TimelineTest {
    private static final long S = 1_000_000_000L;
    private static final long MS = 1_000_000L;
    private static final Operation READ = new Operation(0, "READ", false);
    private static final Operation SCAN = new Operation(1, "SCAN", false);
    private static final Operation PART = new Operation(2, "PART", true);
    private static final Outcome DEADLOCK = new Outcome.Refused(new ErrorCode(ErrorKind.DEADLOCK, "40P01"), "first");
    private static final Outcome RESET = new Outcome.Unknown(new ErrorCode(ErrorKind.CONNECTION, "08006"), "reset");

    private final OutcomeNumbers outcomes = new OutcomeNumbers();
    private final List<Tick> ticks = new ArrayList<>();
    private final Timeline timeline = timeline(
            new Window("warm-up", Window.Kind.WARMUP, 0, 2),
            new Window("measured", Window.Kind.STEADY, 2, Long.MAX_VALUE));

    @Test
    void an_operation_counts_where_it_was_due_and_completes_where_it_was_answered() {
        sample(READ, Outcome.OK, 900 * MS, 950 * MS, 2100 * MS);
        timeline.finish(3 * S, ticks::add);
        assertThat(ticks).extracting(t -> t.operations().get(0).ok()).containsExactly(1L, 0L, 0L);
        assertThat(ticks).extracting(t -> t.operations().get(0).completedOk()).containsExactly(0L, 0L, 1L);
        assertThat(ticks.get(0).operations().get(0).latency().getMaxValue()).isBetween(1_200_000L, 1_200_999L);
        assertThat(ticks.get(2).operations().get(0).service().getMaxValue()).isBetween(1_150_000L, 1_150_999L);
        assertThat(ticks.get(0).operations().get(0).service().getTotalCount()).isZero();
    }

    @Test
    void an_answer_after_three_minutes_reads_three_minutes() {
        sample(READ, Outcome.OK, 0, 0, 180 * S);
        timeline.finish(180 * S, ticks::add);
        var latency = timeline.total(180 * S).operations().get(0).latency();
        assertThat(latency.valuesAreEquivalent(latency.getMaxValue(), 180_000_000))
                .isTrue();
    }

    @Test
    void an_answer_after_ten_minutes_of_open_seconds_finds_its_second() {
        sample(READ, Outcome.OK, 10 * MS, 10 * MS, 20 * MS);
        for (int second = 0; second < 600; second++) {
            sample(SCAN, Outcome.OK, second * S, second * S, second * S + 300 * MS);
            timeline.liveSecond(second, new InFlight(1, S), 0, second);
        }
        sample(READ, Outcome.OK, 11 * MS, 11 * MS, 600 * S);
        timeline.finish(600 * S, ticks::add);
        assertThat(ticks).hasSize(601);
        assertThat(ticks.get(0).operations().get(0).ok()).isEqualTo(2);
        assertThat(ticks.get(0).operations().get(0).latency().getTotalCount()).isEqualTo(2);
        assertThat(timeline.total(600 * S).operations().get(1).latency().getMaxValue())
                .isBetween(300_000L, 300_200L);
    }

    @Test
    void open_seconds_cost_little_while_one_call_hangs() {
        MicrosHistogram values = new MicrosHistogram();
        for (int i = 1; i < 100_000; i++) {
            values.recordNs(i * 1000L);
        }
        values.fold();
        var folded = values.histogram(MicrosHistogram.newHistogram());
        values.recordNs(3_600 * S);
        assertThat(folded.getTotalCount()).isEqualTo(100_000);
        assertThat(folded.getMaxValue()).isGreaterThanOrEqualTo(3_600_000_000L);
        assertThat(folded.getValueAtPercentile(50)).isBetween(49_900L, 50_100L);
    }

    @Test
    void only_seconds_before_the_given_time_are_closed() {
        sample(READ, Outcome.OK, 100, 100, 200);
        timeline.settle(2 * S - 1, ticks::add);
        assertThat(ticks).extracting(Tick::second).containsExactly(0L);
        timeline.settle(2 * S, ticks::add);
        assertThat(ticks).extracting(Tick::second).containsExactly(0L, 1L);
        assertThat(ticks.get(1).operations())
                .hasSize(3)
                .allSatisfy(o -> assertThat(o.completed()).isZero());
    }

    @Test
    void a_second_keeps_what_was_in_flight_when_it_was_over() {
        timeline.liveSecond(0, new InFlight(7, 900 * MS), 12 * MS, 40);
        timeline.settle(S, ticks::add);
        assertThat(ticks.getFirst().inFlight()).isEqualTo(7);
        assertThat(ticks.getFirst().lagNs()).isEqualTo(12 * MS);
        assertThat(ticks.getFirst().oldestNs()).isEqualTo(900 * MS);
    }

    @Test
    void a_live_second_tells_what_was_completed_and_is_not_changed_by_later_samples() {
        sample(READ, Outcome.OK, 0, 0, 5 * MS);
        sample(READ, DEADLOCK, 0, 0, 5 * MS);
        LiveSecond liveSecond = timeline.liveSecond(0, new InFlight(3, S), 0, 2);
        sample(READ, Outcome.OK, 0, 0, 6 * MS);
        var reads = liveSecond.operations().get(0);
        assertThat(List.of(
                        reads.completedOk(), reads.completed(), reads.service().getTotalCount()))
                .containsExactly(1L, 2L, 1L);
    }

    @Test
    void windows_split_by_due_time_and_their_sum_is_the_total() {
        sample(READ, Outcome.OK, 1900 * MS, 1900 * MS, 2500 * MS);
        sample(READ, Outcome.NOT_FOUND, 2000 * MS, 2000 * MS, 2500 * MS);
        sample(SCAN, RESET, 3000 * MS, 3000 * MS, 3500 * MS, 3);
        timeline.finish(3500 * MS, ticks::add);
        List<WindowSummary> windows = timeline.windows(3500 * MS);
        assertThat(windows).extracting(w -> w.operations().get(0).ok()).containsExactly(1L, 1L);
        assertThat(windows).extracting(WindowSummary::seconds).containsExactly(2.0, 1.5);
        assertThat(windows).extracting(w -> w.window().toSecond()).containsExactly(2L, 4L);
        assertThat(windows).extracting(WindowSummary::failed).containsExactly(0L, 1L);
        WindowSummary total = timeline.total(3500 * MS);
        assertThat(total.operations().get(0).outcomes())
                .containsOnly(Map.entry(Outcome.OK, 1L), Map.entry(Outcome.NOT_FOUND, 1L));
        assertThat(total.operations().get(1).retries()).isEqualTo(2);
        assertThat(total.operations().get(1).latency().getTotalCount()).isZero();
        assertThat(total.operations().get(1).failedLatency().getMaxValue()).isBetween(500_000L, 500_500L);
    }

    @Test
    void service_times_of_a_window_are_not_those_of_operations_in_flight_when_the_window_before_it_ended() {
        sample(READ, Outcome.OK, 1900 * MS, 1900 * MS, 2500 * MS);
        sample(READ, Outcome.OK, 1950 * MS, 1950 * MS, 1960 * MS);
        sample(READ, Outcome.OK, 2100 * MS, 2100 * MS, 2110 * MS);
        timeline.finish(3 * S, ticks::add);
        List<OperationSummary> reads = timeline.windows(3 * S).stream()
                .map(window -> window.operations().get(0))
                .toList();
        assertThat(reads)
                .extracting(read -> read.service().getTotalCount())
                .isEqualTo(reads.stream().map(OperationSummary::ok).toList())
                .containsExactly(2L, 1L);
        assertThat(reads.getLast().service().getMaxValue()).isBetween(10_000L, 10_099L);
        assertThat(timeline.total(3 * S).operations().get(0).service().getTotalCount())
                .isEqualTo(3);
        assertThat(ticks)
                .extracting(tick -> tick.operations().get(0).service().getTotalCount())
                .containsExactly(0L, 1L, 2L);
    }

    @Test
    void operations_in_flight_when_the_calibration_ended_are_in_no_figure_of_the_run() {
        Timeline calibrated = timeline(
                new Window(Window.CALIBRATION, Window.Kind.WARMUP, 0, 2),
                new Window("measured", Window.Kind.STEADY, 2, Long.MAX_VALUE));
        long read = SampleCode.of(READ.ordinal(), outcomes.id(Outcome.OK), 1);
        calibrated.sample(read, 1990 * MS, 1990 * MS, 2010 * MS);
        calibrated.sample(read, 2010 * MS, 2010 * MS, 2020 * MS);
        calibrated.finish(3 * S, ticks::add);
        OperationSummary total = calibrated.total(3 * S).operations().get(0);
        assertThat(List.of(
                        total.ok(),
                        total.latency().getTotalCount(),
                        total.service().getTotalCount()))
                .containsExactly(1L, 1L, 1L);
    }

    @Test
    void the_service_times_of_a_live_second_are_not_changed_by_later_samples_of_operations_due_before_it() {
        sample(READ, Outcome.OK, 0, 0, 1100 * MS);
        timeline.liveSecond(0, InFlight.NONE, 0, 0);
        LiveSecond liveSecond = timeline.liveSecond(1, InFlight.NONE, 0, 1);
        sample(READ, Outcome.OK, 0, 0, 1200 * MS);
        assertThat(liveSecond.operations().get(0).service().getTotalCount()).isEqualTo(1);
    }

    @Test
    void a_run_that_ends_in_its_warm_up_has_no_measured_window() {
        sample(READ, Outcome.OK, 0, 0, 1);
        timeline.finish(1500 * MS, ticks::add);
        assertThat(timeline.windows(1500 * MS))
                .extracting(w -> w.window().name())
                .containsExactly("warm-up");
    }

    @Test
    void parts_are_timed_but_not_counted_in_totals() {
        sample(PART, Outcome.OK, 0, 0, 5 * MS);
        sample(PART, DEADLOCK, 0, 0, 5 * MS);
        sample(READ, Outcome.OK, 0, 0, 5 * MS);
        timeline.finish(S, ticks::add);
        assertThat(timeline.total(S).goodputPerSecond()).isEqualTo(1.0);
        assertThat(timeline.total(S).failed()).isZero();
        assertThat(List.of(timeline.acknowledged(), timeline.failed())).containsExactly(1L, 0L);
        assertThat(timeline.total(S).operations().get(2).latency().getTotalCount())
                .isEqualTo(1);
    }

    @Test
    void an_unfinished_turn_is_charged_with_its_wait_and_counts_as_nothing_else() {
        timeline.unfinished(READ, 400 * MS, 2 * S);
        timeline.unfinished(null, 1500 * MS, 2 * S);
        timeline.finish(2 * S, ticks::add);
        OperationSummary reads = timeline.total(2 * S).operations().get(0);
        assertThat(List.of(reads.unfinished(), reads.ended(), reads.latency().getTotalCount()))
                .containsExactly(1L, 0L, 1L);
        assertThat(reads.latency().getMaxValue()).isBetween(1_600_000L, 1_601_000L);
        assertThat(ticks.get(0).operations().get(0).latency().getTotalCount()).isEqualTo(1);
        assertThat(timeline.unfinishedWait().getTotalCount()).isEqualTo(2);
    }

    @Test
    void outcomes_that_differ_in_their_message_are_one_and_the_first_message_stays() {
        Outcome second = new Outcome.Refused(new ErrorCode(ErrorKind.DEADLOCK, "40P01"), "second");
        sample(READ, DEADLOCK, 0, 0, 1);
        sample(READ, second, 0, 0, 1);
        sample(READ, RESET, 0, 0, 1);
        timeline.finish(S, ticks::add);
        assertThat(ticks.getFirst().operations().get(0).outcomes())
                .containsOnly(Map.entry(DEADLOCK, 2L), Map.entry(RESET, 1L));
    }

    @Test
    void what_a_sample_is_of_survives_packing_at_its_limits() {
        long code = SampleCode.of(SampleCode.MAX_OPERATIONS - 1, SampleCode.MAX_OUTCOMES - 1, Integer.MAX_VALUE);
        assertThat(List.of(SampleCode.operation(code), SampleCode.outcome(code), SampleCode.attempts(code)))
                .containsExactly(SampleCode.MAX_OPERATIONS - 1, SampleCode.MAX_OUTCOMES - 1, Integer.MAX_VALUE);
    }

    @Test
    void a_window_opened_while_the_run_goes_on_gets_the_seconds_that_come() {
        RunWindows windows = new RunWindows(List.of(new Window("calm", Window.Kind.BASELINE, 0, Long.MAX_VALUE)));
        Timeline growing = new Timeline(List.of(READ, SCAN, PART), windows, outcomes);
        for (int second = 0; second < 4; second++) {
            growing.sample(SampleCode.of(0, outcomes.id(Outcome.OK), 1), second * S, second * S, second * S + 1);
        }
        growing.settle(2 * S, ticks::add);
        Window.WindowOrigin origin = new Window.WindowOrigin("crash", "kill");
        windows.open(new Window("crash", Window.Kind.DISTURBED, 3, Long.MAX_VALUE, origin));
        growing.finish(4 * S, ticks::add);
        assertThat(growing.windows(4 * S))
                .extracting(WindowSummary::window)
                .containsExactly(
                        new Window("calm", Window.Kind.BASELINE, 0, 3),
                        new Window("crash", Window.Kind.DISTURBED, 3, 4, origin));
        assertThat(growing.windows(4 * S))
                .extracting(w -> w.operations().get(0).ok())
                .containsExactly(3L, 1L);
        assertThat(growing.total(4 * S).operations().get(0).ok()).isEqualTo(4);
    }

    private Timeline timeline(Window... windows) {
        return new Timeline(List.of(READ, SCAN, PART), new RunWindows(List.of(windows)), outcomes);
    }

    private void sample(Operation operation, Outcome outcome, long dueNs, long sentNs, long doneNs) {
        sample(operation, outcome, dueNs, sentNs, doneNs, 1);
    }

    private void sample(Operation operation, Outcome outcome, long dueNs, long sentNs, long doneNs, int attempts) {
        timeline.sample(SampleCode.of(operation.ordinal(), outcomes.id(outcome), attempts), dueNs, sentNs, doneNs);
    }
}
