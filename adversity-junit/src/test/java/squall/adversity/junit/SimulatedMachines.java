package squall.adversity.junit;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.util.Map;

/** Machines, each of a zone of its own, that exist only in the API server: they run no pod, and no pod of others gets there. */
record SimulatedMachines(KubernetesClient admin, String namespace) {
    private static final String PREFIX = "squall-test-";

    /** Creates a machine that is ready for pods. */
    void add(String zone) {
        Map<String, Quantity> room =
                Map.of("cpu", new Quantity("2"), "memory", new Quantity("1Gi"), "pods", new Quantity("10"));
        Node machine = new NodeBuilder()
                .withNewMetadata()
                .withName(PREFIX + zone)
                .addToLabels("kubernetes.io/hostname", PREFIX + zone)
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

    private static boolean here(Pod pod) {
        String machine = pod.getSpec().getNodeName();
        return machine != null && machine.startsWith(PREFIX);
    }

    /** Reports, as a kubelet does, that their pods are ready. */
    void reportReady() {
        for (Pod pod : admin.pods().inNamespace(namespace).list().getItems()) {
            if (here(pod) && !Readiness.isPodReady(pod)) {
                admin.resource(pod).editStatus(SimulatedMachines::ready);
            }
        }
    }

    private static Pod ready(Pod pod) {
        return new PodBuilder(pod)
                .editMetadata()
                .withResourceVersion(null) // whatever else has changed it
                .endMetadata()
                .editStatus()
                .withPhase("Running")
                .withPodIP(pod.getSpec().getNodeName().endsWith("b") ? "10.245.0.251" : "10.245.0.252")
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
                .build();
    }

    /** Removes them and their pods, which no kubelet would end. */
    void removeAll() {
        for (Pod pod : admin.pods().inNamespace(namespace).list().getItems()) {
            if (here(pod)) {
                admin.resource(pod).withGracePeriod(0).delete();
            }
        }
        for (Node machine : admin.nodes().list().getItems()) {
            if (machine.getMetadata().getName().startsWith(PREFIX)) {
                admin.resource(machine).delete();
            }
        }
    }
}
