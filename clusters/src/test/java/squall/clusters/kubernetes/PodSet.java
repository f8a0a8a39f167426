package squall.clusters.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import squall.clusters.ClientAccess;
import squall.clusters.kubernetes.StatefulSetWorkload.KubernetesApi;
import squall.system.PollDeadline;

/** StatefulSet of the tests on a real Kubernetes, whose pods are ready: {@code db-0}, {@code db-1}... */
final class PodSet implements AutoCloseable {
    static final String IMAGE = "squall/busybox:local";
    static final String SET = "db";
    static final int PORT = 26_257;

    /** Folder of the machine where a pod finds the file of the one before it. */
    private static final String SHARED = "/var/tmp";

    private static final String DATA = "data";

    /** Server that writes to the log, while there is one, as long as it lives; it does not end at SIGTERM. */
    private static final String LOGGING = """
            me=$HOSTNAME-$(cat /proc/sys/kernel/random/uuid)
            log() { [ ! -e "/data/$LOG" ] || echo "$me $*" >>"/data/$LOG"; }
            trap "log SIGTERM" TERM
            while true; do log alive; sleep 0.1 & wait $!; done
            """;

    /** Server that ends at SIGTERM. */
    private static final String PLAIN = "trap 'kill $!; exit' TERM; httpd -f -p " + PORT + " & wait";

    /** Readiness of all pods but the second, once it has another limit of memory than 64 MB. */
    private static final String READY = "[ $HOSTNAME != db-1 ] || [ $MEMORY = 67108864 ]";

    private final KubernetesClient admin;
    private final KubernetesClient account;
    private final String namespace;

    private PodSet(TestNamespace home) {
        admin = home.admin();
        account = home.account();
        namespace = home.name();
    }

    /** Makes three pods that log, in a file that they share, that they live. */
    static PodSet logging(TestNamespace home, ResourceRequirements resources) throws IOException, InterruptedException {
        PodSet made = new PodSet(home);
        Container container = new ContainerBuilder(made.container(LOGGING))
                .withResources(resources)
                .withNewReadinessProbe()
                .withNewExec()
                .withCommand("sh", "-c", READY)
                .endExec()
                .withPeriodSeconds(1)
                .endReadinessProbe()
                .build();
        return made.started(made.sharing(3, container));
    }

    /** Makes pods that answer on their port. */
    static PodSet plain(TestNamespace home, int replicas) throws IOException, InterruptedException {
        PodSet made = new PodSet(home);
        return made.started(made.sharing(replicas, made.container(PLAIN)));
    }

    /** Makes one pod whose port is one of its machine, so that no other finds room there. */
    static PodSet alone(TestNamespace home) throws IOException, InterruptedException {
        PodSet made = new PodSet(home);
        Container container = new ContainerBuilder(made.container(PLAIN))
                .addNewPort()
                .withContainerPort(PORT)
                .withHostPort(PORT)
                .endPort()
                .build();
        return made.started(made.sharing(1, container));
    }

    /** Makes pods with volumes of their own, which there are for two. */
    static PodSet withVolumes(TestNamespace home, int replicas) throws IOException, InterruptedException {
        PodSet made = new PodSet(home);
        for (int i = 0; i < 2; i++) {
            made.admin.resource(made.volume(i)).create();
        }
        StatefulSet set = new StatefulSetBuilder(made.set(replicas, made.container(PLAIN)))
                .editSpec()
                .withVolumeClaimTemplates(claim())
                .endSpec()
                .build();
        return made.started(set);
    }

    static ResourceRequirements resources(String cpu, String memory, String cpuLimit, String memoryLimit) {
        return new ResourceRequirements(
                List.of(),
                Map.of("cpu", new Quantity(cpuLimit), "memory", new Quantity(memoryLimit)),
                Map.of("cpu", new Quantity(cpu), "memory", new Quantity(memory)));
    }

    private PodSet started(StatefulSet set) throws IOException, InterruptedException {
        assertThat(PollDeadline.in(TestNamespace.LIMIT).await(() -> present().isEmpty()))
                .as("the pods of the test before are gone")
                .isTrue();
        admin.resource(set).create();
        int replicas = set.getSpec().getReplicas();
        assertThat(PollDeadline.in(TestNamespace.LIMIT).await(() -> present().size() == replicas && allReady()))
                .as(() -> "all pods are ready: " + present())
                .isTrue();
        return this;
    }

    private boolean allReady() throws IOException {
        for (String name : present()) {
            if (!Readiness.isPodReady(pod(name))) {
                return false;
            }
        }
        return true;
    }

    /** @param limit for a pod to become ready */
    KubernetesCluster cluster(Duration limit) {
        return new KubernetesCluster(workload(), limit);
    }

    /** @param leave by which a pod leaves */
    KubernetesCluster cluster(Duration limit, String leave) {
        return new KubernetesCluster(workload(Optional.of(leave)), limit);
    }

    StatefulSetWorkload workload() {
        return workload(Optional.empty());
    }

    private StatefulSetWorkload workload(Optional<String> leave) {
        return new StatefulSetWorkload(
                new KubernetesApi(account, namespace),
                SET,
                "",
                PORT,
                new ClientAccess("jdbc:postgresql://db:26257/db", "", ""),
                leave,
                Optional.of("/data"),
                Optional.empty());
    }

    /** Runs a script in a pod. */
    String run(String name, String script) throws IOException, InterruptedException {
        return new Pods(workload())
                .run(name, List.of("sh", "-c", script), TestNamespace.LIMIT)
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

    /** Returns the names of all claims in the namespace. */
    List<String> claims() {
        return admin.persistentVolumeClaims().inNamespace(namespace).list().getItems().stream()
                .map(claim -> claim.getMetadata().getName())
                .sorted()
                .toList();
    }

    void awaitClaims(String... names) throws IOException, InterruptedException {
        assertThat(PollDeadline.in(TestNamespace.LIMIT).await(() -> claims().equals(Arrays.asList(names))))
                .as(() -> "claims " + claims())
                .isTrue();
    }

    String uid(String name) throws IOException {
        return pod(name).getMetadata().getUid();
    }

    /** Returns the identity of each pod of the set. */
    List<String> uids() throws IOException {
        List<String> uids = new ArrayList<>();
        for (String name : workload().pods()) {
            uids.add(uid(name));
        }
        return uids;
    }

    ResourceRequirements resources(String name) throws IOException {
        return running(name).getResources();
    }

    private Container running(String name) throws IOException {
        return pod(name).getSpec().getContainers().getFirst();
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

    /** Returns the image of each pod. */
    List<String> images() throws IOException {
        List<String> images = new ArrayList<>();
        for (String name : workload().pods()) {
            images.add(running(name).getImage());
        }
        return images;
    }

    Container template() throws IOException {
        return workload().template();
    }

    void assertStrategyRestored() throws IOException {
        StatefulSet set = workload().set();
        assertThat(set.getMetadata().getAnnotations()).doesNotContainKey("squall.dev/partition-before");
        assertThat(set.getSpec().getUpdateStrategy().getRollingUpdate().getPartition())
                .isZero();
    }

    /** Sets which pods the namespace admits, by the security standards of Kubernetes. */
    void enforce(String level) {
        admin.namespaces()
                .withName(namespace)
                .edit(present -> new NamespaceBuilder(present)
                        .editMetadata()
                        .addToLabels("pod-security.kubernetes.io/enforce", level)
                        .endMetadata()
                        .build());
    }

    private Container container(String server) {
        return new ContainerBuilder()
                .withName("server")
                .withImage(IMAGE)
                .withImagePullPolicy("IfNotPresent")
                .withCommand("sh", "-c", server)
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
                .withName(DATA)
                .withMountPath("/data")
                .endVolumeMount()
                .build();
    }

    private StatefulSet sharing(int replicas, Container container) {
        return new StatefulSetBuilder(set(replicas, container))
                .editSpec()
                .editTemplate()
                .editSpec()
                .addNewVolume()
                .withName(DATA)
                .withNewHostPath(SHARED, "Directory")
                .endVolume()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    private StatefulSet set(int replicas, Container container) {
        Map<String, String> labels = Map.of("app", SET);
        return new StatefulSetBuilder()
                .withNewMetadata()
                .withName(SET)
                .withNamespace(namespace)
                .endMetadata()
                .withNewSpec()
                .withServiceName(SET)
                .withReplicas(replicas)
                .withNewSelector()
                .withMatchLabels(labels)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withTerminationGracePeriodSeconds(1L)
                .withContainers(container)
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    /** Returns a volume for the claim of the pod with this ordinal: the folder that all share. */
    private PersistentVolume volume(int ordinal) {
        return new PersistentVolumeBuilder()
                .withNewMetadata()
                .withName(namespace + "-" + ordinal)
                .endMetadata()
                .withNewSpec()
                .withCapacity(Map.of("storage", new Quantity("1Mi")))
                .withAccessModes("ReadWriteOnce")
                .withPersistentVolumeReclaimPolicy("Retain")
                .withNewClaimRef()
                .withNamespace(namespace)
                .withName(DATA + "-" + SET + "-" + ordinal)
                .endClaimRef()
                .withNewHostPath(SHARED, "Directory")
                .endSpec()
                .build();
    }

    private static PersistentVolumeClaim claim() {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName(DATA)
                .endMetadata()
                .withNewSpec()
                .withStorageClassName("")
                .withAccessModes("ReadWriteOnce")
                .withNewResources()
                .addToRequests("storage", new Quantity("1Mi"))
                .endResources()
                .endSpec()
                .build();
    }

    /** Removes the set and its volumes; its pods go by themselves. */
    @Override
    public void close() {
        admin.apps().statefulSets().inNamespace(namespace).withName(SET).delete();
        admin.persistentVolumeClaims().inNamespace(namespace).delete();
        for (int i = 0; i < 2; i++) {
            admin.persistentVolumes().withName(namespace + "-" + i).delete();
        }
        admin.close();
        account.close();
    }
}
