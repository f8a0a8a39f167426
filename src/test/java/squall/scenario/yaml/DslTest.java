package squall.scenario.yaml;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.scenario.dsl.Targets.any;
import static squall.scenario.dsl.Targets.each;
import static squall.scenario.dsl.Targets.node;
import static squall.scenario.dsl.Targets.one;
import static squall.scenario.dsl.Targets.role;
import static squall.scenario.dsl.Targets.someBut;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import squall.scenario.Phase.Consent;
import squall.scenario.Probes;
import squall.scenario.Rate;
import squall.scenario.RecoveryRule;
import squall.scenario.Repeat.Gap;
import squall.scenario.Safety;
import squall.scenario.Windows;
import squall.scenario.dsl.Act;
import squall.scenario.dsl.Draft;
import squall.scenario.dsl.Strike;
import squall.scenario.expect.Measure;
import squall.scenario.target.Level;
import squall.scenario.target.Portion;

/** What is written in Java is what is written in a file. */
class DslTest {
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
        Draft draft = Draft.named("weather")
                .describedAs("of each kind one")
                .seed(42)
                .repeated(3)
                .on("postgres-ha", Map.of("links", "true"))
                .under("ycsb", Map.of("workload", "workloada"))
                .sessions(20)
                .rate(new Rate.RatioOfMax(0.5))
                .statementTimeout(ofSeconds(3))
                .probes(probes())
                .safety(safety())
                .windows(new Windows(ofSeconds(1), ofSeconds(10), ofSeconds(60)))
                .recovery(new RecoveryRule.Strict())
                .expectingOfPhases(Measure.LOST_ACKS, "0")
                .expectingOfPhases(Measure.MAX_UNAVAILABLE, "15s")
                .expecting(Measure.AVAILABILITY, ">= 0.999");
        assertThat(withPhases(draft).build()).isEqualTo(Texts.read(FILE));
    }

    @Test
    void a_rule_that_must_hold_longer_than_recovery_is_watched_is_refused() {
        Draft draft = Draft.named("x")
                .seed(1)
                .under("ycsb", Map.of())
                .rate(new Rate.RatioOfMax(0.5))
                .windows(new Windows(ofSeconds(1), ofSeconds(10), ofSeconds(20)))
                .recovery(new RecoveryRule.Strict());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> withPhases(draft).build())
                .withMessage(
                        "recovery.held must be at most windows.recoveryMax, 20s, not 1m: recovery could never be seen");
    }

    private static Draft withPhases(Draft draft) {
        return draft.fill(ofMinutes(10))
                .baseline(ofSeconds(60))
                .control(ofSeconds(30))
                .phase(Act.serial(
                        "work",
                        Strike.with("changefeed").untilRunEnd(),
                        Strike.with("backup").untilDone(ofMinutes(2))))
                .phase(Act.serial(
                                "stall",
                                Strike.with("diskStall")
                                        .option("writes", "true")
                                        .orElse("pause")
                                        .at(someBut(Portion.ONE, role("primary")))
                                        .repeated(5, new Gap.Uniform(ofSeconds(5), ofSeconds(15)))
                                        .held(ofSeconds(10)))
                        .expecting(Measure.MAX_UNAVAILABLE, "3s")
                        .expecting(Measure.P99, "<= 3x baseline")
                        .allowing(Consent.DATA_LOSS))
                .phase(Act.parallel(
                                "cut",
                                Strike.with("partition")
                                        .at(each(one(), node("n3")))
                                        .held(ofSeconds(5)),
                                Strike.with("kill").at(any(Level.REGION)).held(ofSeconds(5)))
                        .allowing(Consent.QUORUM_LOSS))
                .cooldown(ofSeconds(10));
    }

    private static Probes probes() {
        return new Probes(
                Optional.of(new Probes.Lanes(1, 10, ofMillis(500))),
                Optional.of(new Probes.Ledger(4, 40)),
                Optional.empty(),
                Optional.empty());
    }

    private static Safety safety() {
        return new Safety(
                List.of("10.0.0.0/8"), OptionalInt.of(1), OptionalInt.empty(), true, ofMinutes(1), ofSeconds(10));
    }

    @Test
    void nothing_is_assumed_of_seed_and_rate() {
        assertThatThrownBy(() -> Draft.named("x").seed(1).baseline(ofSeconds(1)).build())
                .hasMessage("scenario 'x' needs a rate");
        assertThatThrownBy(() -> Draft.named("x").rate(new Rate.Closed()).build())
                .hasMessage("scenario 'x' needs a seed");
    }
}
