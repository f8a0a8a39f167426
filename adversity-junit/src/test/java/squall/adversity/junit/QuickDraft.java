package squall.adversity.junit;

import static java.time.Duration.ofSeconds;

import java.util.Map;
import squall.scenario.RecoverySpec;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.scenario.dsl.FaultBuilder;
import squall.scenario.dsl.PhaseBuilder;
import squall.scenario.dsl.ScenarioBuilder;
import squall.scenario.dsl.TargetSelectors;

/** The beginning of scenarios that take seconds. */
final class QuickDraft {
    private QuickDraft() {}

    /** Returns a scenario under the toy load, with its baseline and no phase yet. */
    static ScenarioBuilder on(String cluster, Map<String, String> options) {
        return ScenarioBuilder.named("toy")
                .seed(7)
                .on(cluster, options)
                .under("toy", Map.of())
                .rate(new ScenarioSetup.LoadRate.Fixed(20))
                .windows(new Scenario.WindowDurations(ofSeconds(1), ofSeconds(2), ofSeconds(5)))
                .recovery(new RecoverySpec.Given(ofSeconds(1), ofSeconds(2), 0.5, 100, ofSeconds(1)))
                .baseline(ofSeconds(2));
    }

    /** Returns a phase that freezes the first node for a second. */
    static PhaseBuilder pause() {
        return PhaseBuilder.serial(
                "pause",
                FaultBuilder.with("pause").at(TargetSelectors.node("n1")).held(ofSeconds(1)));
    }
}
