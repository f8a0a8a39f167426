package squall.scenario.yaml;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.scenario.Scenario;

/** Collection of documents for tests of this package, and a reader that knows some by name. */
final class Texts {
    /** Text that every scenario must have, other than its phases. */
    static final String START = """
            apiVersion: squall/v1
            name: crash
            seed: 42
            load: {engine: ycsb, rate: {fixed: 400/s}}
            """;

    static final String PHASES = """
            phases:
              - baseline: {duration: 60s}
              - {name: crash, fault: {kill: {signal: KILL}}, target: {pick: one}, hold: 10s}
              - cooldown: {duration: 10s}
            """;

    /** Each key and each form at least once. */
    static final String EVERYTHING = """
            apiVersion: squall/v1
            name: everything
            description: 'one of each: "quoted"'
            seed: -7
            repetitions: 3
            cluster:
              kind: {postgres-ha: {manager: patroni}}
              nodes:
                - {names: [n1, n2], zone: a, region: east}
                - {names: [n3], zone: b}
            load:
              engine: {ycsb: {workload: workloads/workloada, recordcount: 1000}}
              sessions: 20
              rate: {ratioOfMax: 0.5}
              statementTimeout: 3s
              clientPolicy:
                timeout: 200ms
                retries: 3
                backoff: 50ms
                maxBackoff: 2s
                jitter: 0.5
                retryBudget: 0.1
                circuitBreaker: {failureShare: 0.5, calls: 100, open: 5s}
                hedge: {after: 20ms}
                inFlight: 500
                queue: 2000
                dropExpired: true
            probes:
              lanes: {perNode: 2, rate: 10/s, timeout: 500ms}
              ledger: {writers: 4, rate: 40/s}
              register: {keys: 32, rate: 20/s, mode: session}
              bank: {accounts: 64, rate: 2.5/s}
              counter: {sessions: 4, rate: 20/s}
              isolation: {sessions: 5, keys: 3, rate: 50/s, level: repeatable-read, expect: read-committed, allow: [lost-write, stale-read]}
            safety: {allowHosts: [10.0.0.0/24], maxFaultyNodes: 2, maxFaultyZones: 1, quorumGuard: false, healthyWithin: 1m, grace: 10s}
            windows: {settle: 5s, baseline: 30s, recoveryMax: 90s}
            recovery: {window: 2s, held: 10s, share: 0.95, latencyFactor: 1.5, latencyFloor: 10ms}
            defaults:
              expect: {lostAcks: 0, maxUnavailable: 15s, impact: {tput: "<= 1.25", p99: "<= 40"}}
            expect: {availability: ">= 0.999", phantoms: 0, registerViolations: 0, bankViolations: 0, counterViolations: 0, isolationViolations: 0, loadFlaws: 0}
            phases:
              - fill: {duration: 10m}
              - baseline: {name: calm, duration: 2m}
              - control: {hold: 30s, expect: {timeToBaseline: "<= 5s"}}
              - name: work
                serial:
                  - {fault: {changefeed: {tables: [usertable, other]}}, hold: untilRunEnd}
                  - {fault: backup, hold: untilDone, max: 30m}
              - name: stalls
                fault: diskStall
                fallback: {pause: {}}
                target: {pick: one, from: {zone: a}, not: {role: primary}}
                hold: 10s
                minHold: 2s
                repeat: {times: 50, gap: {random: [10s, 60s]}}
                expect: {maxUnavailable: 10s, p99: "<= 3x baseline", p50: "<= 50ms", goodput: ">= 0.8x baseline"}
              - name: partial
                fault: {partition: {mode: inbound, shape: pair}}
                target: [{pick: one, from: {zone: a}}, n3]
                hold: 20s
                repeat: {times: 2, gap: {poisson: 5m}}
                expect: {timeToBaselineFromInject: "<= 90s", goodput: ">= 100/s"}
              - name: both
                parallel:
                  - {fault: pause, target: {zone: {pick: one}}, hold: 5s}
                  - {fault: cpu, target: all, hold: 5s, repeat: {times: 2, gap: 1s}}
                allowQuorumLoss: true
                allowDataLoss: true
              - name: one-after-the-other
                cascade:
                  - {fault: pause, target: {region: east}, hold: 5s}
                  - {fault: pause, target: {pick: minority-third, not: none}, hold: 5s}
              - cooldown: {duration: 10s}
            """;

    private Texts() {}

    static Scenario read(String text) {
        return reader(Map.of()).read(source(text), ScenarioReader.FULL);
    }

    static ScenarioSource source(String text) {
        return new ScenarioSource("x.yaml", text);
    }

    static ScenarioReader reader(Map<String, String> library) {
        return new ScenarioReader(new Shelf(library), Map.of("HOLD", "7s"));
    }

    /** Library of scenarios by name. */
    private record Shelf(Map<String, String> texts) implements ScenarioReader.ScenarioLibrary {
        @Override
        public List<String> names() {
            return texts.keySet().stream().sorted().toList();
        }

        @Override
        public Optional<ScenarioSource> find(String name) {
            return Optional.ofNullable(texts.get(name)).map(text -> new ScenarioSource(name + ".yaml", text));
        }
    }
}
