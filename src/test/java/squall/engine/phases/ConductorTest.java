package squall.engine.phases;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static squall.engine.phases.Scenarios.baseline;
import static squall.engine.phases.Scenarios.disturbed;
import static squall.engine.phases.Scenarios.held;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import squall.engine.LoadRun;
import squall.engine.RunEvent;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunEnding;
import squall.scenario.Phase.Order;
import squall.scenario.Scenario;
import squall.spi.FakeLoad;
import squall.spi.Load;
import squall.spi.Outcome;

/** Against a real run, whose load is a switch. */
@Timeout(300)
class ConductorTest {
    private final SwitchedLoad load = new SwitchedLoad();
    private static final ScenarioProblem CUT_SHORT = ScenarioProblem.cutShort("the run ended before its scenario");
    private static final Scenario SCENARIO =
            Scenarios.quick(baseline(2), disturbed("crash", Order.SERIAL, held("off", 60)));

    @Test
    void a_run_that_fails_in_the_middle_of_a_fault_is_healed_and_the_healing_is_told_afterwards() throws Exception {
        SwitchInjection fakeInjection = load.fakeInjection();
        Conductor conductor = new Conductor(SCENARIO, (phase, injection, round, waiting) -> fakeInjection.prepared());
        LoadRun run = run(conductor);
        Thread failing = Thread.ofPlatform().start(() -> {
            fakeInjection.awaitInjected();
            run.stop(new RunEnding.Failed(new IllegalStateException("disk full")));
        });
        ScenarioResult conducted = conductor.execute(run);
        failing.join();
        assertThat(load.isOn()).isTrue();
        assertThat(conducted.result().ending()).isInstanceOf(RunEnding.Failed.class);
        assertThat(conducted.injectionResults())
                .singleElement()
                .satisfies(result -> assertThat(result.ending()).isEqualTo(InjectionResult.ObservationEnd.CUT));
        assertThat(conducted.unheard()).extracting(RunEvent::type).containsSubsequence("heal", "verified");
    }

    @Test
    void a_run_that_is_ended_is_healed_first_and_keeps_its_ending() throws Exception {
        SwitchInjection fakeInjection = load.fakeInjection();
        Conductor conductor = new Conductor(SCENARIO, (phase, injection, round, waiting) -> fakeInjection.prepared());
        Thread ending = Thread.ofPlatform().start(() -> {
            fakeInjection.awaitInjected();
            conductor.stop(new RunEnding.Interrupted("SIGINT"));
            conductor.stopNow(new RunEnding.Interrupted("SIGTERM"));
        });
        ScenarioResult conducted = conductor.execute(run(conductor));
        ending.join();
        assertThat(load.isOn()).isTrue();
        assertThat(fakeInjection.healed()).isEqualTo(1);
        assertThat(conducted.problems()).isEmpty();
        assertThat(conducted.result().ending()).isInstanceOf(RunEnding.Interrupted.class);
    }

    @Test
    void a_run_that_was_ended_before_it_began_is_not_conducted() throws Exception {
        SwitchInjection fakeInjection = load.fakeInjection();
        Conductor conductor = new Conductor(SCENARIO, (phase, injection, round, waiting) -> fakeInjection.prepared());
        LoadRun run = run(conductor);
        run.stop(new RunEnding.Interrupted("SIGINT"));
        ScenarioResult conducted = conductor.execute(run);
        assertThat(conducted.injectionResults()).isEmpty();
        assertThat(conducted.result().finished()).isZero();
    }

    /** Covers an old error: the window before the first phase had the name of the figures of the whole run. */
    @Test
    void the_time_before_the_first_phase_is_called_start_and_not_measured() throws Exception {
        SwitchInjection fakeInjection = load.fakeInjection();
        Conductor conductor = new Conductor(SCENARIO, (phase, injection, round, waiting) -> fakeInjection.prepared());
        LoadRun run = run(conductor);
        run.stop(new RunEnding.Interrupted("SIGINT"));
        assertThat(conductor.execute(run).result().windows())
                .extracting(summary -> summary.window().name())
                .containsExactly("start");
    }

    @Test
    void a_disturbance_that_throws_what_it_must_not_fails_the_run_after_healing() throws Exception {
        SwitchInjection fakeInjection = load.fakeInjection();
        Conductor conductor = new Conductor(
                Scenarios.quick(
                        baseline(2), disturbed("ops", Order.SERIAL, Scenarios.untilRunEnd("off"), held("broken", 2))),
                (phase, injection, round, waiting) -> {
                    if (injection == 1) {
                        throw new IllegalStateException("no such kind");
                    }
                    return fakeInjection.prepared();
                });
        ScenarioResult conducted = conductor.execute(run(conductor));
        assertThat(conducted.result().ending()).isInstanceOf(RunEnding.Failed.class);
        assertThat(load.isOn()).isTrue();
    }

    /** Covers an old error: the exit code was 0. */
    @Test
    void a_load_that_ends_before_the_scenario_cuts_it_short() throws Exception {
        FakeLoad brief = FakeLoad.each(turn -> {
            turn.record(FakeLoad.READ, turn.nowNs(), Outcome.OK, 1);
            return turn.index() < 100;
        });
        SwitchInjection fakeInjection = load.fakeInjection();
        Conductor conductor = new Conductor(SCENARIO, (phase, injection, round, waiting) -> fakeInjection.prepared());
        assertThat(conductor.execute(run(brief, conductor)).problems()).containsExactly(CUT_SHORT);
    }

    /** Covers an old error: the exit code was 0. */
    @Test
    void a_fault_that_throws_an_interruption_of_its_own_cuts_the_scenario_short() throws Exception {
        Conductor conductor = new Conductor(SCENARIO, (phase, injection, round, waiting) -> {
            throw new InterruptedException("not by the run");
        });
        assertThat(conductor.execute(run(conductor)).problems()).containsExactly(CUT_SHORT);
    }

    private LoadRun run(Conductor conductor) {
        return run(load, conductor);
    }

    private static LoadRun run(Load load, Conductor conductor) {
        LoadPlan plan = new LoadPlan(
                4,
                new LoadPace.Rate(200, LoadPace.Arrival.CONSTANT),
                OptionalLong.empty(),
                Optional.empty(),
                Duration.ZERO,
                ofMillis(300),
                7,
                LoadPlan.Threads.PLATFORM,
                List.of());
        return new LoadRun(load, plan.givingUpAfter(Duration.ofSeconds(1)), List.of(conductor));
    }
}
