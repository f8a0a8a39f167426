package squall.clusters.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetUpdateStrategy;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import squall.fixture.ChaosMesh;

/**
 * Controller that a mock API server lacks: it makes a StatefulSet's pods, rolls changes out from the last to the partition, and takes note
 * of NetworkChaos. A pod whose image is called broken never gets ready.
 */
final class Controller implements AutoCloseable {
    private final KubernetesClient client;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ScheduledFuture<?> rounds;

    Controller(KubernetesClient client) {
        this.client = client;
        rounds = clock.scheduleWithFixedDelay(this::round, 0, 50, TimeUnit.MILLISECONDS);
    }

    private void round() {
        for (StatefulSet set :
                client.apps().statefulSets().inNamespace("db").list().getItems()) {
            complete(set);
        }
        note("NetworkChaos");
        note("IOChaos");
    }

    private void complete(StatefulSet set) {
        int replicas = set.getSpec().getReplicas();
        for (int i = 0; i < replicas; i++) {
            Pod pod = pod(set, i);
            if (pod == null) {
                client.pods().inNamespace("db").resource(made(set, i)).create();
                return;
            }
        }
        for (int i = replicas; pod(set, i) != null; i++) {
            client.pods().inNamespace("db").withName(name(set, i)).delete();
        }
        for (int i = replicas - 1; i >= partition(set); i--) {
            Pod pod = pod(set, i);
            if (pod == null || !Readiness.isPodReady(pod)) {
                return; // none is changed before the one after it is ready
            }
            if (!container(pod).equals(template(set))) {
                client.pods().inNamespace("db").withName(name(set, i)).delete();
                return;
            }
        }
    }

    private @Nullable Pod pod(StatefulSet set, int ordinal) {
        return client.pods().inNamespace("db").withName(name(set, ordinal)).get();
    }

    private static String name(StatefulSet set, int ordinal) {
        return set.getMetadata().getName() + "-" + ordinal;
    }

    private static int partition(StatefulSet set) {
        StatefulSetUpdateStrategy strategy = set.getSpec().getUpdateStrategy();
        if (strategy == null) {
            return 0;
        }
        return strategy.getType().equals("OnDelete")
                ? set.getSpec().getReplicas()
                : strategy.getRollingUpdate().getPartition();
    }

    private static Container container(Pod pod) {
        return pod.getSpec().getContainers().getFirst();
    }

    private static Container template(StatefulSet set) {
        return set.getSpec().getTemplate().getSpec().getContainers().getFirst();
    }

    private static Pod made(StatefulSet set, int ordinal) {
        boolean starts = !template(set).getImage().contains("broken");
        return new PodBuilder()
                .withNewMetadata()
                .withName(name(set, ordinal))
                .endMetadata()
                .withNewSpec()
                .withNodeName("machine-" + ordinal)
                .withContainers(template(set))
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .withPodIP("10.1.0." + ordinal)
                .addNewCondition()
                .withType("Ready")
                .withStatus(starts ? "True" : "False")
                .endCondition()
                .withContainerStatuses(starts ? running() : waiting())
                .endStatus()
                .build();
    }

    private static ContainerStatus running() {
        return new ContainerStatusBuilder()
                .withName("db")
                .withNewState()
                .withNewRunning()
                .endRunning()
                .endState()
                .build();
    }

    private static ContainerStatus waiting() {
        return new ContainerStatusBuilder()
                .withName("db")
                .withNewState()
                .withNewWaiting("no such image", "ErrImagePull")
                .endState()
                .build();
    }

    private void note(String kind) {
        var resources =
                client.genericKubernetesResources(ChaosMesh.context(kind)).inNamespace("db");
        for (GenericKubernetesResource each : resources.list().getItems()) {
            if (!each.getAdditionalProperties().containsKey("status")) {
                each.setAdditionalProperty(
                        "status", Map.of("conditions", List.of(Map.of("type", "AllInjected", "status", "True"))));
                resources.resource(each).update();
            }
        }
    }

    @Override
    public void close() {
        rounds.cancel(false);
        clock.close();
    }
}
