package squall.clusters.kubernetes;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import squall.system.PollDeadline;

/**
 * Kill of a container by SIGKILL, from a pod of Squall's on the same machine that sees all of its processes.
 *
 * <p>The API of Kubernetes can only ask processes to end: deletion with grace 0 sends SIGTERM and lets the next pod of the name start
 * before the old one has ended. Within the container its first process is immune. So the processes are frozen, the pod is deleted, and
 * only then they are killed: they neither act on the SIGTERM of the deletion nor are they started again in their pod, and the API
 * server keeps the name until they are gone.
 */
record ContainerKill(StatefulSetWorkload workload, Pods pods) {
    /** Label of Squall's objects. */
    private static final Map.Entry<String, String> OURS = Map.entry("app.kubernetes.io/managed-by", "squall");

    private static final String CONTAINER = "kill";
    private static final long LIFE_S = 120;
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Part of both scripts: lists the processes in control groups named after the container $1, but not its monitor's (CRI-O). */
    private static final String PIDS = """
            pids() {
              for file in /proc/[0-9]*/cgroup; do
                pid=${file#/proc/}
                while read -r line; do
                  case $line in
                    *conmon*) ;;
                    *"$1"*) echo "${pid%/cgroup}"; break ;;
                  esac
                done 2>/dev/null <"$file"
              done
            }
            """;

    /** Script that freezes them, twice because one may have forked; should nothing follow, they resume after 15 s. */
    private static final String FREEZE = PIDS + """
            frozen=$(pids "$1")
            [ -n "$frozen" ] || { echo "this machine has no process of the container $1" >&2; exit 3; }
            kill -STOP $frozen
            frozen=$(pids "$1")
            kill -STOP $frozen
            (sleep 15; kill -CONT $frozen) </dev/null >/dev/null 2>&1 &
            """;

    /** Script that kills them and waits until none is left. */
    private static final String KILL = PIDS + """
            tries=0
            while left=$(pids "$1"); [ -n "$left" ]; do
              [ $tries -lt 30 ] || { echo "still there after SIGKILL: $left" >&2; exit 4; }
              kill -KILL $left 2>/dev/null
              [ $tries -lt 10 ] || sleep 1
              tries=$((tries + 1))
            done
            """;

    /** Script that lets frozen ones go on. */
    private static final String RESUME = PIDS + """
            frozen=$(pids "$1")
            [ -z "$frozen" ] || kill -CONT $frozen
            """;

    /** Returns why no container can be killed; empty if one can. Has the API server check a helper, without creating it. */
    Optional<String> refusal() throws IOException {
        for (String name : workload.pods()) {
            Pod pod = workload.pod(name);
            if (pod != null && pod.getSpec().getNodeName() != null) {
                try {
                    pods.create(helper(pod), true);
                    return Optional.empty();
                } catch (IOException e) {
                    return Optional.of("SIGKILL needs a pod with hostPID in the namespace "
                            + workload.api().namespace() + ", which is refused; permit it, or use {signal: TERM}: "
                            + e.getMessage());
                }
            }
        }
        return Optional.of("no pod of StatefulSet " + workload.name() + " has a machine yet");
    }

    /** Kills the processes of the pod's database container; on return they and the pod are gone. Does nothing to one without a process. */
    void kill(String name, Duration limit) throws IOException, InterruptedException {
        Pod pod = workload.pod(name);
        if (pod == null) {
            return;
        }
        var running = pods.running(pod);
        if (running.isEmpty()) {
            pods.delete(name, limit);
            return;
        }
        String id = id(running.get());
        Pod helper = helper(pod);
        String helperName = helper.getMetadata().getName();
        remove(helperName);
        pods.create(helper, false);
        try {
            awaitRunning(helperName);
            run(helperName, FREEZE, id);
            try {
                pods.requestDeletion(name);
            } finally {
                run(helperName, KILL, id);
            }
        } finally {
            remove(helperName);
        }
        pods.awaitGone(pod, limit);
    }

    private static String id(ContainerStatus container) {
        return container.getContainerID().replaceFirst("^.*//", "");
    }

    /** Removes the helper of a kill that Squall did not survive; what it froze resumes. Does nothing if there is none. */
    void clear(String name) throws IOException, InterruptedException {
        String helper = helperName(name);
        Pod left = workload.pod(helper);
        if (left == null) {
            return;
        }
        requireOurs(left);
        Pod pod = workload.pod(name);
        var frozen = pod == null ? Optional.<ContainerStatus>empty() : pods.running(pod);
        if (frozen.isPresent() && isRunning(left)) {
            run(helper, RESUME, id(frozen.get()));
        }
        remove(helper);
    }

    private static boolean isRunning(@Nullable Pod pod) {
        return pod != null && "Running".equals(pod.getStatus().getPhase());
    }

    private void awaitRunning(String helper) throws IOException, InterruptedException {
        if (!PollDeadline.in(READY_LIMIT).await(() -> isRunning(workload.pod(helper)))) {
            throw new IOException("the pod " + helper + ", which is to send SIGKILL, does not run within "
                    + READY_LIMIT.toSeconds() + " s: " + pods.hindrance(workload.pod(helper))
                    + "; it needs sh, from the database's image or that of the option helper");
        }
    }

    private void run(String helper, String script, String id) throws IOException, InterruptedException {
        pods.run(helper, CONTAINER, List.of("sh", "-c", script, "sh", id), LIMIT)
                .orThrow();
    }

    /** Removes the helper of this name, also one that a killed Squall left behind. @throws IOException if it is not Squall's */
    private void remove(String helper) throws IOException, InterruptedException {
        Pod pod = workload.pod(helper);
        if (pod == null) {
            return;
        }
        requireOurs(pod);
        pods.delete(helper, LIMIT);
    }

    private static void requireOurs(Pod pod) throws IOException {
        Map<String, String> labels = pod.getMetadata().getLabels();
        if (labels == null || !OURS.getValue().equals(labels.get(OURS.getKey()))) {
            throw new IOException("pod " + pod.getMetadata().getName() + " is not Squall's: it has no label " + OURS
                    + ", so it is left alone");
        }
    }

    private static String helperName(String name) {
        return "squall-kill-" + name;
    }

    /** Returns the pod that kills, on the machine of this one. It ends by itself. */
    private Pod helper(Pod pod) throws IOException {
        String image = workload.helper()
                .orElse(workload.database(pod.getSpec().getContainers()).getImage());
        return new PodBuilder()
                .withNewMetadata()
                .withName(helperName(pod.getMetadata().getName()))
                .withNamespace(workload.api().namespace())
                .withLabels(Map.ofEntries(OURS))
                .endMetadata()
                .withNewSpec()
                .withNodeName(pod.getSpec().getNodeName())
                .withHostPID(true)
                .withRestartPolicy("Never")
                .withActiveDeadlineSeconds(LIFE_S)
                .withTerminationGracePeriodSeconds(1L)
                .withAutomountServiceAccountToken(false)
                .withImagePullSecrets(pod.getSpec().getImagePullSecrets())
                .addNewToleration()
                .withOperator("Exists")
                .endToleration()
                .addNewContainer()
                .withName(CONTAINER)
                .withImage(image)
                .withImagePullPolicy("IfNotPresent")
                .withCommand("sh", "-c", "sleep " + LIFE_S)
                .withNewSecurityContext()
                .withRunAsUser(0L)
                .withRunAsNonRoot(false)
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities()
                .addToAdd("KILL")
                .addToDrop("ALL")
                .endCapabilities()
                .endSecurityContext()
                .endContainer()
                .endSpec()
                .build();
    }
}
