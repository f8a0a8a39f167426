package squall.adversity.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.readiness.Readiness;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import squall.system.PollDeadline;

/**
 * StatefulSets of a namespace, whose pods answer on their port, and end at SIGTERM. They borrow the bash of their machine, with which links
 * and disks are probed.
 */
record PodSets(KubernetesClient admin, String namespace) {
    private static final Duration LIMIT = Duration.ofMinutes(4);

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
                      command:
                        - sh
                        - -c
                        - |
                          trap 'kill $!; exit' TERM
                          printf '#!/bin/sh\\nexec chroot /host /bin/bash "$@"\\n' >/bin/bash
                          chmod +x /bin/bash
                          httpd -f -p 26257 & wait
                      resources: {limits: {cpu: 500m, memory: 64Mi}, requests: {cpu: 10m, memory: 16Mi}}
                      volumeMounts: [{name: host, mountPath: /host}]
                  volumes: [{name: host, hostPath: {path: /}}]
            """;

    /** Part of a pod by which each gets a machine of its own, whatever keeps others away from it. */
    private static final String SPREAD = """
                  tolerations: [{operator: Exists}]
                  affinity:
                    podAntiAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                        - {labelSelector: {matchLabels: {app: SET}}, topologyKey: kubernetes.io/hostname}
            """;

    /** Returns the folder in which the pods would keep data. */
    static Path volume(String namespace) {
        return Path.of("/var/tmp", namespace);
    }

    /** Creates the sets of faults, and waits until their pods are ready. */
    void create(List<PodSetFault> faults) throws IOException, InterruptedException {
        faults.forEach(each -> create(SET, each.set(), "" + each.replicas()));
        awaitReady(faults);
    }

    /** Creates a set of three pods, each on a machine of its own. */
    void createSpread(String set) {
        create(
                SET.replace("      containers:", SPREAD + "      containers:"),
                set,
                "3\n  podManagementPolicy: Parallel");
    }

    private void create(String template, String set, String replicas) {
        admin.resource(Serialization.unmarshal(
                        template.replace("SET", set).replace("REPLICAS", replicas), StatefulSet.class))
                .inNamespace(namespace)
                .create();
    }

    /** Waits until the pods of the faults' sets are ready, and no other pod is there. */
    void awaitReady(List<PodSetFault> faults) throws IOException, InterruptedException {
        List<String> wanted = faults.stream()
                .flatMap(each -> IntStream.range(0, each.replicas()).mapToObj(i -> each.set() + "-" + i))
                .sorted()
                .toList();
        assertThat(PollDeadline.in(LIMIT).await(() -> ready().equals(wanted) && pods().equals(wanted)))
                .as(() -> "ready are " + ready() + " of " + pods())
                .isTrue();
    }

    private List<Pod> found() {
        return admin.pods().inNamespace(namespace).list().getItems();
    }

    List<String> pods() {
        return names(found());
    }

    List<String> ready() {
        return names(found().stream().filter(PodSets::serves).toList());
    }

    private static List<String> names(List<Pod> pods) {
        return pods.stream().map(pod -> pod.getMetadata().getName()).sorted().toList();
    }

    private static boolean serves(Pod pod) {
        return !leaves(pod) && Readiness.isPodReady(pod);
    }

    private static boolean leaves(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() != null;
    }

    /** Returns whether a pod is there and is not being deleted. */
    boolean stays(String pod) {
        return found().stream().anyMatch(each -> each.getMetadata().getName().equals(pod) && !leaves(each));
    }

    /** Returns the unique identifier of each pod. */
    Map<String, String> uids() {
        Map<String, String> uids = new TreeMap<>();
        found().forEach(pod ->
                uids.put(pod.getMetadata().getName(), pod.getMetadata().getUid()));
        return uids;
    }

    /** Returns what faults change: of each set its size, strategy, annotations and template, and the containers of its pods. */
    Map<String, String> state() {
        Map<String, String> state = new TreeMap<>();
        for (StatefulSet set :
                admin.apps().statefulSets().inNamespace(namespace).list().getItems()) {
            state.put(
                    set.getMetadata().getName(),
                    set.getSpec().getReplicas()
                            + " "
                            + set.getMetadata().getAnnotations()
                            + " "
                            + Serialization.asJson(set.getSpec().getUpdateStrategy())
                            + Serialization.asJson(set.getSpec().getTemplate()));
        }
        for (Pod pod : found()) {
            var container = pod.getSpec().getContainers().getFirst();
            state.put(
                    pod.getMetadata().getName(),
                    container.getImage() + " " + Serialization.asJson(container.getResources()));
        }
        return state;
    }

    /** Removes them. */
    void removeAll() {
        admin.apps().statefulSets().inNamespace(namespace).delete();
    }

    /** Waits until no pod is left. */
    void awaitGone() throws IOException, InterruptedException {
        assertThat(PollDeadline.in(LIMIT).await(() -> pods().isEmpty())).isTrue();
    }
}
