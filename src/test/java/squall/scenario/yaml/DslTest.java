package squall.scenario.yaml;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.scenario.dsl.TargetSelectors.any;
import static squall.scenario.dsl.TargetSelectors.each;
import static squall.scenario.dsl.TargetSelectors.node;
import static squall.scenario.dsl.TargetSelectors.one;
import static squall.scenario.dsl.TargetSelectors.role;
import static squall.scenario.dsl.TargetSelectors.someBut;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import squall.scenario.Injection.InjectionRepeat.Gap;
import squall.scenario.Phase.Consent;
import squall.scenario.ProbeSettings;
import squall.scenario.RecoverySpec;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.scenario.dsl.FaultBuilder;
import squall.scenario.dsl.PhaseBuilder;
import squall.scenario.dsl.ScenarioBuilder;
import squall.scenario.dsl.TargetSelectors;
import squall.scenario.expect.ExpectationMeasure;
import squall.scenario.target.Selector;
import squall.scenario.target.Selector.FailureDomain;

/** Test that a scenario written in Java equals the one in a file. */
class DslTest {
    /** Tests run in the module's folder; the page has the lines as they are here. */
    @Test
    void the_page_shows_a_scenario_that_is_built_here() throws IOException {
        Scenario scenario = ScenarioBuilder.named("my-crash")
                .seed(42)
                .on("postgres-ha", Map.of())
                .under("ycsb", Map.of("workload", "workloada"))
                .rate(new ScenarioSetup.LoadRate.Fixed(400))
                .baseline(ofSeconds(60))
                .phase(PhaseBuilder.serial(
                                "crash",
                                FaultBuilder.with("kill")
                                        .option("signal", "KILL")
                                        .at(TargetSelectors.one())
                                        .held(ofSeconds(10)))
                        .expecting(ExpectationMeasure.TIME_TO_BASELINE, "<= 60s"))
                .build();

        assertThat(scenario.phases()).hasSize(2);
        String source = Files.readString(Path.of("test/java/squall/scenario/yaml/DslTest.java"));
        String page = Files.readString(Path.of("../docs/scenarios.md"));
        int shown = page.indexOf("Scenario scenario = ");
        assertThat(words(source)).contains(words(page.substring(shown, page.indexOf("```", shown))));
    }

    private static String words(String text) {
        return String.join(" ", text.trim().split("\\s+"));
    }

    private static final String FILE = """
        apiVersion: squall/v1
        name: weather
        description: of each kind one
        seed: 42
        repetitions: 3
        cluster: {kind: {postgres-ha: {links: true}}}
        load:
          engine: {ycsb: {workload: workloada}}
          sessions: 20
          rate: {ratioOfMax: 0.5}
          statementTimeout: 3s
        probes:
          lanes: {perNode: 1, rate: 10/s, timeout: 500ms}
          ledger: {writers: 4, rate: 40/s}
        safety: {allowHosts: [10.0.0.0/8], maxFaultyNodes: 1, quorumGuard: true, healthyWithin: 1m, grace: 10s}
        windows: {settle: 1s, baseline: 10s, recoveryMax: 60s}
        recovery: {preset: strict}
        defaults: {expect: {lostAcks: 0, maxUnavailable: 15s}}
        expect: {availability: ">= 0.999"}
        phases:
          - fill: {duration: 10m}
          - baseline: {duration: 60s}
          - control: {hold: 30s}
          - name: work
            serial:
              - {fault: changefeed, hold: untilRunEnd}
              - {fault: backup, hold: untilDone, max: 2m}
          - name: stall
            fault: {diskStall: {writes: true}}
            fallback: pause
            target: {pick: one, not: {role: primary}}
            hold: 10s
            repeat: {times: 5, gap: {random: [5s, 15s]}}
            expect: {maxUnavailable: 3s, p99: "<= 3x baseline"}
            allowDataLoss: true
          - name: cut
            parallel:
              - {fault: partition, target: [{pick: one}, n3], hold: 5s}
              - {fault: kill, target: {region: {pick: one}}, hold: 5s}
            allowQuorumLoss: true
          - cooldown: {duration: 10s}
        """;

    @Test
    void a_scenario_in_java_equals_the_one_in_a_file() {
        ScenarioBuilder draft = ScenarioBuilder.named("weather")
                .describedAs("of each kind one")
                .seed(42)
                .repeated(3)
                .on("postgres-ha", Map.of("links", "true"))
                .under("ycsb", Map.of("workload", "workloada"))
                .sessions(20)
                .rate(new ScenarioSetup.LoadRate.RatioOfMax(0.5))
                .statementTimeout(ofSeconds(3))
                .probes(probes())
                .safety(safety())
                .windows(new Scenario.WindowDurations(ofSeconds(1), ofSeconds(10), ofSeconds(60)))
                .recovery(new RecoverySpec.Strict())
                .expectingOfPhases(ExpectationMeasure.LOST_ACKS, "0")
                .expectingOfPhases(ExpectationMeasure.MAX_UNAVAILABLE, "15s")
                .expecting(ExpectationMeasure.AVAILABILITY, ">= 0.999");
        assertThat(withPhases(draft).build()).isEqualTo(Texts.read(FILE));
    }

    @Test
    void a_rule_that_must_hold_longer_than_recovery_is_watched_is_refused() {
        ScenarioBuilder draft = ScenarioBuilder.named("x")
                .seed(1)
                .under("ycsb", Map.of())
                .rate(new ScenarioSetup.LoadRate.RatioOfMax(0.5))
                .windows(new Scenario.WindowDurations(ofSeconds(1), ofSeconds(10), ofSeconds(20)))
                .recovery(new RecoverySpec.Strict());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> withPhases(draft).build())
                .withMessage("recovery.held must be at most windows.recoveryMax, 20s, not 1m: otherwise recovery could"
                        + " never be observed");
    }

    private static ScenarioBuilder withPhases(ScenarioBuilder draft) {
        return draft.fill(ofMinutes(10))
                .baseline(ofSeconds(60))
                .control(ofSeconds(30))
                .phase(PhaseBuilder.serial(
                        "work",
                        FaultBuilder.with("changefeed").untilRunEnd(),
                        FaultBuilder.with("backup").untilDone(ofMinutes(2))))
                .phase(PhaseBuilder.serial(
                                "stall",
                                FaultBuilder.with("diskStall")
                                        .option("writes", "true")
                                        .orElse("pause")
                                        .at(someBut(Selector.Portion.ONE, role("primary")))
                                        .repeated(5, new Gap.Uniform(ofSeconds(5), ofSeconds(15)))
                                        .held(ofSeconds(10)))
                        .expecting(ExpectationMeasure.MAX_UNAVAILABLE, "3s")
                        .expecting(ExpectationMeasure.P99, "<= 3x baseline")
                        .allowing(Consent.DATA_LOSS))
                .phase(PhaseBuilder.parallel(
                                "cut",
                                FaultBuilder.with("partition")
                                        .at(each(one(), node("n3")))
                                        .held(ofSeconds(5)),
                                FaultBuilder.with("kill")
                                        .at(any(FailureDomain.REGION))
                                        .held(ofSeconds(5)))
                        .allowing(Consent.QUORUM_LOSS))
                .cooldown(ofSeconds(10));
    }

    private static ProbeSettings probes() {
        return ProbeSettings.NONE
                .with(new ProbeSettings.Lanes(1, 10, ofMillis(500)))
                .with(new ProbeSettings.Ledger(4, 40));
    }

    private static ScenarioSetup.SafetyLimits safety() {
        return new ScenarioSetup.SafetyLimits(
                List.of("10.0.0.0/8"), OptionalInt.of(1), OptionalInt.empty(), true, ofMinutes(1), ofSeconds(10));
    }

    @Test
    void nothing_is_assumed_of_seed_and_rate() {
        assertThatThrownBy(() -> ScenarioBuilder.named("x")
                        .seed(1)
                        .baseline(ofSeconds(1))
                        .build())
                .hasMessage("scenario 'x' needs a rate");
        assertThatThrownBy(() -> ScenarioBuilder.named("x")
                        .rate(new ScenarioSetup.LoadRate.Closed())
                        .build())
                .hasMessage("scenario 'x' needs a seed");
    }
}
