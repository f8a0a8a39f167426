package squall.clusters.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.ExecWatch;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.system.PollDeadline;
import squall.system.process.ExternalProgram.Finished;

/** The pods of a set as nodes: where they are, how they are, and what runs in them. */
final class Pods {
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String REGION = "topology.kubernetes.io/region";
    private static final String NOWHERE = "nowhere";

    /** What a node that is not there has in place of an address: no host that may be disturbed. */
    private static final String NO_ADDRESS = "0.0.0.0";

    private final StatefulSetWorkload workload;
    private final Map<String, Node> seen = new ConcurrentHashMap<>();

    Pods(StatefulSetWorkload workload) {
        this.workload = workload;
    }

    /** As it stands now; of one that has no place at the moment, as it stood when it was seen last. */
    Node node(String name) throws IOException {
        Pod pod = workload.pod(name);
        if (pod == null
                || pod.getSpec().getNodeName() == null
                || pod.getStatus().getPodIP() == null) {
            return seen.getOrDefault(name, new Node(name, NO_ADDRESS, workload.port(), NOWHERE, NOWHERE));
        }
        Map<String, String> labels = labels(pod.getSpec().getNodeName());
        Node node = new Node(
                name,
                pod.getStatus().getPodIP(),
                workload.port(),
                labels.getOrDefault(ZONE, pod.getSpec().getNodeName()),
                labels.getOrDefault(REGION, "default"));
        seen.put(name, node);
        return node;
    }

    private Map<String, String> labels(String machine) throws IOException {
        var node = workload.api().ask(client -> client.nodes().withName(machine).get());
        return node == null || node.getMetadata().getLabels() == null
                ? Map.of()
                : node.getMetadata().getLabels();
    }

    State state(String name) throws IOException {
        Pod pod = workload.pod(name);
        if (pod == null || running(pod).isEmpty()) {
            return State.DOWN;
        }
        boolean leaving = pod.getMetadata().getDeletionTimestamp() != null;
        return Readiness.isPodReady(pod) && !leaving ? State.UP : State.BUSY;
    }

    /** The database's container, while it has a process. */
    private Optional<ContainerStatus> running(Pod pod) throws IOException {
        String name = workload.database(pod.getSpec().getContainers()).getName();
        return pod.getStatus().getContainerStatuses().stream()
                .filter(each -> each.getName().equals(name))
                .filter(each -> each.getState() != null && each.getState().getRunning() != null)
                .findFirst();
    }

    /** What keeps a pod from running, in the words of Kubernetes. */
    String hindrance(@Nullable Pod pod) {
        if (pod == null) {
            return "it is not there";
        }
        return pod.getStatus().getContainerStatuses().stream()
                .filter(each -> each.getState() != null && each.getState().getWaiting() != null)
                .map(each -> each.getState().getWaiting())
                .map(waiting -> waiting.getReason() + (waiting.getMessage() == null ? "" : ": " + waiting.getMessage()))
                .findFirst()
                .orElse("it is " + pod.getStatus().getPhase());
    }

    /** Takes the pod away, and waits until it is gone; its controller makes another. @param graceSeconds empty: as the pod wants it */
    void delete(String name, Optional<Long> graceSeconds, Duration limit) throws IOException, InterruptedException {
        Pod pod = workload.pod(name);
        if (pod == null) {
            return;
        }
        String uid = pod.getMetadata().getUid();
        workload.api().ask(client -> {
            var resource = client.pods().inNamespace(workload.api().namespace()).withName(name);
            return graceSeconds.isPresent()
                    ? resource.withGracePeriod(graceSeconds.get()).delete()
                    : resource.delete();
        });
        if (!PollDeadline.in(limit).await(() -> !has(name, uid))) {
            throw new IOException(name + " is still there " + limit.toSeconds() + " s after it was deleted");
        }
    }

    private boolean has(String name, String uid) throws IOException {
        Pod pod = workload.pod(name);
        return pod != null && pod.getMetadata().getUid().equals(uid);
    }

    /** Runs a command in the pod's database container. @throws IOException if it does not end within the limit */
    Finished run(String name, List<String> command, Duration limit) throws IOException, InterruptedException {
        Pod pod = workload.pod(name);
        if (pod == null) {
            throw new IOException(name + " is not there, so nothing can be run in it");
        }
        String container = workload.database(pod.getSpec().getContainers()).getName();
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        String line = "kubectl exec " + name + " -- " + String.join(" ", command);
        try (ExecWatch watch = workload.api()
                .ask(client -> client.pods()
                        .inNamespace(workload.api().namespace())
                        .withName(name)
                        .inContainer(container)
                        .writingOutput(output)
                        .writingError(messages)
                        .exec(command.toArray(String[]::new)))) {
            int exitCode = watch.exitCode().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return new Finished(line, exitCode, text(output), text(messages));
        } catch (TimeoutException e) {
            throw new IOException("'" + line + "' did not end within " + limit.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw new IOException("'" + line + "': " + e.getCause(), e);
        }
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }
}
