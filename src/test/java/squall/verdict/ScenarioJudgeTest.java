package squall.verdict;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static squall.measure.recovery.Seconds.after;
import static squall.verdict.Outcomes.CALM;
import static squall.verdict.Outcomes.IN_EFFECT;
import static squall.verdict.Outcomes.conducted;
import static squall.verdict.Outcomes.expecting;
import static squall.verdict.Outcomes.followed;
import static squall.verdict.Outcomes.injected;
import static squall.verdict.Outcomes.overloaded;
import static squall.verdict.Outcomes.restarts;
import static squall.verdict.Outcomes.scenario;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.engine.phases.ScenarioResult;
import squall.engine.phases.ScenarioResult.InjectionRecord.InjectionState;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.measure.outage.ClientTimeline.ClientStep;
import squall.measure.outage.ClientTimeline.ClientSteps;
import squall.measure.outage.ClientTimeline.StepOwner;
import squall.measure.outage.ClusterTimeline;
import squall.measure.outage.OutageAnatomy.PartEvidence;
import squall.measure.recovery.FaultSpan;
import squall.measure.recovery.LaneOutages.LaneSeries;
import squall.measure.recovery.LaneOutages.LaneSeries.Completion;
import squall.measure.recovery.SecondSeries;
import squall.measure.recovery.Seconds;
import squall.scenario.Scenario;
import squall.scenario.expect.Expectation.ExpectationResult;
import squall.scenario.expect.Expectation.ExpectationResult.ExpectationVerdict;
import squall.scenario.expect.ExpectationMeasure;
import squall.scenario.expect.Expectations;
import squall.spi.ConnectionStep;
import squall.verdict.AdversitySummary.GroupImpact;
import squall.verdict.AdversitySummary.PhaseSummary;
import squall.verdict.AdversitySummary.Repeats;
import squall.verdict.AdversitySummary.SeenOutage;
import squall.verdict.Outcomes.Status;

class ScenarioJudgeTest {
    /** Nothing for four seconds, half for two, then all. */
    private static final SecondSeries PAUSED =
            after(CALM, 0, 0, 0, 0, 50, 50, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100);

    private static final InjectionResult PAUSE = injected(1, "pause", CALM, CALM + 4, CALM + 20, IN_EFFECT);

    @ParameterizedTest
    @CsvSource({
        "AVAILABILITY, >= 0.75, MET, 0.7500",
        "AVAILABILITY, >= 0.76, MISSED, 0.7500",
        "TIME_TO_BASELINE, <= 2s, MET, 2.0 s",
        "TIME_TO_BASELINE, <= 1s, MISSED, 2.0 s",
        "TIME_TO_BASELINE_FROM_INJECT, <= 5s, MISSED, 6.0 s",
        "GOODPUT, >= 0.75x baseline, MET, 75.0/s",
        "GOODPUT, >= 76/s, MISSED, 75.0/s",
        "P50, <= 11ms, MET, 10.0 ms",
        "P99, <= 2x baseline, MET, 10.0 ms",
        "IMPACT_TPUT, <= 1.25, UNDECIDED, not measured: no window had a fault for at least 20 seconds",
        "MAX_UNAVAILABLE, <= 10s, UNDECIDED, not measured: there were no lanes",
        "LOST_ACKS, 0, UNDECIDED, not measured: it was not counted"
    })
    void a_phase_is_judged_by_what_was_measured_in_it(
            ExpectationMeasure measure, String limit, ExpectationVerdict verdict, String found) {
        ExpectationResult judgement = judged(expecting(measure, limit), ProbeEvidence.NONE);
        assertThat(judgement.verdict()).isEqualTo(verdict);
        assertThat(judgement.found()).isEqualTo(found);
    }

    @Test
    void lanes_and_counts_come_from_the_probes() {
        LaneSeries lane = new LaneSeries(
                "n1",
                "a",
                "n1",
                ofMillis(500),
                IntStream.range(0, 80)
                        .mapToObj(i -> new Completion(i * 500_000_000L, i < 40 || i >= 47))
                        .toList());
        ProbeEvidence evidence = new ProbeEvidence(List.of(lane), Map.of(ExpectationMeasure.LOST_ACKS, 2L));
        assertThat(judged(expecting(ExpectationMeasure.MAX_UNAVAILABLE, "<= 3s"), evidence)
                        .found())
                .isEqualTo("3.5 s");
        assertThat(judged(expecting(ExpectationMeasure.LOST_ACKS, "0"), evidence))
                .extracting(ExpectationResult::verdict, ExpectationResult::found)
                .containsExactly(ExpectationVerdict.MISSED, "2");
    }

    /** Covers an old error: a lane that never came back passed, because another one had been out for longer by the end. */
    @Test
    void a_lane_that_is_still_out_at_the_end_may_have_the_longest_outage() {
        LaneSeries out = new LaneSeries(
                "key 2 write",
                "a",
                "n1",
                ofMillis(500),
                IntStream.range(0, 80)
                        .mapToObj(i -> new Completion(i * 500_000_000L, i < 62))
                        .toList());
        ProbeEvidence evidence = new ProbeEvidence(List.of(lane("primary write", 23), out), Map.of());
        assertThat(judged(expecting(ExpectationMeasure.MAX_UNAVAILABLE, "<= 15s"), evidence))
                .extracting(ExpectationResult::verdict, ExpectationResult::found)
                .containsExactly(ExpectationVerdict.UNDECIDED, "more than 11.5 s");
    }

    /** Covers an old error: it counted as two of 4 s, cut where the second injection began. */
    @Test
    void an_outage_lasts_across_an_injection_that_did_not_wait_for_its_end() {
        InjectionResult first = injected(1, "pause#1", CALM, CALM + 1, CALM + 4, IN_EFFECT);
        ScenarioResult conducted =
                conducted(PAUSED, followed(first), injected(1, "pause#2", CALM + 4, CALM + 5, CALM + 20, IN_EFFECT));
        assertThat(ScenarioJudge.judge(
                                scenario(expecting(ExpectationMeasure.MAX_UNAVAILABLE, "<= 7s"), "pause"),
                                conducted,
                                new ProbeEvidence(List.of(lane("primary write", 16)), Map.of()))
                        .phases()
                        .getFirst()
                        .expectations())
                .extracting(ExpectationResult::verdict, ExpectationResult::found)
                .containsExactly(tuple(ExpectationVerdict.MISSED, "8.0 s"));
    }

    @Test
    void the_outage_of_the_worst_lane_is_split_by_the_steps_of_its_sessions() {
        Map<String, ClientSteps> steps = Map.of(
                "primary write",
                new ClientSteps(
                        List.of(
                                step(ConnectionStep.Kind.BROKEN, 21_000, 21_000),
                                step(ConnectionStep.Kind.PAUSED, 21_000, 23_000),
                                step(ConnectionStep.Kind.CONNECTED, 23_000, 23_400)),
                        0));
        ProbeEvidence evidence = new ProbeEvidence(
                List.of(lane("primary write", 7), lane("primary read", 5), lane("key 2 write", 2)),
                steps,
                Map.of(),
                new TreeMap<>(),
                ClusterTimeline.without("no log"));
        GroupImpact group = ScenarioJudge.judge(
                        scenario(Expectations.NONE, "pause"), conducted(PAUSED, PAUSE), evidence)
                .injectionGroups()
                .getFirst();
        assertThat(group.seenOutages())
                .extracting(
                        SeenOutage::seenBy,
                        seen -> seen.outage().fromNs(),
                        seen -> seen.outage().toNs())
                .containsExactly(tuple("lane primary write", 20_000_000_000L, 23_500_000_000L));
        assertThat(group.seenOutages().getFirst().outage().text())
                .isEqualTo("2.0 of 3.5 s: reconnecting (back-off before the next attempt); unexplained 1.0 s;"
                        + " reconnecting otherwise 0.5 s");
        assertThat(group.seenOutages().getFirst().outage().parts().getLast().evidence())
                .containsExactly(new PartEvidence(23_500_000_000L, "session 0", "no answer before this"));
    }

    @Test
    void an_outage_of_less_than_a_second_of_a_lane_is_not_split() {
        ProbeEvidence evidence = new ProbeEvidence(List.of(lane("primary write", 1)), Map.of());
        assertThat(ScenarioJudge.judge(scenario(Expectations.NONE, "pause"), conducted(PAUSED, PAUSE), evidence)
                        .injectionGroups()
                        .getFirst()
                        .seenOutages())
                .isEmpty();
    }

    @Test
    void a_lane_that_stays_out_has_an_outage_that_is_longer_than_was_watched() {
        ProbeEvidence evidence = new ProbeEvidence(List.of(lane("primary write", 1_000)), Map.of());
        assertThat(ScenarioJudge.judge(scenario(Expectations.NONE, "pause"), conducted(PAUSED, PAUSE), evidence)
                        .injectionGroups()
                        .getFirst()
                        .seenOutages())
                .singleElement()
                .satisfies(seen -> assertThat(seen.outage().atLeast()).isTrue());
    }

    @Test
    void a_lost_write_belongs_to_the_phase_in_which_it_was_acknowledged_or_to_the_next() {
        ProbeEvidence lost = new ProbeEvidence(
                List.of(),
                Map.of(ExpectationMeasure.LOST_ACKS, 6L),
                new TreeMap<>(Map.of(3L, 1L, CALM + 2L, 2L, CALM + 12L, 3L)));
        AdversitySummary adversity = ScenarioJudge.judge(
                scenario(Expectations.NONE, "first", "second"),
                conducted(
                        PAUSED,
                        injected(1, "first", CALM, CALM + 4, CALM + 10, IN_EFFECT),
                        injected(2, "second", CALM + 12, CALM + 14, CALM + 20, IN_EFFECT)),
                lost);
        assertThat(adversity.phases())
                .extracting(PhaseSummary::lostWrites)
                .containsExactly(OptionalLong.of(3), OptionalLong.of(3));
    }

    @Test
    void where_nothing_looked_for_lost_writes_their_number_is_not_known() {
        assertThat(outcome(PAUSE).lostWrites()).isEmpty();
    }

    @Test
    void what_was_not_seen_to_come_back_misses_its_limit_and_is_worse_than_every_number() {
        SecondSeries run = after(CALM, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        ExpectationResult judgement = ScenarioJudge.judge(
                        scenario(expecting(ExpectationMeasure.TIME_TO_BASELINE, "<= 5s"), "pause"),
                        conducted(run, PAUSE),
                        ProbeEvidence.NONE)
                .phases()
                .getFirst()
                .expectations()
                .getFirst();
        assertThat(judgement.verdict()).isEqualTo(ExpectationVerdict.MISSED);
        assertThat(judgement.found()).isEqualTo("more than 6.0 s");
    }

    @Test
    void an_outage_without_any_answer_has_no_good_latency() {
        Seconds seconds = new Seconds().calm(CALM);
        IntStream.range(0, 20).forEach(i -> seconds.hanging(8, 1000L * i));
        ExpectationResult judgement = ScenarioJudge.judge(
                        scenario(expecting(ExpectationMeasure.P99, "<= 1s"), "pause"),
                        conducted(seconds.series(), PAUSE),
                        ProbeEvidence.NONE)
                .phases()
                .getFirst()
                .expectations()
                .getFirst();
        assertThat(judgement.verdict()).isEqualTo(ExpectationVerdict.MISSED);
    }

    /**
     * Covers an old error: a phase in which the load was not due at all had an availability of 1, latencies of 0.00x, a p99 of more than
     * its length and a throughput that was worse by any factor.
     */
    @ParameterizedTest
    @CsvSource({
        "AVAILABILITY, >= 0.5",
        "P50, <= 1s",
        "P99, <= 1s",
        "IMPACT_TPUT, <= 2",
        "IMPACT_P50, <= 2",
        "IMPACT_P99, <= 2"
    })
    void where_nothing_was_due_nothing_was_measured(ExpectationMeasure measure, String limit) {
        Seconds seconds = new Seconds().calm(CALM);
        IntStream.range(0, 20).forEach(i -> seconds.hanging(0, 0));
        assertThat(ScenarioJudge.judge(
                                scenario(expecting(measure, limit), "pause"),
                                conducted(
                                        seconds.series(), injected(1, "pause", CALM, CALM + 20, CALM + 20, IN_EFFECT)),
                                ProbeEvidence.NONE)
                        .phases()
                        .getFirst()
                        .expectations())
                .extracting(ExpectationResult::verdict, ExpectationResult::found)
                .containsExactly(tuple(ExpectationVerdict.UNDECIDED, "not measured: no operation was due"));
    }

    @Test
    void a_fault_that_was_not_in_effect_is_vacuous_and_not_judged() {
        PhaseSummary phase = outcome(
                injected(1, "pause", CALM, CALM + 4, CALM + 20, new Status(InjectionState.WITHOUT_EFFECT, "state S")));
        assertThat(phase.state()).isEqualTo(PhaseState.VACUOUS);
        assertThat(phase.expectations()).isEmpty();
        assertThat(phase.reasons()).containsExactly("state S");
    }

    @Test
    void a_phase_that_was_not_carried_out_says_why() {
        assertThat(outcome(injected(1, "pause", new Status(InjectionState.NOT_APPLICABLE, "one zone only")))
                        .state())
                .isEqualTo(PhaseState.NOT_APPLICABLE);
        assertThat(outcome(injected(1, "pause", new Status(InjectionState.REFUSED, "no quorum")))
                        .state())
                .isEqualTo(PhaseState.REFUSED);
        assertThat(outcome(injected(1, "pause", new Status(InjectionState.FAILED, "no such process")))
                        .state())
                .isEqualTo(PhaseState.VACUOUS);
        assertThat(outcome(injected(1, "pause", new Status(InjectionState.UNFINISHED, "disk full")))
                        .state())
                .isEqualTo(PhaseState.UNFINISHED);
        assertThat(outcome().state()).isEqualTo(PhaseState.CUT);
        InjectionResult cut = new InjectionResult(
                1, "pause", PAUSE.injections(), List.of(), PAUSE.span(), InjectionResult.ObservationEnd.CUT, false);
        assertThat(outcome(cut).state()).isEqualTo(PhaseState.CUT);
    }

    @Test
    void a_phase_no_worse_than_its_control_is_within_the_noise() {
        SecondSeries calm = Seconds.okPerSecond(calmSeconds(60));
        AdversitySummary adversity = ScenarioJudge.judge(
                scenario(Expectations.NONE, "a-a", "pause"),
                conducted(
                        calm,
                        injected(1, "a-a", CALM, CALM + 4, CALM + 20, IN_EFFECT),
                        injected(2, "pause", CALM + 20, CALM + 24, CALM + 40, IN_EFFECT)),
                ProbeEvidence.NONE);
        assertThat(adversity.phases().get(0).withinNoise()).isEmpty();
        assertThat(adversity.phases().get(1).withinNoise())
                .containsExactly(
                        "availability",
                        "detected_after_s",
                        "outage_s",
                        "degraded_s",
                        "spike_s",
                        "recovery",
                        "lost_goodput");
    }

    @Test
    void a_phase_that_is_worse_than_its_control_says_in_what_it_is_not() {
        SecondSeries run = after(
                40,
                PAUSED.stream().skip(CALM).mapToLong(bucket -> bucket.goodput()).toArray());
        AdversitySummary adversity = ScenarioJudge.judge(
                scenario(Expectations.NONE, "a-a", "pause"),
                conducted(
                        run,
                        injected(1, "a-a", CALM, CALM + 4, CALM + 20, IN_EFFECT),
                        injected(2, "pause", CALM + 20, CALM + 24, CALM + 40, IN_EFFECT)),
                ProbeEvidence.NONE);
        assertThat(adversity.phases().get(1).withinNoise()).isEmpty();
    }

    @Test
    void a_fault_that_was_injected_twice_shows_the_range_of_its_recoveries() {
        SecondSeries run =
                after(CALM, 0, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 0, 0, 0, 100, 100, 100, 100, 100);
        PhaseSummary phase = ScenarioJudge.judge(
                        scenario(Expectations.NONE, "pause"),
                        conducted(
                                run,
                                injected(1, "pause#1", CALM, CALM + 1, CALM + 12, IN_EFFECT),
                                injected(1, "pause#2", CALM + 12, CALM + 13, CALM + 20, IN_EFFECT)),
                        ProbeEvidence.NONE)
                .phases()
                .getFirst();
        Repeats repeats = phase.repeatsFromHealing().orElseThrow();
        assertThat(repeats.count()).isEqualTo(2);
        assertThat(repeats.shortest().afterS()).hasValue(0);
        assertThat(repeats.longest().longerThanS()).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({"<= 60s, PASSED, MET", "<= 3s, UNDECIDED, UNDECIDED"})
    void a_way_back_that_the_next_injection_cut_off_is_judged_by_when_the_phase_was_back(
            String limit, PhaseState state, ExpectationVerdict verdict) {
        PhaseSummary phase = restarts(limit).phases().getFirst();
        assertThat(phase.state()).isEqualTo(state);
        assertThat(phase.expectations())
                .extracting(ExpectationResult::verdict, ExpectationResult::found)
                .containsExactly(tuple(verdict, "more than 0.0 s, but at most 6.0 s"));
    }

    @Test
    void the_recovery_from_the_kill_of_a_primary_is_not_hidden_by_that_of_a_replica() {
        PhaseSummary phase = restarts("<= 60s").phases().getFirst();
        assertThat(phase.injectionGroups().stream()
                        .flatMap(group -> group.recovery().orElseThrow().fromHealing().stream())
                        .map(back -> (back.open() ? "> " : "") + back.seconds() + back.remark()))
                .containsExactly("> 0.0, cut off by the next injection", "0.0");
    }

    @Test
    void a_phase_that_did_not_come_back_does_not_pass_although_nothing_expects_it_to() {
        SecondSeries run = after(CALM, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        PhaseSummary phase = ScenarioJudge.judge(
                        scenario(Expectations.NONE, "pause"), conducted(run, PAUSE), ProbeEvidence.NONE)
                .phases()
                .getFirst();
        assertThat(phase.state()).isEqualTo(PhaseState.NOT_BACK);
        assertThat(phase.reasons())
                .containsExactly(
                        "not seen back at the baseline; nothing expects it, so the exit code does not show it");
    }

    @Test
    void a_run_whose_client_was_overloaded_has_no_phase_that_passes() {
        PhaseSummary phase = ScenarioJudge.judge(
                        scenario(expecting(ExpectationMeasure.AVAILABILITY, ">= 0.1"), "pause"),
                        overloaded(conducted(PAUSED, PAUSE)),
                        ProbeEvidence.NONE)
                .phases()
                .getFirst();
        assertThat(phase.state()).isEqualTo(PhaseState.INVALID);
        assertThat(phase.reasons())
                .containsExactly(
                        "the client was overloaded: p99 of its own delay before sending was 500 ms, but must be at"
                                + " most 10.0 ms; lower the rate, stop other programs on this machine, or run the client"
                                + " on another one");
    }

    /** Covers an old error: a run that was ended during its second fault met its limit by the recovery from the first. */
    @ParameterizedTest
    @CsvSource({"TIME_TO_BASELINE, more than 2.0 s", "TIME_TO_BASELINE_FROM_INJECT, more than 6.0 s"})
    void a_fault_that_the_end_of_the_run_cut_off_leaves_the_longest_recovery_open(
            ExpectationMeasure measure, String found) {
        Scenario limited = limited(expecting(measure, "<= 60s"), "first", "second");
        InjectionResult cut = new InjectionResult(
                2,
                "second",
                PAUSE.injections(),
                List.of(),
                Optional.of(new FaultSpan(CALM + 20, OptionalLong.empty(), CALM + 20)),
                InjectionResult.ObservationEnd.CUT,
                false);
        assertThat(ScenarioJudge.judge(limited, conducted(PAUSED, PAUSE, cut), ProbeEvidence.NONE)
                        .expectations())
                .extracting(ExpectationResult::verdict, ExpectationResult::found)
                .containsExactly(tuple(ExpectationVerdict.UNDECIDED, found));
    }

    /** Covers an old error: calls that outlived the end of a run by ten seconds lowered its goodput. */
    @Test
    void seconds_after_the_end_of_a_run_are_not_judged() {
        Seconds seconds = new Seconds().calm(CALM + 20);
        IntStream.rangeClosed(1, 10).forEach(i -> seconds.hanging(1, 1000L * i));
        ScenarioResult ended = conducted(seconds.series().between(0, CALM + 20), PAUSE);
        ScenarioResult drained = new ScenarioResult(
                ended.result(),
                seconds.series(),
                ended.criteria(),
                ended.injectionResults(),
                ended.problems(),
                ended.unheard(),
                ended.timeline());
        assertThat(ScenarioJudge.judge(
                                limited(expecting(ExpectationMeasure.GOODPUT, ">= 100/s"), "pause"),
                                drained,
                                ProbeEvidence.NONE)
                        .expectations())
                .extracting(ExpectationResult::verdict, ExpectationResult::found)
                .containsExactly(tuple(ExpectationVerdict.MET, "100.0/s"));
    }

    /** Returns a scenario with these expectations on the whole run. */
    private static Scenario limited(Expectations expected, String... phases) {
        Scenario scenario = scenario(Expectations.NONE, phases);
        return new Scenario(
                scenario.name(),
                scenario.description(),
                scenario.setting(),
                scenario.rules(),
                expected,
                scenario.phases());
    }

    private static PhaseSummary outcome(InjectionResult... results) {
        return ScenarioJudge.judge(
                        scenario(expecting(ExpectationMeasure.AVAILABILITY, ">= 0.9"), "pause"),
                        conducted(PAUSED, results),
                        ProbeEvidence.NONE)
                .phases()
                .getFirst();
    }

    private static ExpectationResult judged(Expectations expected, ProbeEvidence evidence) {
        return ScenarioJudge.judge(scenario(expected, "pause"), conducted(PAUSED, PAUSE), evidence)
                .phases()
                .getFirst()
                .expectations()
                .getFirst();
    }

    private static long[] calmSeconds(int count) {
        long[] seconds = new long[count];
        Arrays.fill(seconds, 100);
        return seconds;
    }

    /** Returns a lane with two operations a second, of which so many fail from the injection on. */
    private static LaneSeries lane(String name, int failed) {
        return new LaneSeries(
                name,
                "a",
                "n1",
                ofMillis(500),
                IntStream.range(0, 80)
                        .mapToObj(i -> new Completion(i * 500_000_000L, i < 40 || i >= 40 + failed))
                        .toList());
    }

    private static ClientStep step(ConnectionStep.Kind kind, long fromMs, long toMs) {
        return new ClientStep(
                new StepOwner.SingleSession(0), new ConnectionStep(kind, fromMs * 1_000_000, toMs * 1_000_000, "n1"));
    }
}
