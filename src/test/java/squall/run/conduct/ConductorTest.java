package squall.run.conduct;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static squall.run.conduct.Scenarios.baseline;
import static squall.run.conduct.Scenarios.disturbed;
import static squall.run.conduct.Scenarios.held;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import squall.run.Ending;
import squall.run.Event;
import squall.run.Pace;
import squall.run.Plan;
import squall.run.Run;
import squall.scenario.Phase.Order;
import squall.scenario.Scenario;

/** Against a real run, whose load is a switch. */
@Timeout(60)
class ConductorTest {
    private final SwitchedLoad load = new SwitchedLoad();
    private static final Scenario SCENARIO =
            Scenarios.quick(baseline(2), disturbed("crash", Order.SERIAL, held("off", 60)));

    @Test
    void a_run_that_fails_in_the_middle_of_a_fault_is_healed_and_the_healing_is_told_afterwards() throws Exception {
        SwitchDisturbance disturbance = load.disturbance();
        Conductor conductor = new Conductor(SCENARIO, (phase, injection, round) -> disturbance);
        Run run = run(conductor);
        Thread failing = Thread.ofPlatform().start(() -> {
            disturbance.awaitInjected();
            run.stop(new Ending.Failed(new IllegalStateException("disk full")));
        });
        Conducted conducted = conductor.execute(run);
        failing.join();
        assertThat(load.isOn()).isTrue();
        assertThat(conducted.result().ending()).isInstanceOf(Ending.Failed.class);
        assertThat(conducted.strikes())
                .singleElement()
                .satisfies(strike -> assertThat(strike.ending()).isEqualTo(Strike.End.CUT));
        assertThat(conducted.unheard()).extracting(Event::type).containsSubsequence("heal", "verified");
    }

    @Test
    void whoever_ends_the_run_gets_it_healed_first_and_the_ending_as_he_said() throws Exception {
        SwitchDisturbance disturbance = load.disturbance();
        Conductor conductor = new Conductor(SCENARIO, (phase, injection, round) -> disturbance);
        Thread ending = Thread.ofPlatform().start(() -> {
            disturbance.awaitInjected();
            conductor.stop(new Ending.Interrupted("SIGINT"));
            conductor.stopNow(new Ending.Interrupted("SIGTERM"));
        });
        Conducted conducted = conductor.execute(run(conductor));
        ending.join();
        assertThat(load.isOn()).isTrue();
        assertThat(disturbance.healed()).isEqualTo(1);
        assertThat(conducted.result().ending()).isInstanceOf(Ending.Interrupted.class);
    }

    @Test
    void a_run_that_was_ended_before_it_began_is_not_conducted() throws Exception {
        SwitchDisturbance disturbance = load.disturbance();
        Conductor conductor = new Conductor(SCENARIO, (phase, injection, round) -> disturbance);
        Run run = run(conductor);
        run.stop(new Ending.Interrupted("SIGINT"));
        Conducted conducted = conductor.execute(run);
        assertThat(conducted.strikes()).isEmpty();
        assertThat(conducted.result().finished()).isZero();
    }

    @Test
    void a_disturbance_that_throws_what_it_must_not_fails_the_run_after_healing() throws Exception {
        SwitchDisturbance disturbance = load.disturbance();
        Conductor conductor = new Conductor(
                Scenarios.quick(
                        baseline(2), disturbed("ops", Order.SERIAL, Scenarios.untilRunEnd("off"), held("broken", 2))),
                (phase, injection, round) -> {
                    if (injection == 1) {
                        throw new IllegalStateException("no such kind");
                    }
                    return disturbance;
                });
        Conducted conducted = conductor.execute(run(conductor));
        assertThat(conducted.result().ending()).isInstanceOf(Ending.Failed.class);
        assertThat(load.isOn()).isTrue();
    }

    private Run run(Conductor conductor) {
        Plan plan = new Plan(
                4,
                new Pace.Rate(200, Pace.Arrival.CONSTANT),
                OptionalLong.empty(),
                Optional.empty(),
                Duration.ZERO,
                ofMillis(300),
                7,
                Plan.Threads.PLATFORM,
                List.of());
        return new Run(load, plan.givingUpAfter(Duration.ofSeconds(1)), List.of(conductor));
    }
}
