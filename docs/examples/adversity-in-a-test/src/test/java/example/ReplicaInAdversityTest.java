package example;

import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.SECONDS;
import static squall.adversity.junit.AdversityAssertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import squall.adversity.junit.AdversityRun;
import squall.adversity.junit.AdversityTest;
import squall.adversity.junit.InProcessScenarios;
import squall.scenario.ProbeSettings;
import squall.scenario.RecoverySpec;
import squall.scenario.Scenario;
import squall.scenario.Scenario.WindowDurations;
import squall.scenario.ScenarioSetup.LoadRate;
import squall.scenario.dsl.FaultBuilder;
import squall.scenario.dsl.PhaseBuilder;
import squall.scenario.dsl.ScenarioBuilder;
import squall.scenario.dsl.TargetSelectors;
import squall.scenario.target.Selector.Portion;
import squall.system.StateFolder;
import squall.testbed.ha.HaCluster;

/**
 * Test of a replica that is paused for two seconds: afterwards no acknowledged write may be missing. A scenario that is shipped, or in a
 * file, is named instead: {@code @AdversityTest(scenario = "pause", size = "dev")}, with the {@link AdversityRun} as parameter.
 */
@Tag("server")
@Tag("extended")
class ReplicaInAdversityTest {
    private static final String CLUSTER = "adversity-example";

    /** Removes the cluster. If it were left running, the next test would find it at once. */
    @AfterAll
    static void remove() throws IOException, InterruptedException {
        new HaCluster(StateFolder.here(), CLUSTER).reset();
    }

    @AdversityTest
    void a_replica_that_holds_still_loses_nothing(InProcessScenarios adversities) throws IOException {
        AdversityRun run = adversities.run(pausedReplica());
        assertThat(run).phase("pause").recoversWithin(10, SECONDS).losesNothing();
    }

    private static Scenario pausedReplica() {
        return ScenarioBuilder.named("paused-replica")
                .seed(42)
                .on("postgres-ha", Map.of("name", CLUSTER))
                .under("ycsb", Map.of("workload", "src/test/resources/half-updates"))
                .sessions(4)
                .rate(new LoadRate.Fixed(100))
                .probes(writtenRowsAreThere())
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

    private static ProbeSettings writtenRowsAreThere() {
        ProbeSettings.Ledger ledger = new ProbeSettings.Ledger(2, 20);
        return ProbeSettings.NONE.with(ledger);
    }
}
