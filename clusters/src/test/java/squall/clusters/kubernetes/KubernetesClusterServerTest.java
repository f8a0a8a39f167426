package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.readiness.Readiness;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.clusters.ClientAccess;
import squall.clusters.kubernetes.StatefulSetWorkload.KubernetesApi;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Size;
import squall.system.PollDeadline;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;

/**
 * Test of a StatefulSet of three pods on a real Kubernetes, by a service account that has the shipped roles: the one that {@code
 * docker/kubernetes/local} starts, if it does not run yet, and ends. The tests make a namespace of their own and delete it.
 */
@Tag("server")
@Tag("extended")
class KubernetesClusterServerTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Path ROLES =
            Path.of("..", "docker", "kubernetes", "adversity").toAbsolutePath().normalize();
    private static final String ACCOUNT = "squall-adversity";
    private static final Path SCRIPT =
            Path.of("..", "docker", "kubernetes", "local").toAbsolutePath().normalize();
    private static final Duration SCRIPT_LIMIT = Duration.ofMinutes(3);

    /** So the script says that no Kubernetes can run here. */
    private static final int NOT_HERE = 5;

    private static final String IMAGE = "squall/busybox:local";
    private static final String SET = "db";
    private static final String MACHINE = "kubernetes.io/hostname";

    /** Folder of the machine where a pod finds the file of the one before it. */
    private static final String SHARED = "/var/tmp";

    /** Server that writes to the log, while there is one, as long as it lives; it does not end at SIGTERM. */
    private static final String SERVER = """
            me=$HOSTNAME-$(cat /proc/sys/kernel/random/uuid)
            log() { [ ! -e "/data/$LOG" ] || echo "$me $*" >>"/data/$LOG"; }
            trap "log SIGTERM" TERM
            while true; do log alive; sleep 0.1 & wait $!; done
            """;

    /** Readiness of all pods but the second, once it has another limit of memory than 64 MB. */
    private static final String READY = "[ $HOSTNAME != db-1 ] || [ $MEMORY = 67108864 ]";

    private static Config config = Config.empty();
    private static String namespace = "";
    private static boolean own;

    @BeforeAll
    static void make() throws IOException, InterruptedException {
        Finished check = script("check");
        if (check.exitCode() == NOT_HERE) {
            System.err.println(
                    "NOT TESTED HERE: KubernetesClusterServerTest on a real Kubernetes; " + check.messages());
        }
        assumeTrue(check.exitCode() != NOT_HERE, check.messages());
        check.orThrow();
        own = !script("env").ok();
        script("up").orThrow();
        String settings = script("env").orThrow().output();
        config = Config.fromKubeconfig(
                Path.of(settings.substring(settings.indexOf('=') + 1)).toFile());
        namespace = "squall-test-" + Long.toString(System.nanoTime(), Character.MAX_RADIX);
        try (KubernetesClient admin = client(config)) {
            admin.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(namespace)
                            .endMetadata()
                            .build())
                    .create();
            permit(admin);
        }
    }

    @AfterAll
    static void remove() throws IOException, InterruptedException {
        if (own) {
            script("down").orThrow();
        } else if (!namespace.isEmpty()) {
            removeNamespace();
        }
    }

    private static Finished script(String command) throws IOException, InterruptedException {
        return new ExternalProgram(List.of(SCRIPT.toString(), command), Path.of("/"), SCRIPT_LIMIT).run();
    }

    private static void removeNamespace() throws IOException, InterruptedException {
        try (KubernetesClient admin = client(config)) {
            admin.rbac().clusterRoleBindings().withName(namespace).delete();
            admin.rbac().clusterRoles().withName(namespace).delete();
            admin.namespaces().withName(namespace).delete();
            assertThat(PollDeadline.in(LIMIT)
                            .await(() -> admin.namespaces().withName(namespace).get() == null))
                    .isTrue();
        }
    }

    /** Gives the service account the roles of docker/kubernetes/adversity. */
    private static void permit(KubernetesClient admin) throws IOException {
        Role role = Serialization.unmarshal(Files.readString(ROLES.resolve("role.yaml")), Role.class);
        ClusterRole clusterRole =
                Serialization.unmarshal(Files.readString(ROLES.resolve("cluster-role.yaml")), ClusterRole.class);
        clusterRole.getMetadata().setName(namespace);
        admin.resource(role).inNamespace(namespace).create();
        admin.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName(ACCOUNT)
                        .withNamespace(namespace)
                        .endMetadata()
                        .withNewRoleRef(
                                "rbac.authorization.k8s.io",
                                "Role",
                                role.getMetadata().getName())
                        .addNewSubject("", "ServiceAccount", ACCOUNT, namespace)
                        .build())
                .create();
        admin.resource(clusterRole).create();
        admin.resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", namespace)
                        .addNewSubject("", "ServiceAccount", ACCOUNT, namespace)
                        .build())
                .create();
    }

    private static KubernetesClient client(Config config) {
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    /** Covers an old error: the deletion with grace 0 sent SIGTERM, and the next pod of the name started before the old one ended. */
    @Test
    void a_killed_process_gets_no_sigterm_and_is_gone_before_the_next_starts() throws Exception {
        try (Database database = new Database(resources("10m", "16Mi", "500m", "64Mi"))) {
            KubernetesCluster cluster = database.cluster(LIMIT);
            Node node = cluster.node("db-1");
            assertThat(cluster.killRefusal()).isEmpty();
            String before = database.uid("db-1");
            database.run("db-1", "touch /data/$LOG; sleep 1");
            cluster.kill(node);
            cluster.start(node);
            assertThat(database.uid("db-1")).isNotEqualTo(before);
            List<String> lines = database.run("db-1", "sleep 1; grep ^db-1- /data/$LOG; rm /data/$LOG")
                    .lines()
                    .toList();
            assertThat(lines).noneMatch(line -> line.endsWith("SIGTERM"));
            List<String> turns = new ArrayList<>();
            for (String line : lines) {
                String process = line.split(" ", 2)[0];
                if (turns.isEmpty() || !turns.getLast().equals(process)) {
                    turns.add(process);
                }
            }
            assertThat(turns).as("processes, one after the other").hasSize(2);
            assertThat(database.present()).containsExactly("db-0", "db-1", "db-2");
        }
    }

    /** Requests were set to the limits, so that a pod stayed Pending for want of a processor; healing left them so. */
    @Test
    void a_resize_keeps_the_requests_and_healing_restores_limits_and_requests_exactly() throws Exception {
        ResourceRequirements former = resources("10m", "16Mi", "500m", "64Mi");
        try (Database database = new Database(former)) {
            KubernetesCluster cluster = database.cluster(LIMIT);
            Node last = cluster.node("db-2");
            Size had = cluster.size(last);
            assertThat(had).isEqualTo(new Size(64, 0.5));
            String exact = cluster.resources(last);
            cluster.resize(last, new Size(96, 2));
            ResourceRequirements found = database.resources("db-2");
            assertThat(found.getLimits()).isEqualTo(Map.of("cpu", new Quantity("2"), "memory", new Quantity("96Mi")));
            assertThat(found.getRequests()).isEqualTo(former.getRequests());
            cluster.restore(last, had, exact);
            assertThat(database.template().getResources()).isEqualTo(former);
            assertThat(database.resources("db-2")).isEqualTo(former);
        }
    }

    /** Covers an old error: the first step changed two more pods. The heal then waited for one pod and the controller for another. */
    @Test
    void a_resize_changes_one_pod_a_step_and_its_heal_ends_while_another_pod_is_stuck() throws Exception {
        ResourceRequirements former = resources("10m", "16Mi", "500m", "64Mi");
        try (Database database = new Database(former)) {
            KubernetesCluster cluster = database.cluster(LIMIT);
            String exact = cluster.resources(cluster.node("db-0"));
            List<Node> order = cluster.changeOrder(cluster.nodes());
            assertThat(order).extracting(Node::name).containsExactly("db-2", "db-1", "db-0");
            cluster.resize(order.getFirst(), new Size(96, 0.5));
            assertThat(database.memory()).containsExactly("64Mi", "64Mi", "96Mi");
            assertThatIOException()
                    .isThrownBy(() -> database.cluster(Duration.ofSeconds(15)).resize(order.get(1), new Size(96, 0.5)))
                    .withMessage("db-1 does not start as it should within 15 s, the roll-out halts, the other nodes"
                            + " serve: it is Running, but not ready");
            assertThat(database.memory()).containsExactly("64Mi", "96Mi", "96Mi");
            for (Node node : cluster.nodes()) {
                cluster.restore(node, new Size(64, 0.5), exact);
            }
            assertThat(database.memory()).containsExactly("64Mi", "64Mi", "64Mi");
            StatefulSet set = database.workload().set();
            assertThat(set.getMetadata().getAnnotations()).doesNotContainKey("squall.dev/partition-before");
            assertThat(set.getSpec().getUpdateStrategy().getRollingUpdate().getPartition())
                    .isZero();
        }
    }

    @Test
    void a_pod_that_fits_on_no_machine_is_named_with_the_reason_of_the_scheduler() throws Exception {
        try (Database database = new Database(resources("50m", "64Mi", "50m", "64Mi"))) {
            KubernetesCluster cluster = database.cluster(Duration.ofSeconds(15));
            Node last = cluster.node("db-2");
            String exact = cluster.resources(last);
            assertThatIOException()
                    .isThrownBy(() -> cluster.resize(last, new Size(64, 100_000)))
                    .withMessageStartingWith("db-2 does not start as it should within 15 s")
                    .withMessageContaining("Unschedulable: ")
                    .withMessageContaining("Insufficient cpu");
            database.cluster(LIMIT).restore(last, new Size(64, 0.05), exact);
            assertThat(database.memory()).containsExactly("64Mi", "64Mi", "64Mi");
        }
    }

    private static ResourceRequirements resources(String cpu, String memory, String cpuLimit, String memoryLimit) {
        return new ResourceRequirements(
                List.of(),
                Map.of("cpu", new Quantity(cpuLimit), "memory", new Quantity(memoryLimit)),
                Map.of("cpu", new Quantity(cpu), "memory", new Quantity(memory)));
    }

    /** StatefulSet of three pods that are ready. */
    private static final class Database implements AutoCloseable {
        private final KubernetesClient admin = client(config);
        private final KubernetesClient account = client(new ConfigBuilder(config)
                .withImpersonateUsername("system:serviceaccount:" + namespace + ":" + ACCOUNT)
                .build());

        Database(ResourceRequirements resources) throws IOException, InterruptedException {
            assertThat(PollDeadline.in(LIMIT).await(() -> present().isEmpty())).isTrue(); // those of the test before
            admin.resource(set(resources)).create();
            assertThat(PollDeadline.in(LIMIT).await(() -> present().size() == 3 && allReady()))
                    .isTrue();
        }

        private boolean allReady() throws IOException {
            for (String name : present()) {
                if (!Readiness.isPodReady(pod(name))) {
                    return false;
                }
            }
            return true;
        }

        KubernetesCluster cluster(Duration limit) {
            return new KubernetesCluster(workload(), limit);
        }

        StatefulSetWorkload workload() {
            return new StatefulSetWorkload(
                    new KubernetesApi(account, namespace),
                    SET,
                    "",
                    26_257,
                    new ClientAccess("jdbc:postgresql://db:26257/db", "", ""),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        /** Runs a script in a pod. */
        String run(String name, String script) throws IOException, InterruptedException {
            return new Pods(workload())
                    .run(name, List.of("sh", "-c", script), LIMIT)
                    .orThrow()
                    .output();
        }

        private Pod pod(String name) throws IOException {
            return Objects.requireNonNull(workload().pod(name), name);
        }

        /** Returns the names of all pods in the namespace: none of Squall's own stays. */
        List<String> present() {
            return admin.pods().inNamespace(namespace).list().getItems().stream()
                    .map(pod -> pod.getMetadata().getName())
                    .sorted()
                    .toList();
        }

        String uid(String name) throws IOException {
            return pod(name).getMetadata().getUid();
        }

        ResourceRequirements resources(String name) throws IOException {
            return pod(name).getSpec().getContainers().getFirst().getResources();
        }

        /** Returns the limit of each pod's memory. */
        List<String> memory() throws IOException {
            List<String> limits = new ArrayList<>();
            for (String name : workload().pods()) {
                limits.add(Objects.requireNonNull(resources(name).getLimits().get("memory"))
                        .toString());
            }
            return limits;
        }

        Container template() throws IOException {
            return workload().template();
        }

        private StatefulSet set(ResourceRequirements resources) {
            Map<String, String> labels = Map.of("app", SET);
            return new StatefulSetBuilder()
                    .withNewMetadata()
                    .withName(SET)
                    .withNamespace(namespace)
                    .endMetadata()
                    .withNewSpec()
                    .withServiceName(SET)
                    .withReplicas(3)
                    .withNewSelector()
                    .withMatchLabels(labels)
                    .endSelector()
                    .withNewTemplate()
                    .withNewMetadata()
                    .withLabels(labels)
                    .endMetadata()
                    .withNewSpec()
                    .withNodeSelector(Map.of(MACHINE, machine()))
                    .withTerminationGracePeriodSeconds(2L)
                    .withContainers(container(resources))
                    .addNewVolume()
                    .withName("data")
                    .withNewHostPath(SHARED, "Directory")
                    .endVolume()
                    .endSpec()
                    .endTemplate()
                    .endSpec()
                    .build();
        }

        /** Returns the one machine on which all run. */
        private String machine() {
            return Objects.requireNonNull(admin.nodes()
                    .list()
                    .getItems()
                    .getFirst()
                    .getMetadata()
                    .getLabels()
                    .get(MACHINE));
        }

        private Container container(ResourceRequirements resources) {
            return new ContainerBuilder()
                    .withName("server")
                    .withImage(IMAGE)
                    .withImagePullPolicy("IfNotPresent")
                    .withCommand("sh", "-c", SERVER)
                    .withResources(resources)
                    .addNewEnv()
                    .withName("LOG")
                    .withValue(namespace + ".log")
                    .endEnv()
                    .addToEnv(new EnvVarBuilder()
                            .withName("MEMORY")
                            .withNewValueFrom()
                            .withNewResourceFieldRef()
                            .withContainerName("server")
                            .withResource("limits.memory")
                            .endResourceFieldRef()
                            .endValueFrom()
                            .build())
                    .addNewVolumeMount()
                    .withName("data")
                    .withMountPath("/data")
                    .endVolumeMount()
                    .withNewReadinessProbe()
                    .withNewExec()
                    .withCommand("sh", "-c", READY)
                    .endExec()
                    .withPeriodSeconds(1)
                    .endReadinessProbe()
                    .build();
        }

        /** Removes the set; its pods go by themselves. */
        @Override
        public void close() {
            admin.apps().statefulSets().inNamespace(namespace).withName(SET).delete();
            admin.close();
            account.close();
        }
    }
}
