package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.adversity.cli.Bed.Ended;
import squall.adversity.safety.InjectionRun.Stage;
import squall.apps.cli.SampleAppsCommand;
import squall.results.RecordedEvent;
import squall.results.recorded.RecordedRun;
import squall.spi.Target;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.testbed.TestbedCommand;

/** Whole runs on a real PostgreSQL with two standbys. */
@Tag("server")
@Tag("extended")
class AdversityServerTest {
    @RegisterExtension
    static final Bed BED = new Bed();

    private static final Path LATEST = BED.folder().resolve("results/latest");

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
            safety: {grace: 5s, healthyWithin: 120s}
            windows: {settle: 1s, baseline: 4s, recoveryMax: 20s}
            recovery: {window: 1s, held: 2s, share: 0.5, latencyFactor: 100, latencyFloor: 1s}
            """;

    /** Cuts a table under a server that runs on, and has most of it in its memory; whether anything is noticed is up to the server. */
    @Test
    void the_end_of_a_table_of_a_running_primary_is_cut_off_and_put_back() throws Exception {
        Ended ended = run("""
                probes: {ledger: {writers: 2, rate: 20/s}}
                phases:
                  - baseline: {duration: 5s, drift: 0.5}
                  - name: rot
                    fault: {corrupt: {how: truncate, amount: 5, restart: false}}
                    target: {role: primary}
                    hold: 3s
                """);
        assertThat(ended.output().replaceAll("\\n {4}", " ")) // long lines are wrapped
                .containsPattern("bytes on the disk differ from those kept: \\S+ cut at \\d+ by \\d+ bytes")
                .containsPattern("rot: corruption (detected|wrong answer given as ok|not noticed)")
                .doesNotContain("was not in effect");
        assertThat(BED.whole()).isTrue();
    }

    @Test
    void a_primary_is_killed_and_a_standby_paused_and_nothing_is_lost() throws Exception {
        Ended ended = run("""
                probes: {ledger: {writers: 2, rate: 20/s}}
                expect: {lostAcks: 0}
                phases:
                  - baseline: {duration: 5s, drift: 0.5}
                  - {name: crash, fault: {kill: {signal: KILL}}, target: {role: primary}, hold: 3s}
                  - {name: stall, fault: pause, target: {pick: one, from: {role: replica}}, hold: 2s}
                """);
        assertThat(ended.code()).as(ended.output()).isIn(0, 6); // 6 only where this machine is too busy to measure on
        assertThat(ended.output())
                .containsPattern("lostAcks 0: scenario, .+, 0\\b")
                .doesNotContain("was not in effect");
        assertThat(BED.whole()).isTrue();
        assertThat(journal())
                .extracting(line -> line.path("state").asText() + " "
                        + line.path("fault").path("kind").asText())
                .containsExactly(
                        "PLANNED kill",
                        "ARMED kill",
                        "INJECTED kill",
                        "EFFECTIVE kill",
                        "HEALING kill",
                        "HEALED kill",
                        "PLANNED pause",
                        "ARMED pause",
                        "INJECTED pause",
                        "EFFECTIVE pause",
                        "HEALING pause",
                        "HEALED pause");
        assertThat(ended.output()).contains("primary)");
        assertThat(Files.readString(BED.folder().resolve("results/latest/server/metrics.csv")))
                .contains(",commits,,", ",cpu_seconds,,");
        noOperationMetTheFaultBeforeItsInjectionBegan(RecordedRun.read(LATEST));
    }

    /** Covers an old error: the kill of a PostgreSQL takes seconds; when it was stamped at its end, errors stood before their cause. */
    private static void noOperationMetTheFaultBeforeItsInjectionBegan(RecordedRun run) throws IOException {
        RecordedEvent inject = run.events().stream()
                .filter(event -> event.type().equals("inject"))
                .findFirst()
                .orElseThrow();
        assertThat(inject.endNs()).isGreaterThan(inject.atNs());
        long begun = inject.atNs() / 1_000_000_000;
        assertThat(run.seconds())
                .filteredOn(second -> second.refused() + second.unknown() + second.retries() > 0)
                .as("a fast failover lets operations be retried, a slow one lets them fail")
                .isNotEmpty()
                .allSatisfy(second -> assertThat(second.second())
                        .isGreaterThanOrEqualTo(begun - 1)); // what was due just before may have been under way
    }

    @Test
    void a_fault_without_effect_and_one_that_does_not_heal_are_told_and_the_next_run_refuses() throws Exception {
        Path mark = BED.folder().resolve("mark");
        Path allowed = BED.folder().resolve("allowed");
        String phases = """
                phases:
                  - baseline: {duration: 5s, drift: 0.5}
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
        assertThat(refused.output())
                .contains("an earlier run left these faults: exec (adv_")
                .contains("adversity heal --all");
        Files.createFile(allowed);
        assertThat(BED.adversity("heal", "--all").code()).isZero();
        assertThat(mark).doesNotExist();
        assertThat(PollDeadline.in(Bed.SOON).await(BED::whole)).isTrue();
        assertThat(BED.adversity("heal", "--all").output()).isEqualTo("nothing to do: no fault is left\n");
    }

    @Test
    void transactions_stay_serializable_while_the_primary_changes() throws Exception {
        Ended ended = run("""
                probes: {isolation: {rate: 60/s, level: serializable}}
                phases:
                  - baseline: {duration: 5s, drift: 0.5}
                  - {name: crash, fault: {kill: {signal: KILL}}, target: {role: primary}, hold: 5s}
                """);
        assertThat(ended.code()).as(ended.output()).isIn(0, 6); // 6 only where this machine is too busy to measure on
        assertThat(ended.output()).doesNotContain("was not in effect");
        assertThat(RecordedRun.read(LATEST).isolation()).singleElement().satisfies(record -> {
            assertThat(record.claimed()).isEqualTo("serializable");
            assertThat(record.anomalies()).isEmpty();
            assertThat(record.complete()).isTrue();
            assertThat(record.committed()).isGreaterThan(100);
        });
    }

    /** Reads from a standby: a commit waits until it is written there, not until it is visible, and commits may appear in another order. */
    @Test
    void reads_of_a_standby_that_shows_commits_late_are_named_stale_reads() throws Exception {
        Target primary = BED.cluster().target();
        String standby = BED.urlOf(BED.standby());
        Path results = BED.folder().resolve("stale-reads");
        Path output = Files.createTempFile(BED.folder(), "output", ".txt");
        Process load = BED.start(
                output,
                SampleAppsCommand.class,
                ("--workload SqlListAppend --isolation repeatable-read --allow non-adjacent --num_threads 6 --rate 100 --run_time 15 --error-budget 1"
                                + " --progress none --results " + results + " --url " + primary.url() + " --username "
                                + primary.user()
                                + " --password " + primary.password() + " --read_url " + standby)
                        .split(" "));
        Path history = results.resolve("latest/history.jsonl");
        try (Connection connection = DriverManager.getConnection(standby, primary.user(), primary.password());
                Statement statement = connection.createStatement()) {
            assertThat(PollDeadline.in(Bed.SOON).await(() -> Files.exists(history) && Files.size(history) > 1_000))
                    .isTrue();
            statement.execute("SELECT pg_wal_replay_pause()");
            long size = Files.size(history);
            try {
                assertThat(PollDeadline.in(Bed.SOON).await(() -> Files.size(history) > size + 10_000))
                        .isTrue();
            } finally {
                statement.execute("SELECT pg_wal_replay_resume()");
            }
        }
        Ended ended = Bed.ended(load, output);
        // 3 and 6 only where this machine is too busy to measure on
        assertThat(ended.code()).as(ended.output()).isIn(0, 3, 6);
        assertThat(RecordedRun.read(results.resolve("latest")).isolation())
                .singleElement()
                .satisfies(record -> {
                    assertThat(record.claimed()).isEqualTo("snapshot isolation");
                    assertThat(record.anomalies())
                            .containsKey("stale read")
                            .doesNotContainKeys("lost update", "lost write");
                    assertThat(record.ruledOut()).contains("strong snapshot isolation");
                    assertThat(record.broken()).isEmpty();
                });
    }

    /** Interrupts in every step of a run, once or twice: a second Ctrl-C does not shorten the healing. */
    @ParameterizedTest
    @CsvSource({"settle, 1", "inject, 1", "hold, 2", "heal, 1", "recover, 1"})
    void an_interrupted_run_is_healed_and_keeps_what_it_has(String step, int times) throws Exception {
        Path mark = BED.folder().resolve("mark");
        Path output = Files.createTempFile(BED.folder(), "output", ".txt");
        Process run = BED.start(output, AdversityCommand.class, "run", hasty("""
                phases:
                  - baseline: {duration: 2s, drift: 0.5}
                  - name: slow
                    fault:
                      exec:
                        inject: [sh, -c, "sleep 1; touch MARK"]
                        verify: [test, -e, MARK]
                        heal: [sh, -c, "sleep 1; rm -f MARK"]
                    hold: HOLD
                  - cooldown: {duration: 60s}
                """.replace("MARK", mark.toString())
                .replace("HOLD", step.equals("hold") ? "60s" : "1s")));
        awaitStep(step);
        Signal signal = Signal.interrupt();
        for (int time = 0; time < times; time++) {
            signal.to(run);
        }
        Ended ended = Bed.ended(run, output);
        assertThat(ended.code()).as(ended.output()).isEqualTo(signal.code());
        assertThat(mark).doesNotExist();
        assertThat(BED.whole()).isTrue();
        RecordedRun kept = RecordedRun.read(LATEST);
        assertThat(kept.manifest().exitCode()).hasValue(signal.code());
        assertThat(kept.summary()).isPresent();
    }

    /** Runs in namespaces as an ordinary user can have them; to the kernel root is one in there. */
    @Test
    void a_primary_is_cut_off_by_the_kernel_in_a_shell_with_networks_of_its_own() throws Exception {
        List<String> inside = Bed.java(
                AdversityCommand.class, "run", scenario("""
                        probes: {ledger: {writers: 2, rate: 20/s}}
                        expect: {lostAcks: 0}
                        phases:
                          - baseline: {duration: 5s, drift: 0.5}
                          - {name: cut, fault: {partition: {mode: bidirectional, shape: isolate, clients: true}}, target: {role: primary}, hold: 4s}
                        """), "--verbose", "--cluster", "postgres-ha:namespaces=true");
        Path output = Files.createTempFile(BED.folder(), "output", ".txt");
        Process shell = BED.start(
                output,
                TestbedCommand.class,
                Stream.concat(Stream.of("shell"), inside.stream()).toArray(String[]::new));
        Ended ended = Bed.ended(shell, output);
        boolean refused = ended.code() == 5
                && Stream.of("does not allow unprivileged network namespaces", "network namespaces")
                        .anyMatch(ended.output()::contains);
        if (refused) {
            System.err.println("SKIPPED: testbed shell: " + ended.output());
        }
        assumeFalse(refused, ended.output());
        assertThat(ended.code()).as(ended.output()).isIn(0, 6);
        assertThat(ended.output())
                .contains("6 of 6 links under cut", "all 6 links answer")
                .containsPattern("lostAcks 0: scenario, .+, 0\\b");
        String home = BED.folder().resolve("shell").toString();
        assertThat(ProcessHandle.allProcesses().flatMap(process -> process.info().commandLine().stream()))
                .noneMatch(line -> line.contains(home));
    }

    private static boolean begun() throws IOException {
        Path events = LATEST.resolve("events.jsonl");
        return Files.exists(events)
                && Files.readString(events).contains("slow begins")
                && !Files.readString(LATEST.resolve("manifest.json")).contains("exit_code");
    }

    private static void awaitStep(String step) throws IOException, InterruptedException {
        switch (step) {
            case "settle" ->
                assertThat(PollDeadline.in(Bed.SOON).await(AdversityServerTest::begun))
                        .isTrue();
            case "inject" -> BED.await(Stage.ARMED);
            case "hold" -> BED.await(Stage.EFFECTIVE);
            case "heal" -> BED.await(Stage.HEALING);
            case "recover" -> BED.await(Stage.HEALED);
            default -> throw new IllegalArgumentException(step);
        }
    }

    /** Kills the harness, so that nothing of the run's memory is left: its intent log alone knows what must be there. */
    @Test
    void the_verdict_survives_a_harness_that_is_killed_in_mid_fault() throws Exception {
        Path output = Files.createTempFile(BED.folder(), "output", ".txt");
        Process run = BED.start(output, AdversityCommand.class, "run", scenario("""
                probes: {ledger: {writers: 2, rate: 40/s}, register: {keys: 4, rate: 20/s, mode: linearizable}, bank: {accounts: 4, rate: 10/s},
                         isolation: {rate: 60/s, level: serializable}}
                phases:
                  - baseline: {duration: 5s, drift: 0.5}
                  - {name: crash, fault: {kill: {signal: KILL}}, target: {role: primary}, hold: 60s}
                """));
        BED.await(Stage.EFFECTIVE);
        assertThat(BED.adversity("check", LATEST.toString()).output()).endsWith(" is running\n");
        run.destroyForcibly().waitFor();
        assertThat(PollDeadline.in(Bed.SOON).await(BED::whole)).isTrue();
        BED.tell("CREATE TABLE aside AS SELECT * FROM squall_ledger WHERE writer = 1 AND seq = 3");
        BED.tell("DELETE FROM squall_ledger WHERE writer = 1 AND seq = 3");
        Ended lost = BED.adversity("check", LATEST.toString());
        assertThat(lost.code()).as(lost.output()).isEqualTo(4);
        assertThat(lost.output()).contains("ledger failed: 1 lost (writer 1 row 3 acknowledged at ");
        assertThat(LATEST.resolve("check.json")).content().contains("\"lost\" : 1", "\"exit_code\" : 4");
        BED.tell("INSERT INTO squall_ledger SELECT * FROM aside");
        Ended sound = BED.adversity("check", LATEST.toString());
        assertThat(sound.code()).as(sound.output()).isZero();
        assertThat(sound.output())
                .contains("ledger passed: ", "register passed: ", "bank passed: ")
                .contains("no read was recorded, so stale reads are unknown")
                .containsPattern(
                        "isolation passed: asked serializable, database says serializable, seen: no anomaly in "
                                + "[\\d,]+ transactions; the recording was cut off, so transactions are missing");
        assertThat(LATEST.resolve("probe-isolation.json")).content().contains("\"complete\" : false");
        assertThat(BED.adversity("check", LATEST.toString()).output()).contains("its data is correct");
    }

    @Test
    void what_would_cost_the_majority_is_refused_before_anything_is_touched() throws Exception {
        Ended ended = run("""
                phases:
                  - baseline: {duration: 5s, drift: 0.5}
                  - {name: both, fault: kill, target: {role: replica}, hold: 3s}
                """);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.output())
                .contains("out of service, a majority of 3 replicas may be down, because no more than 1 can be spared;"
                        + " allowQuorumLoss: true on the phase allows it");
    }

    /** Relies on the dead-man timer alone. Faults that do not affect each other are injected together, as each case costs seconds. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "STANDBY kill",
                "STANDBY pause",
                "- rollingRestart",
                "STANDBY partition - cpu:workers=1 - backup",
                "STANDBY latency - memory:megabytes=8 - createIndex:table=ground,columns=words",
                "STANDBY bandwidth - addColumn:table=ground - exec:inject=touch|MARK,verify=test|-e|MARK,heal=rm|-f|MARK",
                "STANDBY reset"
            })
    void a_harness_that_is_killed_in_mid_fault_leaves_a_healed_cluster(String faults) throws Exception {
        Path mark = BED.folder().resolve("mark");
        BED.tell("CREATE TABLE IF NOT EXISTS ground AS"
                + " SELECT n AS id, 'text ' || n AS words FROM generate_series(1, 5000) n");
        killedAndHealed(faults.replace("STANDBY", BED.standby().name()).replace("MARK", mark.toString()));
        assertThat(mark).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"- diskStall:mount=DISK", "- diskFull:folder=DISK"})
    void a_harness_that_is_killed_while_a_disk_is_in_trouble_leaves_it_as_it_was(String fault, @TempDir Path folder)
            throws Exception {
        try (OwnDisk disk = OwnDisk.in(folder)) {
            killedAndHealed(fault.replace("DISK", disk.mount().toString()));
            Files.write(disk.mount().resolve("room"), new byte[1 << 23]);
        }
    }

    /** @param faults nodes, or a hyphen, and the fault; and so on */
    private static void killedAndHealed(String faults) throws Exception {
        String[] words = Arrays.stream(faults.split(" ", -1))
                .map(word -> word.equals("-") ? "" : word.replace('|', '\n'))
                .toArray(String[]::new);
        Path output = Files.createTempFile(BED.folder(), "harness", ".txt");
        Process harness = BED.start(output, Harness.class, words);
        BED.await(Stage.EFFECTIVE, words.length / 2);
        harness.destroyForcibly().waitFor();
        assertThat(PollDeadline.in(Bed.SOON).await(() -> BED.whole() && !watched()))
                .as(Files.readString(output))
                .isTrue();
    }

    private static boolean watched() throws IOException {
        return FileTrees.entries(BED.folder().resolve("adversity")).stream()
                .anyMatch(file -> file.toString().endsWith(".watch"));
    }

    private static Ended run(String phases) throws IOException, InterruptedException {
        return BED.adversity("run", "--verbose", scenario(phases));
    }

    private static String scenario(String phases) throws IOException {
        return written(SETTING + phases);
    }

    /** Its baseline is too short to measure anything by. */
    private static String hasty(String phases) throws IOException {
        return written(SETTING.replace("baseline: 4s", "baseline: 2s") + phases);
    }

    private static String written(String scenario) throws IOException {
        return Files.writeString(BED.folder().resolve("small.yaml"), scenario).toString();
    }

    /** Returns the journal of the latest run, as kept with its results. */
    private static List<JsonNode> journal() throws IOException {
        var json = new ObjectMapper();
        try (var lines = Files.lines(LATEST.resolve("faults.jsonl"))) {
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
