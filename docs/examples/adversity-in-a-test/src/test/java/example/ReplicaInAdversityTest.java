package example;

import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.SECONDS;
import static squall.adversity.junit.AdversityAssertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import squall.adversity.junit.Adversities;
import squall.adversity.junit.AdversityRun;
import squall.adversity.junit.AdversityTest;
import squall.host.StateFolder;
import squall.scenario.Probes;
import squall.scenario.Rate;
import squall.scenario.RecoveryRule;
import squall.scenario.Scenario;
import squall.scenario.Windows;
import squall.scenario.dsl.Act;
import squall.scenario.dsl.Draft;
import squall.scenario.dsl.Strike;
import squall.scenario.dsl.Targets;
import squall.scenario.target.Portion;
import squall.testbed.ha.HaCluster;

/**
 * A replica holds still for two seconds, and no acknowledged write may be missing afterwards. A scenario that is shipped, or lies in a
 * file, is named instead: {@code @AdversityTest(scenario = "pause", size = "dev")}, with the {@link AdversityRun} as parameter.
 */
@Tag("server")
class ReplicaInAdversityTest {
    private static final String CLUSTER = "adversity-example";

    /** Left up, it would be there at once for the next test; this one tidies up behind itself. */
    @AfterAll
    static void remove() throws IOException, InterruptedException {
        new HaCluster(StateFolder.here(), CLUSTER).reset();
    }

    @AdversityTest
    void a_replica_that_holds_still_loses_nothing(Adversities adversities) throws IOException {
        AdversityRun run = adversities.run(pausedReplica());
        assertThat(run).phase("pause").recoversWithin(10, SECONDS).losesNothing();
    }

    private static Scenario pausedReplica() {
        return Draft.named("paused-replica")
                .seed(42)
                .on("postgres-ha", Map.of("name", CLUSTER))
                .under("ycsb", Map.of("workload", "src/test/resources/half-updates"))
                .sessions(4)
                .rate(new Rate.Fixed(100))
                .probes(writtenRowsAreThere())
                .windows(new Windows(ofSeconds(1), ofSeconds(5), ofSeconds(10)))
                .recovery(new RecoveryRule.Given(ofSeconds(1), ofSeconds(2), 0.5, 20, ofSeconds(1)))
                .baseline(ofSeconds(6))
                .phase(Act.serial(
                        "pause",
                        Strike.with("pause")
                                .at(Targets.some(Portion.ONE, Targets.role("replica")))
                                .held(ofSeconds(2))))
                .build();
    }

    private static Probes writtenRowsAreThere() {
        Probes.Ledger ledger = new Probes.Ledger(2, 20);
        return new Probes(Optional.empty(), Optional.of(ledger), Optional.empty(), Optional.empty());
    }
}
