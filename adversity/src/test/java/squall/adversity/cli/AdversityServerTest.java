package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.adversity.cli.Bed.Ended;
import squall.adversity.safety.Stage;
import squall.host.Deadline;

/** Whole runs on a real PostgreSQL with two standbys. */
@Tag("server")
class AdversityServerTest {
    @RegisterExtension
    static final Bed BED = new Bed();

    private static final String SETTING = """
            apiVersion: squall/v1
            name: small
            seed: 7
            cluster: {kind: postgres-ha}
            load:
              engine: {ycsb: {workload: workloada, recordcount: 200}}
              sessions: 4
              rate: {fixed: 100/s}
              statementTimeout: 2s
            safety: {grace: 5s, healthyWithin: 20s}
            windows: {settle: 1s, baseline: 4s, recoveryMax: 20s}
            recovery: {window: 1s, held: 2s, share: 0.5, latencyFactor: 100, latencyFloor: 1s}
            """;

    @Test
    void a_primary_is_killed_and_a_standby_paused_and_nothing_is_lost() throws Exception {
        Ended ended = run("""
                probes: {ledger: {writers: 2, rate: 20/s}}
                expect: {lostAcks: 0}
                phases:
                  - baseline: {duration: 5s}
                  - {name: crash, fault: {kill: {signal: KILL}}, target: {role: primary}, hold: 3s}
                  - {name: stall, fault: pause, target: {pick: one, from: {role: replica}}, hold: 2s}
                """);
        assertThat(ended.code()).as(ended.output()).isIn(0, 6); // 6 only where this machine is too busy to measure on
        assertThat(ended.output()).contains("lostAcks 0, found 0").doesNotContain("was not in effect");
        assertThat(BED.whole()).isTrue();
        assertThat(journal())
                .extracting(line -> line.path("state").asText() + " "
                        + line.path("fault").path("kind").asText())
                .containsExactly(
                        "PLANNED kill",
                        "ARMED kill",
                        "INJECTED kill",
                        "VERIFIED kill",
                        "HEALING kill",
                        "HEALED kill",
                        "PLANNED pause",
                        "ARMED pause",
                        "INJECTED pause",
                        "VERIFIED pause",
                        "HEALING pause",
                        "HEALED pause");
        assertThat(ended.output()).contains("primary)");
        assertThat(Files.readString(BED.folder().resolve("results/latest/server/metrics.csv")))
                .contains(",commits,,", ",cpu_seconds,,");
    }

    @Test
    void a_fault_without_effect_and_one_that_does_not_heal_are_told_and_the_next_run_refuses() throws Exception {
        Path mark = BED.folder().resolve("mark");
        Path allowed = BED.folder().resolve("allowed");
        String phases = """
                phases:
                  - baseline: {duration: 5s}
                  - {name: nothing, fault: {exec: {inject: ["true"], verify: ["false"], heal: ["true"]}}, hold: 1s}
                  - name: stuck
                    fault:
                      exec:
                        inject: [touch, MARK]
                        verify: [test, -e, MARK]
                        heal: [sh, -c, "test -e ALLOWED && rm -f MARK"]
                    hold: 1s
                """.replace("MARK", mark.toString()).replace("ALLOWED", allowed.toString());
        Ended ended = run(phases);
        assertThat(ended.code()).as(ended.output()).isEqualTo(8);
        assertThat(ended.output())
                .contains("nothing: ")
                .contains("the fault was not in effect")
                .contains("Left to do by hand: heal: sh -c test -e " + allowed);
        Ended refused = run(phases);
        assertThat(refused.code()).isEqualTo(5);
        assertThat(refused.output()).contains("an earlier run left exec (adv_").contains("adversity heal --all");
        Files.createFile(allowed);
        assertThat(BED.adversity("heal", "--all").code()).isZero();
        assertThat(mark).doesNotExist();
        assertThat(Deadline.in(Bed.SOON).await(BED::whole)).isTrue();
        assertThat(BED.adversity("heal", "--all").output()).isEqualTo("nothing to do: no fault is left\n");
    }

    @Test
    void an_interrupted_run_is_healed_and_keeps_what_it_has() throws Exception {
        Path output = Files.createTempFile(BED.folder(), "output", ".txt");
        Process run = BED.start(output, AdversityCommand.class, "run", scenario("""
                phases:
                  - baseline: {duration: 5s}
                  - {name: stall, fault: pause, target: {role: primary}, hold: 60s}
                """));
        BED.await(Stage.VERIFIED);
        run.destroy(); // SIGTERM
        Ended ended = Bed.ended(run, output);
        assertThat(ended.code()).as(ended.output()).isEqualTo(143);
        assertThat(BED.whole()).isTrue();
        assertThat(journal().getLast().path("state").asText()).isEqualTo("HEALED");
    }

    @Test
    void what_would_cost_the_majority_is_refused_before_anything_is_touched() throws Exception {
        Ended ended = run("""
                phases:
                  - baseline: {duration: 5s}
                  - {name: both, fault: kill, target: {role: replica}, hold: 3s}
                """);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output())
                .contains("out of service, a majority of 3 replicas may be gone, as no more than 1 can be spared;"
                        + " allowQuorumLoss: true on the phase allows it");
    }

    /** The dead-man: nobody gives a command. */
    @ParameterizedTest
    @ValueSource(strings = {"kill", "pause", "rollingRestart", "exec"})
    void a_harness_that_is_killed_in_mid_fault_leaves_a_healed_cluster(String fault) throws Exception {
        Path mark = BED.folder().resolve("mark");
        Path output = Files.createTempFile(BED.folder(), "harness", ".txt");
        Process harness = BED.start(output, Harness.class, BED.standby().name(), written(fault, mark));
        BED.await(Stage.VERIFIED);
        harness.destroyForcibly().waitFor();
        assertThat(Deadline.in(Bed.SOON).await(BED::whole))
                .as(Files.readString(output))
                .isTrue();
        assertThat(mark).doesNotExist();
    }

    private static String written(String fault, Path mark) {
        return fault.equals("exec")
                ? "exec:inject=touch\n%1$s,verify=test\n-e\n%1$s,heal=rm\n-f\n%1$s".formatted(mark)
                : fault;
    }

    private static Ended run(String phases) throws IOException, InterruptedException {
        return BED.adversity("run", scenario(phases));
    }

    private static String scenario(String phases) throws IOException {
        return Files.writeString(BED.folder().resolve("small.yaml"), SETTING + phases)
                .toString();
    }

    /** That of the latest run, as kept with its results. */
    private static List<JsonNode> journal() throws IOException {
        var json = new ObjectMapper();
        try (var lines = Files.lines(BED.folder().resolve("results/latest/faults.jsonl"))) {
            return lines.skip(1).map(line -> parsed(json, line)).toList();
        }
    }

    private static JsonNode parsed(ObjectMapper json, String line) {
        try {
            return json.readTree(line);
        } catch (IOException e) {
            throw new AssertionError(line, e);
        }
    }
}
