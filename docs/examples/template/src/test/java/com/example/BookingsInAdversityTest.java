package com.example;

import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.SECONDS;
import static squall.adversity.junit.AdversityAssertions.assertThat;

import java.io.IOException;
import java.util.Map;
import squall.adversity.junit.AdversityRun;
import squall.adversity.junit.AdversityTest;
import squall.adversity.junit.InProcessScenarios;
import squall.scenario.RecoverySpec;
import squall.scenario.Scenario;
import squall.scenario.Scenario.WindowDurations;
import squall.scenario.ScenarioSetup.LoadRate;
import squall.scenario.dsl.FaultBuilder;
import squall.scenario.dsl.PhaseBuilder;
import squall.scenario.dsl.ScenarioBuilder;
import squall.scenario.dsl.TargetSelectors;
import squall.scenario.target.Selector.Portion;

/** Test of bookings while a replica is paused for two seconds: they go on, and none that was acknowledged is missing afterwards. */
class BookingsInAdversityTest {
    @AdversityTest
    void a_paused_replica_loses_no_booking(InProcessScenarios scenarios) throws IOException {
        AdversityRun run = scenarios.run(pausedReplica());
        assertThat(run).phase("pause").recoversWithin(10, SECONDS).losesNothing();
    }

    private static Scenario pausedReplica() {
        return ScenarioBuilder.named("paused-replica")
                .seed(42)
                .on("postgres-ha", Map.of("name", "bookings"))
                .under("sample-apps", Map.of("workload", "Bookings"))
                .sessions(4)
                .rate(new LoadRate.Fixed(100))
                .windows(new WindowDurations(ofSeconds(1), ofSeconds(5), ofSeconds(10)))
                .recovery(new RecoverySpec.Given(ofSeconds(1), ofSeconds(2), 0.5, 20, ofSeconds(1)))
                .baseline(ofSeconds(6))
                .phase(PhaseBuilder.serial(
                        "pause",
                        FaultBuilder.with("pause")
                                .at(TargetSelectors.some(Portion.ONE, TargetSelectors.role("replica")))
                                .held(ofSeconds(2))))
                .build();
    }
}
