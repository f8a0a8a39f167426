package squall.adversity.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.ProviderRegistry;
import squall.adversity.cli.AdversityCommand;
import squall.adversity.run.DryRunPlan;
import squall.adversity.safety.JournalFolder;
import squall.fixture.ChaosMesh;
import squall.fixture.LocalKubernetes;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioReader;
import squall.scenario.yaml.ScenarioSource;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.postgres.EmbeddedPostgres;

/**
 * Test of faults on StatefulSets of a real Kubernetes: which pods they choose, and that the watchdog heals every one when the process that
 * injected it was killed.
 */
@Tag("server")
@Tag("extended")
@Tag("kubernetes")
class KubernetesAdversityServerTest {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final String NAMESPACE = "squall-heal-" + Long.toString(System.nanoTime(), Character.MAX_RADIX);

    @RegisterExtension
    static final LocalKubernetes KUBERNETES = new LocalKubernetes();

    /** System property by which the library finds its settings. */
    private static final String KUBECONFIG = "kubeconfig";

    private static final String ZONES = """
            apiVersion: squall/v1
            name: zones
            seed: 7
            load: {sessions: 2, rate: {fixed: 20/s}}
            phases:
              - baseline: {duration: 10s}
              - {name: zone, fault: kill, target: {zone: b}, hold: 3s}
            """;

    private static final String SCENARIO = """
            apiVersion: squall/v1
            name: resized
            seed: 7
            load: {sessions: 2, rate: {fixed: 20/s}, statementTimeout: 2s}
            safety: {grace: 30s, healthyWithin: 120s}
            windows: {settle: 1s, baseline: 3s, recoveryMax: 30s}
            phases:
              - baseline: {duration: 4s}
              - {name: resized, fault: {resize: {memory: 150, settle: 300s}}, hold: untilDone, max: 10m}
            """;

    @TempDir
    private static Path folder;

    private static KubernetesClient admin;
    private static PodSets sets;
    private static SimulatedMachines machines;

    @BeforeAll
    static void start() throws IOException {
        Path kubeconfig = KUBERNETES.kubeconfig();
        System.setProperty(KUBECONFIG, kubeconfig.toString()); // for the clusters that this process itself finds
        admin = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                .build();
        sets = new PodSets(admin, NAMESPACE);
        machines = new SimulatedMachines(admin, NAMESPACE);
        Files.createDirectory(PodSets.volume(NAMESPACE));
        admin.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterAll
    static void end() throws IOException, InterruptedException {
        admin.namespaces().withName(NAMESPACE).delete();
        assertThat(PollDeadline.in(LIMIT)
                        .await(() -> admin.namespaces().withName(NAMESPACE).get() == null))
                .isTrue();
        FileTrees.delete(PodSets.volume(NAMESPACE));
        System.clearProperty(KUBECONFIG);
        admin.close();
    }

    @AfterEach
    void removeSets() throws IOException, InterruptedException {
        sets.removeAll();
        machines.removeAll();
        sets.awaitGone();
    }

    /** Chaos Mesh itself cannot run here: of its objects the test reports that they are in effect. */
    @Test
    void every_fault_of_a_process_that_was_killed_is_healed_by_the_watchdog() throws Exception {
        try (ChaosMesh chaosMesh = ChaosMesh.start(admin, NAMESPACE, "KubernetesAdversityServerTest")) {
            healed(chaosMesh);
        }
    }

    private static void healed(ChaosMesh chaosMesh) throws IOException, InterruptedException {
        sets.create(PodSetFault.ALL);
        Map<String, String> before = sets.state();
        Path output = folder.resolve("all.txt");
        Process injecting = injecting(output, PodSetFault.ALL);
        try {
            assertThat(PollDeadline.in(LIMIT)
                            .await(() -> Files.readString(output).contains(InjectingProcess.IN_EFFECT)
                                    || !injecting.isAlive()))
                    .isTrue();
            assertThat(Files.readString(output)).contains(InjectingProcess.IN_EFFECT);
            assertThat(sets.state()).isNotEqualTo(before);
            assertThat(chaosMesh.objects("NetworkChaos"))
                    .containsExactlyInAnyOrder(
                            "squall-partition-0-to-partition-1", "squall-partition-1-to-partition-0");
            assertThat(chaosMesh.objects("IOChaos")).containsExactly("squall-disk-slowdisk-0");
        } finally {
            injecting.destroyForcibly().waitFor();
        }
        awaitHealed();
        sets.awaitReady(PodSetFault.ALL);
        assertThat(sets.state()).isEqualTo(before);
        for (String kind : ChaosMesh.KINDS) {
            assertThat(chaosMesh.objects(kind)).isEmpty();
        }
    }

    /** Only one of the three machines is real; of the pods on the others the test reports that they are ready. */
    @Test
    void a_zone_is_the_pods_on_machines_with_its_label_and_only_they_are_killed() throws Exception {
        machines.add("b");
        machines.add("c");
        sets.createSpread("zoned");
        assertThat(PollDeadline.in(LIMIT).await(() -> {
                    machines.reportReady();
                    return sets.ready().size() == 3;
                }))
                .as(() -> "ready are " + sets.ready() + " of " + sets.pods())
                .isTrue();
        Cluster cluster = ProviderRegistry.ofClusters()
                .named("kubernetes")
                .find(PodSetFault.cluster("zoned", NAMESPACE).options("cluster"));
        assertThat(cluster.nodes().stream().map(Cluster.Node::place).sorted())
                .containsExactly("local/a", "local/b", "local/c");
        Scenario scenario = ScenarioReader.readAlone(new ScenarioSource("zones.yaml", ZONES));
        assertThat(DryRunPlan.of(scenario, cluster, ProviderRegistry.ofFaults()).lines())
                .contains("  f1 kill of " + in("b", cluster).name() + " (zone b), held for 3s");
        Cluster.Node inA = in("a", cluster);
        Map<String, String> before = sets.uids();
        Fault kill = ProviderRegistry.ofFaults()
                .named("kill")
                .fault(new FaultContext("adv_abc123_f1", cluster, List.of(inA), Map.of()), Options.none("kill"));
        kill.inject(LIMIT);
        kill.heal();
        Map<String, String> after = sets.uids();
        assertThat(after.keySet()).isEqualTo(before.keySet());
        after.entrySet().removeAll(before.entrySet());
        assertThat(after).containsOnlyKeys(inA.name());
    }

    private static Cluster.Node in(String zone, Cluster cluster) throws IOException {
        return cluster.nodes().stream()
                .filter(node -> node.zone().equals(zone))
                .findFirst()
                .orElseThrow();
    }

    /** Its processes were frozen at that moment, and the pod that freezes and kills would have stayed. */
    @Test
    void a_kill_that_was_cut_off_leaves_a_node_that_serves_and_no_pod_of_squalls() throws Exception {
        List<PodSetFault> kill = List.of(PodSetFault.ALL.getFirst());
        sets.create(kill);
        Path output = folder.resolve("kill.txt");
        Process injecting = injecting(output, kill);
        try {
            assertThat(PollDeadline.in(LIMIT)
                            .await(() -> sets.pods().contains("squall-kill-kill-0") || !injecting.isAlive()))
                    .isTrue();
        } finally {
            injecting.destroyForcibly().waitFor();
        }
        assertThat(sets.pods()).as(Files.readString(output)).contains("squall-kill-kill-0");
        awaitHealed();
        sets.awaitReady(kill);
        assertThat(sets.pods()).containsExactly("kill-0");
        assertThat(sets.stays("kill-0")).isTrue();
    }

    /** Covers an old error: the journal did not name the API server, and healing went to the one that kubectl would have asked by then. */
    @Test
    void a_run_that_was_killed_is_healed_where_it_was_though_kubectl_means_another_cluster_by_then() throws Exception {
        Files.setPosixFilePermissions(
                folder, PosixFilePermissions.fromString("rwxr-xr-x")); // the server has a user of its own
        List<PodSetFault> resize = List.of(new PodSetFault("resize", Map.of(), 2, -1));
        sets.create(resize);
        Map<String, String> before = sets.state();
        Path settings = Files.copy(KUBERNETES.kubeconfig(), folder.resolve("kubeconfig"));
        EmbeddedPostgres postgres = new EmbeddedPostgres(StateFolder.at(folder.resolve("home")), "healed");
        try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Target target = postgres.up().target();
            Files.writeString(folder.resolve("password"), target.password());
            Process run = run(settings, target);
            try {
                assertThat(PollDeadline.in(LIMIT).await(() -> resized() || !run.isAlive()))
                        .isTrue();
                assertThat(resized())
                        .as(Files.readString(folder.resolve("run.txt")))
                        .isTrue();
                Files.writeString(
                        settings,
                        Files.readString(settings)
                                .replace(
                                        "clusters: [",
                                        "clusters: [{name: other, cluster: {server: \"https://127.0.0.1:"
                                                + other.getLocalPort() + "\"}}, ")
                                .replace(
                                        "contexts: [",
                                        "contexts: [{name: other, context: {cluster: other, user: admin}}, ")
                                .replace("current-context: squall-local", "current-context: other"));
            } finally {
                run.destroyForcibly().waitFor();
            }
            awaitHealed();
            sets.awaitReady(resize);
            assertThat(sets.state()).isEqualTo(before);
            other.setSoTimeout(1);
            assertThatThrownBy(other::accept).isInstanceOf(SocketTimeoutException.class);
        } finally {
            postgres.reset();
        }
    }

    private static boolean resized() {
        return sets.state().getOrDefault("resize-1", "").contains("96Mi")
                && sets.ready().equals(List.of("resize-0", "resize-1"));
    }

    private static Process run(Path settings, Target target) throws IOException {
        Path scenario = Files.writeString(folder.resolve("resize.yaml"), SCENARIO);
        String cluster = "kubernetes:statefulset=resize,port=26257,namespace=" + NAMESPACE + ",url=" + target.url()
                + ",user=" + target.user() + ",password=file:" + folder.resolve("password");
        List<String> command = new ArrayList<>(SeparateJvm.command(AdversityCommand.class));
        command.addAll(List.of("run", scenario.toString(), "--cluster", cluster));
        command.addAll(List.of("--load", "sample-apps:workload=SqlInserts", "--allow-host", "10.0.0.0/8"));
        var builder = new ProcessBuilder(command);
        builder.environment().put("KUBECONFIG", settings.toString());
        builder.environment().put("SQUALL_HOME", folder.resolve("home").toString());
        builder.environment().put("SQUALL_RESULTS", folder.resolve("results").toString());
        return builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("run.txt").toFile())
                .start();
    }

    private static Process injecting(Path output, List<PodSetFault> faults) throws IOException {
        return InjectingProcess.start(KUBERNETES.kubeconfig(), folder.resolve("home"), output, NAMESPACE, faults);
    }

    /** Waits until the watchdog has healed all that is in the journal. */
    private static void awaitHealed() throws IOException, InterruptedException {
        JournalFolder journals =
                new JournalFolder(StateFolder.at(folder.resolve("home")).folder("adversity"));
        assertThat(PollDeadline.in(LIMIT).await(() -> journals.runs().isEmpty()))
                .as(() -> log(journals))
                .isTrue();
    }

    private static String log(JournalFolder journals) {
        try {
            return Files.readString(journals.folder().resolve(InjectingProcess.RUN + ".log"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
