package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.CommandEnvironment;
import squall.results.Schema;
import squall.results.file.CanonicalJson;
import squall.spi.Options;
import squall.system.StateFolder;
import squall.testbed.ha.HaCluster;
import squall.testbed.host.LoopDisk;

class DryRunTest {
    private static final String SCENARIO = """
            apiVersion: squall/v1
            name: two
            seed: 7
            load: {engine: {ycsb: {workload: ../workloads/workloada}}, rate: {fixed: 100/s}}
            safety: {grace: 10s}
            phases:
              - baseline: {duration: 60s}
              - {name: crash, fault: {kill: {signal: TERM}}, target: {role: primary}, hold: 20s}
              - {name: stall, fault: pause, target: {pick: one}, hold: 5s, repeat: {times: 2, gap: 1s}}
            """;

    /** The same on a cluster that has no primary. */
    private static final String ANY_NODE = SCENARIO.replace("{role: primary}", "n1");

    private static final String YCSB = "ycsb:workload=../workloads/workloada";

    @TempDir
    Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeEach
    void write() throws Exception {
        Files.writeString(folder.resolve("two.yaml"), SCENARIO);
    }

    @Test
    void a_plan_tells_every_step_and_every_timer() throws Exception {
        assertThat(plan(SCENARIO)).isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8).lines().limit(8))
                .containsExactly(
                        "scenario two, seed 7, without a cluster: n1 (zone a), n2 (zone b), n3 (zone c)",
                        "phase 1 baseline: undisturbed, 1m",
                        "phase 2 crash: 1 fault, serial",
                        "  f1 kill {signal=TERM} of n1 (zone a, primary), held for 20s",
                        "    inject: SIGTERM to every process of n1",
                        "    verify: n1 without process",
                        "    heal: start n1 and wait until clients are accepted",
                        "    watchdog: heals 30s after arming, or when the process of the run has ended");
    }

    @Test
    void a_client_policy_needs_operations_that_may_be_applied_twice() throws Exception {
        String policy = SCENARIO.replace("rate: {fixed: 100/s}", "rate: {fixed: 100/s}, clientPolicy: {timeout: 1s}");
        assertThat(plan(policy)).isZero();
        assertThat(plan(policy.replace("workloada", "workloadd"))).isEqualTo(2);
        assertThat(plan(policy.replace("workloads/workloada", "workloads/workloada, squall.values: stamped")))
                .isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .containsPattern("(?s)(load.clientPolicy: .* must be idempotent: kv, or ycsb.*){2}");
    }

    @Test
    void the_same_seed_gives_the_same_plan() throws Exception {
        plan(SCENARIO);
        String first = printed.toString(StandardCharsets.UTF_8);
        printed.reset();
        plan(SCENARIO);
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo(first);
    }

    @Test
    void another_seed_chooses_others() throws Exception {
        List<String> plans = Stream.of("1", "2", "3", "4", "5")
                .map(seed -> {
                    printed.reset();
                    assertThat(execute("plan", folder.resolve("two.yaml").toString(), "--seed", seed))
                            .isZero();
                    return printed.toString(StandardCharsets.UTF_8)
                            .lines()
                            .skip(1)
                            .toList()
                            .toString();
                })
                .distinct()
                .toList();
        assertThat(plans).hasSizeGreaterThan(1);
    }

    @Test
    void what_a_guard_forbids_is_seen_in_the_plan() throws Exception {
        assertThat(plan(SCENARIO.replace("{role: primary}", "{pick: majority}")))
                .isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("    forbidden: with n");
    }

    /** Covers an old error: paper had every means, so that a plan promised what the cluster named could not do. */
    @Test
    void what_the_named_cluster_will_not_be_able_to_do_is_not_planned_on_paper() {
        assertThat(execute("plan", "rolling-upgrade", "--cluster", "postgres-ha:name=never-made", "--load", YCSB))
                .isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("planned without a cluster: there is no postgres-ha 'never-made' yet");
        printed.reset();
        String upgrade = SCENARIO.replace("fault: pause", "fault: {rollingUpgrade: {to: '18'}}")
                .replace("hold: 5s, repeat: {times: 2, gap: 1s}", "hold: untilDone, max: 5m");
        assertThat(planOn(upgrade, "postgres-ha:name=never-made,manager=patroni"))
                .isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("not applicable: rollingUpgrade: postgres-ha does not support it");
        printed.reset();
        assertThat(planOn(SCENARIO.replace("fault: pause", "fault: partition"), "postgres-ha:name=never-made"))
                .isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains(
                        "not applicable: partition: this cluster does not support link faults; create it with links=true or namespaces=true");
        printed.reset();
        assertThat(planOn(SCENARIO.replace("fault: pause", "fault: loss"), "postgres-ha:name=never-made,links=true"))
                .isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("not applicable: loss: a TCP proxy relays bytes and cannot lose packets");
        printed.reset();
        assertThat(planOn(
                        SCENARIO.replace("fault: pause", "fault: clockSkew"),
                        "cassandra:name=never-made,nodes=6,dcs=3"))
                .isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains(
                        "n6 (zone rack2)",
                        "not applicable: clockSkew: its nodes would run without it: set the option clock=true");
    }

    /** Only root can give nodes disks: the plan of anyone else says so. */
    @Test
    void disks_that_this_machine_does_not_give_nodes_are_not_applicable() throws Exception {
        Optional<String> refusal = LoopDisk.refusal(new Options("test", Map.of("disks", "own")));
        assertThat(planOn(
                        ANY_NODE.replace("fault: pause", "fault: powerCut")
                                .replace("target: {pick: one},", "target: n1, allowQuorumLoss: true,")
                                .replace("safety: {grace: 10s}", "safety: {grace: 10s, quorumGuard: false}"),
                        "postgres:name=never-made,disks=own"))
                .as(printed.toString(StandardCharsets.UTF_8))
                .isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains(
                        refusal.isEmpty()
                                ? "verify: n1 without process; a file that was synced before is there"
                                : "not applicable: powerCut: " + refusal.get());
    }

    /** Covers an old behaviour: the run began, and was invalid, since a sorted table has no older content. */
    @Test
    void an_older_version_of_a_sorted_table_is_refused_before_anything_is_started() {
        assertThat(planOn(
                        ANY_NODE.replace("fault: pause", "fault: {corrupt: {how: stale}}"),
                        "cassandra:name=never-made,nodes=3"))
                .isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("corrupt: how=stale needs blocks that were written again, and files of the kind 'sstable' are"
                        + " written once: choose another 'how', or files=commitlog");
    }

    /** Covers an old error: validate called a scenario valid whose cluster no run knows, and these messages named no line. */
    @Test
    void an_unknown_setting_is_refused_with_its_place() throws Exception {
        assertThat(refusals(SCENARIO.replace("seed: 7", "seed: 7\ncluster: {kind: mysql}")))
                .allMatch(text -> text.contains("two.yaml:4: cluster.kind: unknown cluster 'mysql' (known: "));
        assertThat(refusals(SCENARIO.replace("ycsb:", "ycbs:")))
                .allMatch(text -> text.contains("two.yaml:4: load.engine: unknown load 'ycbs'; did you mean 'ycsb'?"));
        assertThat(refusals(SCENARIO.replace("workloada}", "workloada, threads: 2}")))
                .allMatch(text -> text.contains("two.yaml:4: load.engine.ycsb: unknown property 'threads'"));
    }

    /** Covers an old error: validate knew the kind of the cluster only, and the run refused the option. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "postgres-ha:nodez=3 | cluster.postgres-ha: unknown option 'nodez'",
                "cassandra:name=never-made,nodes=many | option 'nodes' must be a whole number in ",
                "postgres:name=never-made,fsync=maybe | postgres: option 'fsync' must be one of ",
            })
    void an_option_that_the_cluster_does_not_have_is_refused(String cluster, String message) throws Exception {
        assertThat(refusals(ANY_NODE, "--cluster", cluster)).allMatch(text -> text.contains(message));
    }

    @Test
    void a_cluster_that_is_too_large_for_this_machine_is_named_beside_a_valid_scenario() throws Exception {
        Path file = folder.resolve("two.yaml");
        Files.writeString(file, ANY_NODE);
        assertThat(execute("validate", file.toString(), "--cluster", "postgres-ha:name=never-made,node-cpus=1000"))
                .isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("two.yaml: ")
                .contains(", valid")
                .contains("the cluster is not checked further on this machine: 3 nodes of 1000 processors need 3000");
    }

    /** Covers an old error: validate called a scenario valid that its own guards forbid. */
    @Test
    void a_scenario_that_a_guard_forbids_is_not_valid() throws Exception {
        Files.writeString(folder.resolve("two.yaml"), SCENARIO.replace("{role: primary}", "{pick: majority}"));
        assertThat(execute("validate", folder.resolve("two.yaml").toString())).isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("two.yaml:8: phases[1].fault: a safety rule forbids it in phase crash: with n")
                .contains(" can be spared; allowQuorumLoss: true on the phase allows it; see 'adversity plan'");
    }

    /** Covers an old error: the nodes of the plan stood for hosts, which those of the cluster do not have. */
    @ParameterizedTest
    @ValueSource(strings = {"validate", "plan"})
    void without_a_cluster_no_host_is_forbidden(String command) throws Exception {
        Files.writeString(
                folder.resolve("two.yaml"),
                SCENARIO.replace("safety: {grace: 10s}", "safety: {grace: 10s, allowHosts: [10.0.0.0/24]}"));
        assertThat(execute(command, folder.resolve("two.yaml").toString()))
                .as(printed.toString(StandardCharsets.UTF_8))
                .isZero();
    }

    /** Returns what validate and plan say of a scenario, which they must refuse. */
    private List<String> refusals(String scenario, String... more) throws Exception {
        Path file = folder.resolve("two.yaml");
        Files.writeString(file, scenario);
        List<String> refusals = new ArrayList<>();
        for (String command : List.of("validate", "plan")) {
            printed.reset();
            assertThat(execute(Stream.concat(Stream.of(command, file.toString()), Stream.of(more))
                            .toArray(String[]::new)))
                    .as(printed.toString(StandardCharsets.UTF_8))
                    .isEqualTo(2);
            refusals.add(printed.toString(StandardCharsets.UTF_8));
        }
        return refusals;
    }

    /** Covers an old error: three servers were started, then the command ended with 2 and left them running. */
    @Test
    void what_cannot_be_meant_is_refused_before_anything_is_started() throws Exception {
        String home = "postgres-ha:name=never-made";
        assertThat(runOn(SCENARIO, home, "frob")).isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("error: unknown load 'frob' (known: ");
        printed.reset();
        assertThat(runOn(SCENARIO, home, YCSB + ",recordcuont=7")).isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("error: --load ycsb: unknown property 'recordcuont'; did you mean 'recordcount'?");
        printed.reset();
        assertThat(runOn(SCENARIO, home, "ycsb:workload=workloda")).isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("error: --load ycsb: workload=workloda: no such file, and no workload of this name");
        printed.reset();
        assertThat(runOn(SCENARIO.replace("signal: TERM", "signal: HUP"), home, YCSB))
                .isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("option 'signal' must be KILL or TERM");
        printed.reset();
        assertThat(runOn(SCENARIO.replace("{role: primary}", "{pick: majority}"), home, YCSB))
                .isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("two.yaml:8: phases[1].fault: a safety rule forbids it in phase crash: with n")
                .contains(" can be spared; allowQuorumLoss: true on the phase allows it; see 'adversity plan'");
        printed.reset();
        assertThat(runOn(SCENARIO.replace("{fixed: 100/s}", "thinkTimes"), home, YCSB))
                .isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("load.rate.thinkTimes needs a load");
        printed.reset();
        assertThat(runOn(SCENARIO, "postgres-ha:name=never-made,lniks=true", YCSB))
                .isEqualTo(2);
        assertThat(new HaCluster(StateFolder.here(), "never-made").exists()).isFalse();
    }

    /** Covers an old error: the plan was fine, and the run refused after its servers had started. */
    @ParameterizedTest
    @CsvSource({
        "'', sysbench:tabels=3, 2, did you mean 'tables'",
        "postgres-ha:name=never-made, kv:read-persent=95, 2, did you mean 'read-percent'",
        "'', tpcc:warehouse=1, 2, did you mean 'warehouses'",
        "'', sample-apps:workload=CassandraKeyValue, 0, ''",
        "postgres-ha:name=never-made, sample-apps:workload=CassandraKeyValue, 2, speaks CQL",
        "'', 'sample-apps:workload=CassandraKeyValue,nmu_unique_keys=3', 2, did you mean 'num_unique_keys'"
    })
    void a_plan_refuses_what_the_load_does_not_take(String cluster, String load, int code, String reason) {
        List<String> words =
                new ArrayList<>(List.of("plan", folder.resolve("two.yaml").toString(), "--load", load));
        if (!cluster.isEmpty()) {
            words.addAll(List.of("--cluster", cluster));
        }
        assertThat(execute(words.toArray(String[]::new)))
                .as(printed.toString(StandardCharsets.UTF_8))
                .isEqualTo(code);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "postgres-ha:name=never-made | sysbench | probes.accord is for Cassandra 6, and the cluster is jdbc:postgresql://",
                "cassandra:name=never-made,nodes=3 | sample-apps:workload=CassandraKeyValue | probes.accord needs Cassandra 6, whose"
                        + " transactions Accord orders, and the cluster has version 5.0.5: choose another one",
            })
    void a_run_refuses_probes_in_transactions_that_the_database_does_not_have(
            String cluster, String load, String message) throws IOException {
        assertThat(runOn(ANY_NODE + "probes: {accord: true, ledger: {writers: 2, rate: 10/s}}\n", cluster, load))
                .isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5.0.5 | sample-apps:workload=CassandraListAppend | load: CassandraListAppend needs Cassandra 6, whose",
                "5.0.5 | ycsb:workload=../workloads/workloada,cassandra.transactions=accord |"
                        + " cassandra.transactions=accord needs Cassandra 6, whose",
                "6.0-alpha2 | ycsb:workload=../workloads/workloada,cassandra.transactions=accord,cassandra.readconsistencylevel=LOCAL_QUORUM |"
                        + " Accord has no consistency level LOCAL_QUORUM for reads",
            })
    void a_run_refuses_a_load_of_transactions_that_the_database_does_not_have(
            String version, String load, String message) throws IOException {
        assertThat(runOn(ANY_NODE, "cassandra:name=never-made,nodes=3,version=" + version, load))
                .isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains(message);
    }

    /** Covers an old error: --quiet won over --progress without a word, and a script read nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"json", "none"})
    void quiet_does_not_replace_another_form_of_progress_silently(String form) {
        assertThat(execute("run", folder.resolve("two.yaml").toString(), "--quiet", "--progress", form))
                .isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo("""
                        error: --quiet and --progress exclude each other: give only one
                        exit 2: usage or configuration error
                        """);
    }

    private int runOn(String scenario, String cluster, String load) throws IOException {
        String file = Files.writeString(folder.resolve("two.yaml"), scenario).toString();
        return execute("run", file, "--cluster", cluster, "--load", load);
    }

    private int planOn(String scenario, String cluster) {
        try {
            Files.writeString(folder.resolve("two.yaml"), scenario);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return execute("plan", folder.resolve("two.yaml").toString(), "--cluster", cluster);
    }

    @Test
    void an_empty_cluster_is_refused_not_replaced_by_the_one_of_the_scenario() {
        assertThat(execute("plan", folder.resolve("two.yaml").toString(), "--cluster="))
                .isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .startsWith("error: --cluster is empty: give it a value, or omit it for its default");
    }

    @Test
    void an_empty_option_of_a_cluster_is_refused_as_other_empty_values_are() {
        assertThat(planOn(SCENARIO, "postgres-ha:links=")).isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        "error: --cluster: links is empty: give it a value, or omit it for its default (is a variable"
                                + " of the shell unset?)\nexit 2: usage or configuration error\n");
    }

    @Test
    void an_option_that_a_fault_does_not_have_is_a_mistake() throws Exception {
        assertThat(plan(SCENARIO.replace("signal: TERM", "signal: HUP"))).isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .isEqualTo("error: " + folder.resolve("two.yaml")
                        + ":8: phases[1].fault: kill: option 'signal' must be KILL or TERM, not 'HUP'\n"
                        + "exit 2: usage or configuration error\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "fault: pause, | fault: {pause: {for: 3s}}, | :9: phases[2].fault.pause: ",
            })
    void an_option_that_does_not_exist_is_told_with_file_and_line(String right, String wrong, String message)
            throws Exception {
        assertThat(plan(SCENARIO.replace(right, wrong))).isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .startsWith("error: " + folder.resolve("two.yaml") + message);
    }

    @Test
    void a_fault_that_there_is_not_is_a_mistake_with_a_hint() throws Exception {
        assertThat(plan(SCENARIO.replace("fault: pause", "fault: pauze"))).isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("unknown fault 'pauze'")
                .contains("did you mean 'pause'?");
    }

    @Test
    void everything_there_is_is_listed() {
        assertThat(execute("list")).isZero();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains(
                        "scenarios", "control", "faults", "rollingRestart", "loads", "ycsb", "clusters", "postgres-ha");
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "plan", "validate"})
    void a_script_reads_one_document_that_its_schema_describes(String command) throws Exception {
        List<String> words = new ArrayList<>(List.of(command, "--json"));
        if (!command.equals("list")) {
            words.add(folder.resolve("two.yaml").toString());
        }
        assertThat(execute(words.toArray(String[]::new))).isZero();
        JsonNode document = CanonicalJson.read(command, printed.toString(StandardCharsets.UTF_8));
        assertThat(Schema.complaints("adversity-" + command + ".schema.json", document))
                .isEmpty();
        JsonNode schema =
                CanonicalJson.read(Path.of("..", "results", "schema", "adversity-" + command + ".schema.json"));
        assertThat(document.properties().stream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrderElementsOf(schema.path("properties").properties().stream()
                        .map(Map.Entry::getKey)
                        .toList());
    }

    @Test
    void a_plan_for_scripts_has_the_steps_of_each_injection() throws Exception {
        assertThat(execute("plan", "--json", folder.resolve("two.yaml").toString()))
                .isZero();
        JsonNode crash = CanonicalJson.read("plan", printed.toString(StandardCharsets.UTF_8))
                .path("phases")
                .get(1)
                .path("injections")
                .get(0);
        assertThat(crash.toString())
                .isEqualTo(
                        "{\"id\":\"f1\",\"fault\":\"kill {signal=TERM}\",\"target\":\"n1 (zone a, primary)\",\"hold\":\"held for"
                                + " 20s\",\"steps\":[\"inject: SIGTERM to every process of n1\",\"verify: n1 without process\",\"heal: start n1"
                                + " and wait until clients are accepted\"],\"watchdog\":\"30s\"}");
    }

    @Test
    void a_pod_of_an_indexed_job_injects_nothing() {
        assertThat(execute(Map.of("JOB_COMPLETION_INDEX", "3"), "run", "kill")).isEqualTo(2);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains(
                        "bin/adversity is one of several clients here (JOB_COMPLETION_INDEX is 3), and each would inject");
    }

    private int plan(String scenario) throws Exception {
        Files.writeString(folder.resolve("two.yaml"), scenario);
        return execute("plan", folder.resolve("two.yaml").toString());
    }

    private int execute(String... words) {
        return execute(Map.of(), words);
    }

    private int execute(Map<String, String> environment, String... words) {
        var stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return AdversityCommand.execute(
                List.of(words),
                new CommandEnvironment(
                        InputStream.nullInputStream(), stream, stream, environment, Optional.empty(), folder));
    }
}
