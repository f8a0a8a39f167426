package squall.adversity.junit;

import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.SECONDS;
import static squall.adversity.junit.AdversityAssertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
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

/** A test as a team would write it, on a real replicated database. */
@Tag("server")
class AdversityServerTest {
    @AdversityTest
    void a_standby_that_holds_still_loses_nothing(Adversities adversities) throws IOException {
        AdversityRun run = adversities.run(pausedStandby());
        assertThat(run).phase("pause").recoversWithin(10, SECONDS).losesNothing();
    }

    private static Scenario pausedStandby() {
        return Draft.named("paused-standby")
                .seed(42)
                .on("postgres-ha", Map.of())
                .under("ycsb", Map.of("recordcount", "1000"))
                .sessions(4)
                .rate(new Rate.Fixed(100))
                .probes(new Probes(
                        Optional.empty(), Optional.of(new Probes.Ledger(2, 20)), Optional.empty(), Optional.empty()))
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
}
