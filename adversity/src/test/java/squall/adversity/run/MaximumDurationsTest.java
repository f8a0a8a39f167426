package squall.adversity.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import squall.adversity.run.SafetyGuards.MaximumDurations;
import squall.scenario.Injection;
import squall.scenario.Phase;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioReader;
import squall.scenario.yaml.ScenarioSource;

class MaximumDurationsTest {
    private static final String SCENARIO = """
            apiVersion: squall/v1
            name: x
            seed: 7
            load: {engine: {ycsb: {workload: workloada}}, rate: {fixed: 100/s}}
            safety: {healthyWithin: 10s}
            windows: {settle: 1s, baseline: 4s, recoveryMax: 20s}
            recovery: {window: 1s, held: 2s, share: 0.9, latencyFactor: 2, latencyFloor: 10ms}
            phases:
              - baseline: {duration: 5s}
              - {name: short, fault: pause, target: all, hold: 7s}
              - {name: work, fault: rollingRestart, target: all, hold: untilDone, max: 3m}
              - {name: background, fault: noop, hold: untilRunEnd}
              - {name: again, fault: pause, target: {pick: one}, hold: 2s, repeat: {times: 3, gap: {random: [1s, 5s]}}}
              - cooldown: {duration: 9s}
            """;

    private final Scenario scenario = ScenarioReader.readAlone(new ScenarioSource("x.yaml", SCENARIO));
    private final MaximumDurations longest = new MaximumDurations(scenario);

    @Test
    void a_fault_that_is_held_for_a_time_takes_that_time() {
        assertThat(longest.hold(1, injection(1))).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void work_takes_at_most_what_it_may() {
        assertThat(longest.hold(2, injection(2))).isEqualTo(Duration.ofMinutes(3));
    }

    @Test
    void background_takes_all_that_can_follow() {
        Duration around = Duration.ofSeconds(10 + 1 + 20 + 2);
        Duration again = around.plusSeconds(2 + 5).multipliedBy(3);
        assertThat(longest.hold(3, injection(3))).isEqualTo(around.plus(again).plusSeconds(9));
    }

    private Injection injection(int phase) {
        return ((Phase.Disturbed) scenario.phases().get(phase)).injections().getFirst();
    }
}
