package squall.adversity.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.readiness.Readiness;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.ProviderRegistry;
import squall.adversity.cli.AdversityCommand;
import squall.adversity.run.DryRunPlan;
import squall.adversity.safety.FaultJournalSession;
import squall.adversity.safety.InjectionRun;
import squall.adversity.safety.InjectionRun.UndoRecord;
import squall.adversity.safety.JournalFolder;
import squall.scenario.ProviderSpec;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioReader;
import squall.scenario.yaml.ScenarioSource;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.FolderLock;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;
import squall.testbed.postgres.EmbeddedPostgres;

/**
 * Test of faults on StatefulSets of a real Kubernetes: which pods they choose, and that the watchdog heals every one when the process that
 * injected it was killed. Kubernetes is that of {@code docker/kubernetes/local}; one that is running is used and left as it is.
 */
@Tag("server")
@Tag("extended")
@Tag("kubernetes")
class KubernetesAdversityServerTest {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Path SCRIPTS =
            Path.of("..", "docker", "kubernetes").toAbsolutePath().normalize();
    private static final String RUN = "abc123";

    /** Name of the tests' namespace; the processes that they start are told it. */
    private static final String NAMESPACE = System.getProperty(
            "squall.test.namespace", "squall-heal-" + Long.toString(System.nanoTime(), Character.MAX_RADIX));

    private static final String IN_EFFECT = "all are in effect";

    /** System property by which the library finds its settings. */
    private static final String KUBECONFIG = "kubeconfig";

    /** Beginning of the names of machines that exist only in the API server. */
    private static final String MACHINE = "squall-test-";

    /** So the script says that no Kubernetes can run here. */
    private static final int NOT_HERE = 5;

    /** StatefulSet whose pods answer on their port, and end at SIGTERM. */
    private static final String SET = """
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: SET}
            spec:
              serviceName: SET
              replicas: REPLICAS
              selector: {matchLabels: {app: SET}}
              template:
                metadata: {labels: {app: SET}}
                spec:
                  terminationGracePeriodSeconds: 2
                  containers:
                    - name: server
                      image: squall/busybox:local
                      imagePullPolicy: IfNotPresent
                      command: [sh, -c, "trap 'kill $!; exit' TERM; httpd -f -p 26257 & wait"]
                      resources: {limits: {cpu: 500m, memory: 64Mi}, requests: {cpu: 10m, memory: 16Mi}}
            """;

    /** Part of a pod by which each gets a machine of its own, whatever keeps others away from it. */
    private static final String SPREAD = """
                  tolerations: [{operator: Exists}]
                  affinity:
                    podAntiAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                        - {labelSelector: {matchLabels: {app: zoned}}, topologyKey: kubernetes.io/hostname}
            """;

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

    /** Fault on a set of so many pods, whose names begin with that of the fault. @param target ordinal of its node; less than 0: none */
    private record Disturbance(String fault, Map<String, String> options, int replicas, int target) {
        String set() {
            return fault.toLowerCase(Locale.ROOT);
        }

        ProviderSpec cluster() {
            return new ProviderSpec(
                    "kubernetes",
                    Map.of(
                            "statefulset",
                            set(),
                            "namespace",
                            NAMESPACE,
                            "port",
                            "26257",
                            "leave",
                            "true",
                            "url",
                            "jdbc:postgresql://127.0.0.1:1/x"));
        }
    }

    /** Faults that change pods one after the other have changed the first, and wait. */
    private static final List<Disturbance> ALL = List.of(
            new Disturbance("kill", Map.of(), 1, 0),
            new Disturbance("rollingRestart", Map.of("settle", "300s"), 2, -1),
            new Disturbance("rollingUpgrade", Map.of("settle", "300s", "to", "docker.io/squall/busybox:local"), 2, -1),
            new Disturbance("resize", Map.of("settle", "300s", "memory", "150", "cpus", "1"), 2, -1),
            new Disturbance("addNode", Map.of(), 1, -1),
            new Disturbance("removeNode", Map.of(), 2, 1));

    @TempDir
    private static Path folder;

    private static boolean own;
    private static FolderLock.Held turn;
    private static KubernetesClient admin;
    private static String kubeconfig = "";

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Finished check = script("check");
        if (check.exitCode() == NOT_HERE) {
            System.err.println(
                    "NOT TESTED HERE: KubernetesAdversityServerTest on a real Kubernetes; " + check.messages());
        }
        assumeTrue(check.exitCode() != NOT_HERE, check.messages());
        check.orThrow();
        turn = new FolderLock(Path.of("/var/tmp/squall-kubernetes.lock"), Duration.ofMinutes(20)).take();
        own = !script("env").ok();
        script("up").orThrow();
        kubeconfig = script("env")
                .orThrow()
                .output()
                .lines()
                .filter(line -> line.startsWith("export KUBECONFIG="))
                .findFirst()
                .orElseThrow()
                .replace("export KUBECONFIG=", "");
        System.setProperty(KUBECONFIG, kubeconfig); // for the clusters that this process itself finds
        admin = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(Path.of(kubeconfig).toFile()))
                .build();
        admin.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterAll
    static void end() throws IOException, InterruptedException {
        if (turn == null) { // it was skipped
            return;
        }
        admin.namespaces().withName(NAMESPACE).delete();
        if (own) {
            script("down").orThrow();
        } else {
            assertThat(PollDeadline.in(LIMIT)
                            .await(() -> admin.namespaces().withName(NAMESPACE).get() == null))
                    .isTrue();
        }
        System.clearProperty(KUBECONFIG);
        admin.close();
        turn.close();
    }

    @AfterEach
    void removeSets() throws IOException, InterruptedException {
        admin.apps().statefulSets().inNamespace(NAMESPACE).delete();
        for (Pod pod : admin.pods().inNamespace(NAMESPACE).list().getItems()) {
            if (elsewhere(pod)) {
                admin.resource(pod).withGracePeriod(0).delete();
            }
        }
        for (Node machine : admin.nodes().list().getItems()) {
            if (machine.getMetadata().getName().startsWith(MACHINE)) {
                admin.resource(machine).delete();
            }
        }
        assertThat(PollDeadline.in(LIMIT).await(() -> pods().isEmpty())).isTrue();
    }

    private static Finished script(String command) throws IOException, InterruptedException {
        return new ExternalProgram(List.of(SCRIPTS.resolve("local").toString(), command), Path.of("/"), LIMIT).run();
    }

    @Test
    void every_fault_of_a_process_that_was_killed_is_healed_by_the_watchdog() throws Exception {
        for (Disturbance each : ALL) {
            create(each);
        }
        awaitReady(ALL);
        Map<String, String> before = picture();
        Path output = folder.resolve("all.txt");
        Process injecting = start(output, ALL.stream().map(Disturbance::fault).toList());
        try {
            assertThat(PollDeadline.in(LIMIT)
                            .await(() -> Files.readString(output).contains(IN_EFFECT) || !injecting.isAlive()))
                    .isTrue();
            assertThat(Files.readString(output)).contains(IN_EFFECT);
            assertThat(picture()).isNotEqualTo(before);
        } finally {
            injecting.destroyForcibly().waitFor();
        }
        awaitHealed();
        awaitReady(ALL);
        assertThat(picture()).isEqualTo(before);
    }

    /** Only one of the three machines is real; of the pods on the others the test reports that they are ready. */
    @Test
    void a_zone_is_the_pods_on_machines_with_its_label_and_only_they_are_killed() throws Exception {
        makeMachine("b");
        makeMachine("c");
        admin.resource(Serialization.unmarshal(
                        SET.replace("SET", "zoned")
                                .replace("REPLICAS", "3\n  podManagementPolicy: Parallel")
                                .replace("      containers:", SPREAD + "      containers:"),
                        StatefulSet.class))
                .inNamespace(NAMESPACE)
                .create();
        assertThat(PollDeadline.in(LIMIT).await(() -> {
                    reportReady();
                    return ready().size() == 3;
                }))
                .as(() -> "ready are " + ready() + " of " + pods())
                .isTrue();
        Cluster cluster = ProviderRegistry.ofClusters()
                .named("kubernetes")
                .find(new Disturbance("zoned", Map.of(), 3, -1).cluster().options("cluster"));
        assertThat(cluster.nodes().stream().map(Cluster.Node::place).sorted())
                .containsExactly("local/a", "local/b", "local/c");
        Scenario scenario = ScenarioReader.readAlone(new ScenarioSource("zones.yaml", ZONES));
        assertThat(DryRunPlan.of(scenario, cluster, ProviderRegistry.ofFaults()).lines())
                .contains("  f1 kill of " + in("b", cluster).name() + " (zone b), held for 3s");
        Cluster.Node inA = in("a", cluster);
        Map<String, String> before = uids();
        Fault kill = ProviderRegistry.ofFaults()
                .named("kill")
                .fault(new FaultContext("adv_abc123_f1", cluster, List.of(inA), Map.of()), Options.none("kill"));
        kill.inject(LIMIT);
        kill.heal();
        Map<String, String> after = uids();
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

    /** Makes a machine that is ready for pods, and runs none. */
    private static void makeMachine(String zone) {
        Map<String, Quantity> room =
                Map.of("cpu", new Quantity("2"), "memory", new Quantity("1Gi"), "pods", new Quantity("10"));
        Node machine = new NodeBuilder()
                .withNewMetadata()
                .withName(MACHINE + zone)
                .addToLabels("kubernetes.io/hostname", MACHINE + zone)
                .addToLabels("topology.kubernetes.io/zone", zone)
                .addToLabels("topology.kubernetes.io/region", "local")
                .endMetadata()
                .withNewSpec()
                .addNewTaint("NoSchedule", "squall.dev/test", null, "true") // the pods of others stay away
                .endSpec()
                .withNewStatus()
                .withCapacity(room)
                .withAllocatable(room)
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build();
        admin.resource(machine).create();
    }

    private static boolean elsewhere(Pod pod) {
        String machine = pod.getSpec().getNodeName();
        return machine != null && machine.startsWith(MACHINE);
    }

    /** Reports, as a kubelet, that the pods on machines which exist only in the API server are ready. */
    private static void reportReady() {
        for (Pod pod : admin.pods().inNamespace(NAMESPACE).list().getItems()) {
            if (elsewhere(pod) && !Readiness.isPodReady(pod)) {
                admin.resource(pod)
                        .editStatus(made -> new PodBuilder(made)
                                .editMetadata()
                                .withResourceVersion(null) // whatever else has changed it
                                .endMetadata()
                                .editStatus()
                                .withPhase("Running")
                                .withPodIP(made.getSpec().getNodeName().endsWith("b") ? "10.245.0.251" : "10.245.0.252")
                                .addNewCondition()
                                .withType("Ready")
                                .withStatus("True")
                                .endCondition()
                                .addNewContainerStatus()
                                .withName("server")
                                .withImage("squall/busybox:local")
                                .withImageID("none")
                                .withReady(true)
                                .withRestartCount(0)
                                .withNewState()
                                .withNewRunning()
                                .endRunning()
                                .endState()
                                .endContainerStatus()
                                .endStatus()
                                .build());
            }
        }
    }

    private static Map<String, String> uids() {
        Map<String, String> uids = new TreeMap<>();
        admin.pods()
                .inNamespace(NAMESPACE)
                .list()
                .getItems()
                .forEach(pod ->
                        uids.put(pod.getMetadata().getName(), pod.getMetadata().getUid()));
        return uids;
    }

    /** Its processes were frozen at that moment, and the pod that freezes and kills would have stayed. */
    @Test
    void a_kill_that_was_cut_off_leaves_a_node_that_serves_and_no_pod_of_squalls() throws Exception {
        Disturbance kill = ALL.getFirst();
        create(kill);
        awaitReady(List.of(kill));
        Path output = folder.resolve("kill.txt");
        Process injecting = start(output, List.of(kill.fault()));
        try {
            assertThat(PollDeadline.in(LIMIT)
                            .await(() -> pods().contains("squall-kill-kill-0") || !injecting.isAlive()))
                    .isTrue();
        } finally {
            injecting.destroyForcibly().waitFor();
        }
        assertThat(pods()).as(Files.readString(output)).contains("squall-kill-kill-0");
        awaitHealed();
        awaitReady(List.of(kill));
        assertThat(pods()).containsExactly("kill-0");
        assertThat(admin.pods()
                        .inNamespace(NAMESPACE)
                        .withName("kill-0")
                        .get()
                        .getMetadata()
                        .getDeletionTimestamp())
                .isNull();
    }

    /** Covers an old error: the journal did not name the API server, and healing went to the one that kubectl would have asked by then. */
    @Test
    void a_run_that_was_killed_is_healed_where_it_was_though_kubectl_means_another_cluster_by_then() throws Exception {
        Files.setPosixFilePermissions(
                folder, PosixFilePermissions.fromString("rwxr-xr-x")); // the server has a user of its own
        Disturbance resize = new Disturbance("resize", Map.of(), 2, -1);
        create(resize);
        awaitReady(List.of(resize));
        Map<String, String> before = picture();
        Path settings = Files.copy(Path.of(kubeconfig), folder.resolve("kubeconfig"));
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
            awaitReady(List.of(resize));
            assertThat(picture()).isEqualTo(before);
            other.setSoTimeout(1);
            assertThatThrownBy(other::accept).isInstanceOf(SocketTimeoutException.class);
        } finally {
            postgres.reset();
        }
    }

    private static boolean resized() {
        return picture().getOrDefault("resize-1", "").contains("96Mi")
                && ready().equals(List.of("resize-0", "resize-1"));
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

    private static void create(Disturbance each) {
        StatefulSet set = Serialization.unmarshal(
                SET.replace("SET", each.set()).replace("REPLICAS", "" + each.replicas()), StatefulSet.class);
        admin.resource(set).inNamespace(NAMESPACE).create();
    }

    private static void awaitReady(List<Disturbance> all) throws IOException, InterruptedException {
        List<String> wanted = all.stream()
                .flatMap(each -> IntStream.range(0, each.replicas()).mapToObj(i -> each.set() + "-" + i))
                .sorted()
                .toList();
        assertThat(PollDeadline.in(LIMIT).await(() -> ready().equals(wanted) && pods().equals(wanted)))
                .as(() -> "ready are " + ready() + " of " + pods())
                .isTrue();
    }

    private static List<String> pods() {
        return admin.pods().inNamespace(NAMESPACE).list().getItems().stream()
                .map(pod -> pod.getMetadata().getName())
                .sorted()
                .toList();
    }

    private static List<String> ready() {
        return admin.pods().inNamespace(NAMESPACE).list().getItems().stream()
                .filter(KubernetesAdversityServerTest::serves)
                .map(pod -> pod.getMetadata().getName())
                .sorted()
                .toList();
    }

    private static boolean serves(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() == null && Readiness.isPodReady(pod);
    }

    /** Returns what faults change: of each set its size, strategy, annotations and template, and the containers of its pods. */
    private static Map<String, String> picture() {
        Map<String, String> picture = new TreeMap<>();
        for (StatefulSet set :
                admin.apps().statefulSets().inNamespace(NAMESPACE).list().getItems()) {
            picture.put(
                    set.getMetadata().getName(),
                    set.getSpec().getReplicas()
                            + " "
                            + set.getMetadata().getAnnotations()
                            + " "
                            + Serialization.asJson(set.getSpec().getUpdateStrategy())
                            + Serialization.asJson(set.getSpec().getTemplate()));
        }
        for (Pod pod : admin.pods().inNamespace(NAMESPACE).list().getItems()) {
            var container = pod.getSpec().getContainers().getFirst();
            picture.put(
                    pod.getMetadata().getName(),
                    container.getImage() + " " + Serialization.asJson(container.getResources()));
        }
        return picture;
    }

    private static Process start(Path output, List<String> faults) throws IOException {
        List<String> command = new ArrayList<>(SeparateJvm.command(Injecting.class));
        command.add(1, "-Dsquall.test.namespace=" + NAMESPACE);
        command.addAll(faults);
        var builder = new ProcessBuilder(command);
        builder.environment().put("KUBECONFIG", kubeconfig);
        builder.environment().put("SQUALL_HOME", folder.resolve("home").toString());
        return builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
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
            return Files.readString(journals.folder().resolve(RUN + ".log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Process that injects faults, as a run does, and is killed before it heals them. */
    static final class Injecting {
        private Injecting() {}

        public static void main(String[] faults) throws Exception {
            FaultJournalSession journal = FaultJournalSession.begin(
                    JournalFolder.here(), RUN, List.of(AdversityCommand.class.getName(), "heal", "--run", RUN));
            List<Future<Void>> begun = new ArrayList<>();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Disturbance each : ALL) {
                    if (List.of(faults).contains(each.fault())) {
                        begun.add(threads.submit(injecting(each, journal)));
                    }
                }
                for (Future<Void> each : begun) {
                    each.get();
                }
                System.out.println(IN_EFFECT);
                Thread.sleep(LIMIT);
            }
        }

        private static Callable<Void> injecting(Disturbance each, FaultJournalSession journal) {
            return () -> {
                Cluster cluster = ProviderRegistry.ofClusters()
                        .named("kubernetes")
                        .find(each.cluster().options("cluster"));
                ProviderSpec fault = new ProviderSpec(each.fault(), each.options());
                List<String> nodes = each.target() < 0 ? List.of() : List.of(each.set() + "-" + each.target());
                UndoRecord undo = new UndoRecord(
                        RUN,
                        "f" + (ALL.indexOf(each) + 1),
                        each.cluster(),
                        fault,
                        nodes,
                        Map.of(),
                        Instant.now().plus(LIMIT),
                        7);
                InjectionRun run = InjectionRun.planned(
                        undo,
                        cluster,
                        ProviderRegistry.ofFaults().named(each.fault()),
                        journal.journalWriter(),
                        InstantSource.system());
                run.arm(LIMIT);
                run.inject();
                boolean membership = each.fault().endsWith("Node");
                if (!PollDeadline.in(LIMIT)
                        .await(() -> membership ? run.done() : run.effect().present())) {
                    throw new IOException(undo + " is not in effect");
                }
                return null;
            };
        }
    }
}
