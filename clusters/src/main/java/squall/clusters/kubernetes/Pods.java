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
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.system.PollDeadline;
import squall.system.process.ExternalProgram.Finished;

/** Set of pods as nodes: their addresses, their states, and commands in them. */
final class Pods {
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String REGION = "topology.kubernetes.io/region";
    private static final String NOWHERE = "nowhere";

    /** Address of a node that does not exist: no host that may be disturbed. */
    private static final String NO_ADDRESS = "0.0.0.0";

    private final StatefulSetWorkload workload;
    private final Map<String, Node> seen = new ConcurrentHashMap<>();

    Pods(StatefulSetWorkload workload) {
        this.workload = workload;
    }

    /** Returns the node in its present state; of one that has no address at the moment, as it was seen last. */
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

    /** Returns the database's container, while it has a process. */
    Optional<ContainerStatus> running(Pod pod) throws IOException {
        String name = workload.database(pod.getSpec().getContainers()).getName();
        return pod.getStatus().getContainerStatuses().stream()
                .filter(each -> each.getName().equals(name))
                .filter(each -> each.getState() != null && each.getState().getRunning() != null)
                .findFirst();
    }

    /** Returns whether any container of the pod has or had a process. */
    boolean hasRun(Pod pod) {
        return pod.getStatus().getContainerStatuses().stream()
                .flatMap(each -> Stream.of(each.getState(), each.getLastState()))
                .filter(Objects::nonNull)
                .anyMatch(state -> state.getRunning() != null || state.getTerminated() != null);
    }

    /** Returns what keeps a pod from running, in the words of Kubernetes. */
    String hindrance(@Nullable Pod pod) {
        if (pod == null) {
            return "it is not there";
        }
        Stream<String> waiting = pod.getStatus().getContainerStatuses().stream()
                .filter(each -> each.getState() != null && each.getState().getWaiting() != null)
                .map(each -> each.getState().getWaiting())
                .map(state -> said(state.getReason(), state.getMessage()));
        Stream<String> unscheduled = pod.getStatus().getConditions().stream()
                .filter(each -> each.getType().equals("PodScheduled")
                        && each.getStatus().equals("False"))
                .map(each -> said(each.getReason(), each.getMessage()));
        return Stream.concat(waiting, unscheduled)
                .findFirst()
                .orElse("it is " + pod.getStatus().getPhase() + (Readiness.isPodReady(pod) ? "" : ", but not ready"));
    }

    private static String said(@Nullable String reason, @Nullable String message) {
        return reason + (message == null ? "" : ": " + message);
    }

    /** Deletes the pod, which has its own grace period, and waits until it is gone; its controller creates another. */
    void delete(String name, Duration limit) throws IOException, InterruptedException {
        Pod pod = workload.pod(name);
        if (pod != null) {
            requestDeletion(name);
            awaitGone(pod, limit);
        }
    }

    /** Requests the deletion of a pod; its processes have their grace period to end. */
    void requestDeletion(String name) throws IOException {
        workload.api()
                .ask(client -> client.pods()
                        .inNamespace(workload.api().namespace())
                        .withName(name)
                        .delete());
    }

    /** Waits until a pod is gone; another may have its name by then. */
    void awaitGone(Pod pod, Duration limit) throws IOException, InterruptedException {
        String name = pod.getMetadata().getName();
        if (!PollDeadline.in(limit).await(() -> !has(name, pod.getMetadata().getUid()))) {
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
        return run(name, workload.database(pod.getSpec().getContainers()).getName(), command, limit);
    }

    /** Runs a command in a container. @throws IOException if it does not end within the limit */
    Finished run(String name, String container, List<String> command, Duration limit)
            throws IOException, InterruptedException {
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

    /** Creates the pod, without a trace if it is only a trial. @throws IOException if the API server refuses it */
    void create(Pod pod, boolean trial) throws IOException {
        workload.api()
                .ask(client -> client.pods()
                        .inNamespace(workload.api().namespace())
                        .resource(pod)
                        .dryRun(trial)
                        .create());
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }
}
