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
import squall.scenario.RecoverySpec;
import squall.scenario.Scenario.WindowDurations;
import squall.scenario.ScenarioSetup.LoadRate;
import squall.scenario.dsl.FaultBuilder;
import squall.scenario.dsl.PhaseBuilder;
import squall.scenario.dsl.ScenarioBuilder;
import squall.scenario.dsl.TargetSelectors;
import squall.scenario.target.Selector.Portion;
import squall.system.StateFolder;
import squall.testbed.ha.HaCluster;

/** Suite of a service: the effects on its users while its database is in trouble. */
@Tag("server")
@Tag("extended")
class OrdersSuiteTest {
    private static final String CLUSTER = "orders-example";

    @AfterAll
    static void remove() throws IOException, InterruptedException {
        new HaCluster(StateFolder.here(), CLUSTER).reset();
    }

    @AdversityTest
    void orders_are_taken_again_after_a_migration_that_hung(InProcessScenarios scenarios) throws IOException {
        AdversityRun run = scenarios.run(orders("migration")
                .phase(PhaseBuilder.serial(
                        "migration",
                        FaultBuilder.with("lockedTable")
                                .option("table", "orders")
                                .held(ofSeconds(2))))
                .build());
        assertThat(run).phase("migration").recoversWithin(10, SECONDS).losesNothing();
    }

    @AdversityTest
    void no_order_is_lost_with_the_primary(InProcessScenarios scenarios) throws IOException {
        AdversityRun run = scenarios.run(orders("failover")
                .phase(PhaseBuilder.serial(
                        "failover",
                        FaultBuilder.with("kill")
                                .at(TargetSelectors.some(Portion.ONE, TargetSelectors.role("primary")))
                                .held(ofSeconds(5))))
                .build());
        assertThat(run).phase("failover").recoversWithin(30, SECONDS).losesNothing();
    }

    private static ScenarioBuilder orders(String name) {
        return ScenarioBuilder.named(name)
                .seed(42)
                .on("postgres-ha", Map.of("name", CLUSTER))
                .under("orders", Map.of())
                .sessions(4)
                .rate(new LoadRate.Fixed(50))
                .windows(new WindowDurations(ofSeconds(1), ofSeconds(4), ofSeconds(30)))
                .recovery(new RecoverySpec.Given(ofSeconds(1), ofSeconds(2), 0.5, 20, ofSeconds(1)))
                .baseline(ofSeconds(5));
    }
}
