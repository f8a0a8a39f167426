package squall.scenario;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import squall.scenario.Injection.InjectionRepeat.Gap;
import squall.scenario.dsl.FaultBuilder;
import squall.scenario.dsl.PhaseBuilder;
import squall.scenario.dsl.ScenarioBuilder;

class ScenarioTest {
    @Test
    void a_scale_changes_holds_and_gaps_and_nothing_else() {
        Scenario scenario = ScenarioBuilder.named("x")
                .seed(1)
                .rate(new ScenarioSetup.LoadRate.Fixed(100))
                .baseline(ofSeconds(30))
                .control(ofSeconds(10))
                .phase(PhaseBuilder.serial(
                        "stall",
                        FaultBuilder.with("pause")
                                .repeated(3, new Gap.Uniform(ofSeconds(2), ofSeconds(4)))
                                .held(ofSeconds(10)),
                        FaultBuilder.with("backup").untilDone(ofSeconds(60))))
                .build();
        assertThat(scenario.scaled(0.5).phases())
                .containsExactly(
                        new Phase.Baseline("baseline", ofSeconds(30)),
                        new Phase.Control("control", ofSeconds(5), scenario.expect()),
                        PhaseBuilder.serial(
                                        "stall",
                                        FaultBuilder.with("pause")
                                                .repeated(3, new Gap.Uniform(ofSeconds(1), ofSeconds(2)))
                                                .held(ofSeconds(5)),
                                        FaultBuilder.with("backup").untilDone(ofSeconds(60)))
                                .phase());
    }

    @Test
    void another_hold_is_that_of_every_fault_with_a_fixed_one() {
        Scenario scenario = ScenarioBuilder.named("x")
                .seed(1)
                .rate(new ScenarioSetup.LoadRate.Fixed(100))
                .baseline(ofSeconds(30))
                .control(ofSeconds(10))
                .phase(PhaseBuilder.serial("stall", FaultBuilder.with("pause").held(ofSeconds(10))))
                .phase(PhaseBuilder.serial("work", FaultBuilder.with("backup").untilDone(ofSeconds(60))))
                .build();
        Scenario held = scenario.held(ofSeconds(3));
        assertThat(scenario.holds()).containsExactly(ofSeconds(10));
        assertThat(held.holds()).containsExactly(ofSeconds(3));
        assertThat(held.phases())
                .containsExactly(
                        new Phase.Baseline("baseline", ofSeconds(30)),
                        new Phase.Control("control", ofSeconds(10), scenario.expect()),
                        PhaseBuilder.serial("stall", FaultBuilder.with("pause").held(ofSeconds(3)))
                                .phase(),
                        PhaseBuilder.serial("work", FaultBuilder.with("backup").untilDone(ofSeconds(60)))
                                .phase());
    }

    @Test
    void a_hold_that_a_scenario_cannot_have_is_refused() {
        assertThatThrownBy(() -> three().held(ofSeconds(7)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("hold of 7s is shorter than minHold 8s; a shorter hold changes the experiment");
        Scenario without = three().with(three().phases().subList(0, 1));
        assertThatThrownBy(() -> without.held(ofSeconds(7)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("scenario x: none of its faults is held for a fixed time, so no other can be chosen");
    }

    @Test
    void one_seed_draws_one_course_of_the_same_faults() {
        Scenario scenario = three();
        assertThat(scenario.drawn()).isEqualTo(scenario.drawn()).isNotEqualTo(scenario);
        assertThat(scenario.drawn().phases()).first().isEqualTo(new Phase.Baseline("baseline", ofSeconds(30)));
        assertThat(scenario.drawn().phases())
                .extracting(Phase::name)
                .containsExactlyInAnyOrder("baseline", "a", "b", "c");
        assertThat(IntStream.range(0, 50)
                        .mapToObj(seed ->
                                scenario.with(scenario.rules().withSeed(seed)).drawn())
                        .map(drawn -> drawn.phases().stream().map(Phase::name).toList())
                        .distinct())
                .hasSize(6);
    }

    @Test
    void a_drawn_hold_is_no_other_experiment() {
        Scenario scenario = three();
        for (int seed = 0; seed < 50; seed++) {
            assertThat(scenario.with(scenario.rules().withSeed(seed)).drawn().phases())
                    .filteredOn(Phase.Disturbed.class::isInstance)
                    .allSatisfy(phase -> assertThat(hold(phase)).isBetween(ofSeconds(8), ofSeconds(15)));
        }
    }

    @Test
    void gaps_are_drawn_between_their_ends_or_about_their_mean() {
        SplittableRandom random = new SplittableRandom(1);
        Gap uniform = new Gap.Uniform(ofMillis(10), ofMillis(12));
        assertThat(IntStream.range(0, 100).mapToObj(i -> uniform.draw(random)).distinct())
                .containsExactlyInAnyOrder(ofMillis(10), ofMillis(11), ofMillis(12));
        Gap poisson = new Gap.Poisson(ofSeconds(10));
        assertThat(IntStream.range(0, 10_000)
                        .mapToLong(i -> poisson.draw(random).toMillis())
                        .average()
                        .orElseThrow())
                .isBetween(9_700.0, 10_300.0);
    }

    @Test
    void what_one_injection_draws_is_not_what_another_draws() {
        Scenario scenario = three();
        List<Long> drawn = List.of(
                scenario.chance(1, 0, 0).nextLong(),
                scenario.chance(0, 1, 0).nextLong(),
                scenario.chance(0, 0, 1).nextLong(),
                scenario.chance(0, 31, 0).nextLong());
        assertThat(drawn).doesNotHaveDuplicates();
        assertThat(scenario.chance(1, 0, 0).nextLong()).isEqualTo(drawn.getFirst());
    }

    @Test
    void work_that_ends_by_itself_is_not_repeated() {
        assertThatThrownBy(() -> FaultBuilder.with("backup")
                        .repeated(2, new Gap.Fixed(Duration.ZERO))
                        .untilDone(ofSeconds(1)))
                .hasMessage("repeat: only a fault that is held for a duration can be repeated");
    }

    private static Duration hold(Phase phase) {
        Injection injection = ((Phase.Disturbed) phase).injections().getFirst();
        return ((Injection.HoldTime.For) injection.hold()).length();
    }

    /** Returns a scenario with three faults held for ten seconds, and for eight at least. */
    private static Scenario three() {
        Injection.HoldTime hold = new Injection.HoldTime.For(ofSeconds(10), ofSeconds(8));
        return ScenarioBuilder.named("x")
                .seed(1)
                .rate(new ScenarioSetup.LoadRate.Fixed(100))
                .baseline(ofSeconds(30))
                .phase(PhaseBuilder.serial("a", FaultBuilder.with("pause").held(hold)))
                .phase(PhaseBuilder.serial("b", FaultBuilder.with("pause").held(hold)))
                .phase(PhaseBuilder.serial("c", FaultBuilder.with("pause").held(hold)))
                .build();
    }
}
