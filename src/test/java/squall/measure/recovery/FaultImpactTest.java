package squall.measure.recovery;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static squall.measure.recovery.Seconds.READ;
import static squall.measure.recovery.Seconds.WRITE;
import static squall.measure.recovery.Seconds.after;
import static squall.measure.recovery.Seconds.okPerSecond;
import static squall.measure.recovery.Seconds.read;
import static squall.measure.recovery.Seconds.tick;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import squall.measure.SuccessGaps.SuccessGap;
import squall.measure.recovery.LaneOutages.LaneSeries;
import squall.measure.recovery.LaneOutages.LaneSeries.Completion;

class FaultImpactTest {
    private static final int CALM = 20;
    private static final BaselineCriteria YARDSTICK =
            new BaselineCriteria(RecoveryRule.THROUGHPUT_95, Baseline.of(after(CALM), 5));

    @Test
    void an_outage_is_counted_by_seconds_and_by_operations() {
        FaultImpact.Outage outage = outage(after(CALM, 100, 0, 49, 50, 98, 99, 100));
        assertThat(outage)
                .isEqualTo(
                        new FaultImpact.Outage(new SecondSeries.Availability(700, 496), OptionalLong.of(2), 2, 4, 1));
        assertThat(outage.availability().share()).isEqualTo(496.0 / 700);
    }

    @Test
    void one_bad_second_alone_is_not_detected() {
        assertThat(outage(after(CALM, 0, 100, 0, 100)).detectedAfterSeconds()).isEmpty();
        assertThat(outage(after(CALM, 100, 100, 100)).detectedAfterSeconds()).isEmpty();
    }

    @Test
    void answers_that_come_later_than_ever_before_are_detected_too() {
        Seconds seconds = new Seconds().calm(CALM).ok(100, 10).ok(100, 12).ok(100, 12);
        assertThat(outage(seconds.series()).detectedAfterSeconds()).hasValue(2);
    }

    @Test
    void an_answer_after_the_deadline_is_no_availability() {
        Seconds seconds = new Seconds().calm(CALM).ok(100, 1_100).ok(100, 990);
        assertThat(outage(seconds.series()).availability()).isEqualTo(new SecondSeries.Availability(200, 100));
    }

    @Test
    void a_closed_loop_that_hangs_is_not_available_although_nothing_falls_due() {
        Seconds seconds = new Seconds().calm(CALM).hanging(8, 900).hanging(8, 1900);
        assertThat(outage(seconds.series()).availability()).isEqualTo(new SecondSeries.Availability(16, 0));
    }

    @Test
    void a_second_without_a_request_is_as_good_as_any() {
        Seconds seconds = new Seconds().calm(CALM).hanging(0, 0).hanging(0, 0);
        assertThat(outage(seconds.series()))
                .isEqualTo(new FaultImpact.Outage(new SecondSeries.Availability(0, 0), OptionalLong.empty(), 0, 0, 0));
        assertThat(new SecondSeries.Availability(0, 0).share()).isEqualTo(1);
        assertThat(new SecondSeries.Availability(1000, 999).nines()).isBetween(2.99, 3.01);
    }

    @Test
    void an_outage_with_few_fast_answers_does_not_come_out_as_an_improvement() {
        // roachtest's restart showed a p99 of 0.1x: what was completed in the outage was little and fast.
        Seconds seconds = new Seconds().calm(CALM);
        for (int i = 0; i < 15; i++) {
            seconds.hanging(8, 1000L * (i + 1));
        }
        for (int i = 0; i < 5; i++) {
            seconds.ok(1, 1);
        }
        List<ImpactRatios> ratios = ImpactRatios.of(
                seconds.series().between(CALM, CALM + 20), seconds.series().between(0, CALM));
        assertThat(ratios)
                .singleElement()
                .satisfies(ratio -> assertThat(List.of(ratio.tputRatio(), ratio.p50Ratio(), ratio.p99Ratio()))
                        .allSatisfy(figure -> assertThat(figure).isGreaterThan(100)));
    }

    @Test
    void refusals_at_once_are_no_low_latency_either() {
        Seconds seconds = new Seconds().calm(CALM);
        for (int i = 0; i < 20; i++) {
            seconds.ok(0, 0);
        }
        ImpactRatios ratios = ImpactRatios.of(
                        seconds.series().between(CALM, CALM + 20),
                        seconds.series().between(0, CALM))
                .getFirst();
        assertThat(ratios.p99Ratio()).isGreaterThan(1000);
        assertThat(ratios.tputRatio()).isEqualTo(100 / 1e-9);
    }

    @Test
    void an_operation_that_is_missing_while_others_go_on_is_a_failure_of_its_own() {
        Seconds seconds = new Seconds();
        for (int i = 0; i < 20; i++) {
            seconds.second(0, 0, read(50, 0, 50, 10), tick(WRITE, 50, 0, 50, 10));
        }
        for (int i = 0; i < 20; i++) {
            seconds.second(0, 0, read(50, 0, 50, 10), tick(WRITE, 0, 50, 0, 0));
        }
        List<ImpactRatios> ratios = ImpactRatios.of(
                seconds.series().between(20, 40), seconds.series().between(0, 20));
        assertThat(ratios).extracting(ImpactRatios::operation).containsExactly(READ.name(), WRITE.name());
        assertThat(ratios.get(0)).isEqualTo(new ImpactRatios("READ", 1, 1, 1, 20));
        assertThat(ratios.get(1).tputRatio()).isEqualTo(50 / 1e-9);
        assertThat(ratios.get(1).p99Ratio()).isBetween(99.0, 101.0);
    }

    @Test
    void ratios_over_less_than_20_seconds_are_refused() {
        assertThat(ImpactRatios.of(after(19), after(CALM))).isEmpty();
        assertThat(ImpactRatios.of(after(CALM), after(19))).isEmpty();
        assertThat(ImpactRatios.of(after(CALM), after(CALM))).containsExactly(new ImpactRatios("READ", 1, 1, 1, 20));
    }

    @Test
    void lost_goodput_ends_with_the_recovery_and_is_shown_with_the_noise_of_the_baseline() {
        FaultImpact toll = toll(after(CALM, 0, 50, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 90), 13);
        assertThat(toll.lost()).isEqualTo(new FaultImpact.LostGoodput(150, 1.5, 0, false));
        Baseline noisy = Baseline.of(okPerSecond(100, 90, 110, 100, 90, 110), 1);
        assertThat(FaultImpact.LostGoodput.of(okPerSecond(80, 80, 80), noisy, false))
                .isEqualTo(new FaultImpact.LostGoodput(60, 0.6, 10, false));
    }

    /** Covers an old error: once the rule held under the fault, nothing was lost any more, whatever happened before its healing. */
    @Test
    void goodput_that_is_missing_in_a_relapse_before_the_healing_is_lost_too() {
        long[] relapsing = new long[40];
        Arrays.fill(relapsing, 100);
        Arrays.fill(relapsing, 0, 2, 0);
        Arrays.fill(relapsing, 15, 25, 0);
        FaultImpact toll = FaultImpact.of(
                after(CALM, relapsing), new FaultSpan(CALM, OptionalLong.of(CALM + 30), CALM + 40), YARDSTICK);
        assertThat(toll.back().fromInjection())
                .isInstanceOfSatisfying(
                        Recovery.Recovered.class,
                        back -> assertThat(back.after()).isEqualTo(ofSeconds(2)));
        assertThat(toll.lost()).isEqualTo(new FaultImpact.LostGoodput(1200, 12, 0, false));
    }

    @Test
    void what_was_not_seen_to_recover_lost_at_least_so_much() {
        assertThat(toll(after(CALM, 0, 0, 0), 3).lost()).isEqualTo(new FaultImpact.LostGoodput(300, 3, 0, true));
    }

    @Test
    void the_worst_second_may_be_an_empty_one() {
        Seconds seconds = new Seconds().calm(CALM).ok(40, 30).hanging(8, 2_500).ok(100, 10);
        assertThat(FaultImpact.WorstSeconds.of(seconds.series().between(CALM, CALM + 3)))
                .isEqualTo(new FaultImpact.WorstSeconds(0, CALM + 1, 2_500));
    }

    @Test
    void where_the_next_injection_came_too_soon_the_way_back_is_a_lower_bound() {
        FaultImpact toll = FaultImpact.of(
                after(CALM, 0, 100), new FaultSpan(CALM, OptionalLong.of(CALM + 1), CALM + 2), YARDSTICK);
        assertThat(toll.back().fromInjection()).isEqualTo(new Recovery.LongerThan(ofSeconds(0)));
        assertThat(toll.lost().atLeast()).isTrue();
    }

    @Test
    void a_lane_is_out_between_two_successes_less_its_period() {
        LaneOutages lanes = LaneOutages.of(
                List.of(lane("n1", 0), lane("n2", 40), lane("n3", 10)), new FaultSpan(10, OptionalLong.of(20), 30));
        assertThat(lanes.lanes())
                .extracting(LaneOutages.LaneOutage::longest)
                .containsExactly(ofSeconds(0), ofSeconds(4), ofSeconds(1));
        assertThat(lanes.worst().map(lane -> lane.lane().name())).contains("n2");
        assertThat(lanes.worst().map(LaneOutages.LaneOutage::gap))
                .contains(new SuccessGap(10_000_000_000L, 4_000_000_000L));
        assertThat(lanes.median()).contains(ofSeconds(1));
        assertThat(lanes.firstSuccess()).contains(ofSeconds(4));
        assertThat(lanes.lanes()).extracting(LaneOutages.LaneOutage::open).containsOnly(false);
    }

    /** Covers an old error: a node that was dead would have been an outage of the data, which another node served. */
    @Test
    void a_node_that_is_away_is_no_outage_of_the_data() {
        LaneSeries away = lane("n1 answers", 100);
        LaneOutages lanes = LaneOutages.of(
                List.of(
                        lane("primary write", 10),
                        new LaneSeries(
                                LaneSeries.Subject.NODE, away.name(), "a", "n1", away.period(), away.completions())),
                new FaultSpan(10, OptionalLong.of(20), 30));
        assertThat(lanes.lanes())
                .extracting(
                        outage -> outage.lane().name() + " " + outage.longest().toSeconds())
                .containsExactly("primary write 1", "n1 answers 10");
        assertThat(lanes.worst().map(outage -> outage.lane().name())).contains("primary write");
        assertThat(lanes.median()).contains(ofSeconds(1));
        assertThat(lanes.firstSuccess()).contains(ofSeconds(1));
    }

    @Test
    void a_lane_that_stays_out_is_out_for_at_least_that_long() {
        LaneOutages.LaneOutage out = LaneOutages.LaneOutage.of(lane("n1", 1_000), 10_000_000_000L, 30_000_000_000L);
        assertThat(List.of(out.longest(), out.open(), out.firstSuccess()))
                .containsExactly(ofSeconds(20), true, Optional.empty());
    }

    /** Covers an old error: only the longest outage could be open, so that one of nearly its length at the end counted as over. */
    @Test
    void an_outage_at_the_end_is_open_although_an_earlier_one_was_longer() {
        LaneSeries lane = lane("n1", i -> i < 100 || (i >= 200 && i < 210));
        LaneOutages.LaneOutage out = LaneOutages.LaneOutage.of(lane, 10_000_000_000L, 30_000_000_000L);
        assertThat(List.of(out.longest(), out.open())).containsExactly(ofSeconds(10), true);
        LaneOutages.LaneOutage briefly = LaneOutages.LaneOutage.of(lane, 10_000_000_000L, 21_500_000_000L);
        assertThat(List.of(briefly.longest(), briefly.open())).containsExactly(ofSeconds(10), false);
    }

    /** Covers an old error: a lane whose answer was under way when the watch ended was out for "more than 0.1 s", which decided nothing. */
    @Test
    void an_outage_that_ends_within_a_second_of_the_watch_is_as_long_as_it_was() {
        LaneSeries lane = lane("n1", 100);
        LaneOutages.LaneOutage known = LaneOutages.LaneOutage.of(lane, 10_000_000_000L, 19_500_000_000L);
        LaneOutages.LaneOutage open = LaneOutages.LaneOutage.of(lane, 10_000_000_000L, 18_500_000_000L);
        assertThat(List.of(known.longest(), known.open())).containsExactly(ofSeconds(10), false);
        assertThat(List.of(open.longest(), open.open())).containsExactly(ofMillis(8_500), true);
    }

    /** Returns a lane with ten operations a second, of which so many fail from second 10 on. */
    private static LaneSeries lane(String name, int failed) {
        return lane(name, i -> i < 100 || i >= 100 + failed);
    }

    /** Returns a lane with ten operations a second. @param ok whether the operation of this number succeeds */
    private static LaneSeries lane(String name, IntPredicate ok) {
        return new LaneSeries(
                name,
                "z",
                name,
                ofMillis(100),
                IntStream.range(0, 300)
                        .mapToObj(i -> new Completion(i * 100_000_000L, ok.test(i)))
                        .toList());
    }

    private static FaultImpact.Outage outage(SecondSeries run) {
        return FaultImpact.Outage.of(run.between(CALM, run.to()), YARDSTICK.baseline());
    }

    private static FaultImpact toll(SecondSeries run, int seconds) {
        return FaultImpact.of(run, new FaultSpan(CALM, OptionalLong.of(CALM + 1), CALM + seconds), YARDSTICK);
    }
}
